package foreign

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Bounds of the files of a command.
const (
	maxFile  = 64 << 20
	maxFiles = 100
)

// helpers are the files that a program may import and that no word of its command names.
var helpers = []string{"bellwether.py", "bellwether.mjs"}

// Files are the files of a command, as it names them: its words that are files, the helpers of bellwether
// beside these, and those that it lists.
func (c Command) Files() ([]string, error) {
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, word := range c.Words {
		if !c.isFile(word) {
			continue
		}
		add(word)
		for _, helper := range helpers {
			if beside := filepath.Join(filepath.Dir(word), helper); c.isFile(beside) {
				add(beside)
			}
		}
	}
	for _, name := range c.More {
		if !c.isFile(name) {
			return nil, fmt.Errorf("%s: %s in files is no regular file of at most %d MiB", c.Name, name, maxFile>>20)
		}
		add(name)
	}
	if len(names) > maxFiles {
		return nil, fmt.Errorf("%s: %d files: at most %d", c.Name, len(names), maxFiles)
	}
	return names, nil
}

// path is where a file of the command is.
func (c Command) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.Dir, name)
}

func (c Command) isFile(name string) bool {
	stat, err := os.Stat(c.path(name))
	return err == nil && stat.Mode().IsRegular() && stat.Size() <= maxFile && !c.onPath(name)
}

// onPath reports whether a word is a program that is looked for by its name, even if a file is called so.
func (c Command) onPath(word string) bool { return word == c.Words[0] && filepath.Base(word) == word }

// A File is a file of a command with its content.
type File struct {
	Name string // as the command names it
	Data []byte
}

// Read reads the files of a command.
func (c Command) Read() ([]File, error) {
	names, err := c.Files()
	if err != nil {
		return nil, err
	}
	var out []File
	for _, name := range names {
		data, err := os.ReadFile(c.path(name))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		out = append(out, File{name, data})
	}
	return out, nil
}

// Content is the hash of the words and the files of a command, wherever these are. Two results are of the
// same program if it is equal. What a program reads besides is not in it.
func (c Command) Content(files []File) string {
	sum := sha256.New()
	for _, word := range c.Words {
		if slices.ContainsFunc(files, func(f File) bool { return f.Name == word }) {
			word = filepath.Base(word)
		}
		fmt.Fprintf(sum, "%d:%s", len(word), word)
	}
	for _, f := range files {
		fmt.Fprintf(sum, "%d:%s%d:", len(filepath.Base(f.Name)), filepath.Base(f.Name), len(f.Data))
		sum.Write(f.Data)
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
}
