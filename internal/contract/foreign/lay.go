package foreign

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// Lay writes copies of the files of a command into a directory, and returns the command that runs there.
func (c Command) Lay(dir string, files []File) (Command, error) {
	c.Words, c.More, c.Dir = slices.Clone(c.Words), slices.Clone(c.More), dir
	for _, f := range files {
		base := filepath.Base(filepath.FromSlash(f.Name))
		at := filepath.Join(dir, base)
		if there, err := os.ReadFile(at); err != nil || !bytes.Equal(there, f.Data) { // a program that runs cannot be written
			if err := os.WriteFile(at, f.Data, 0o700); err != nil {
				return c, err
			}
		}
		for i, word := range c.Words {
			if word == f.Name {
				c.Words[i] = Beside(i, base)
			}
		}
		for i, name := range c.More {
			if name == f.Name {
				c.More[i] = base
			}
		}
	}
	return c, nil
}

// Beside is a word of a command that is a file of the directory in which the command runs. A first word
// without a directory would be looked for elsewhere.
func Beside(place int, base string) string {
	if place == 0 {
		return "./" + base
	}
	return base
}

// Kept are the files of a command of which copies are found, in the order of [Command.Files].
func (c Command) Kept(find func(name string) ([]byte, bool)) (out []File) {
	add := func(name string) bool {
		data, has := find(name)
		if has && !slices.ContainsFunc(out, func(f File) bool { return f.Name == name }) {
			out = append(out, File{name, data})
		}
		return has
	}
	for _, word := range c.Words {
		if c.onPath(word) || !add(word) {
			continue
		}
		for _, helper := range helpers {
			add(filepath.Join(filepath.Dir(word), helper))
		}
	}
	for _, name := range c.More {
		add(name)
	}
	return out
}

// Runnable reports whether the first word is no file here, or one that the system would start.
func (c Command) Runnable() bool {
	if !c.isFile(c.Words[0]) {
		return true
	}
	stat, err := os.Stat(c.path(c.Words[0]))
	return err == nil && (stat.Mode()&0o111 != 0 || runtime.GOOS == "windows")
}
