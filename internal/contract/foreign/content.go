package foreign

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// maxContent bounds a file of a command.
const maxContent = 64 << 20

// Content is the hash of a command: of its words, and of what is in the files that they name. Two results
// are of the same program if it is equal. What a program reads besides is not in it.
func (c Command) Content() (string, error) {
	sum := sha256.New()
	for _, word := range c.Words {
		fmt.Fprintf(sum, "%d:%s", len(word), word)
		if err := c.addFile(sum, word); err != nil {
			return "", fmt.Errorf("foreign: %s: %w", c.Name, err)
		}
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)), nil
}

// addFile adds the content of a file, if the word names one.
func (c Command) addFile(sum io.Writer, word string) error {
	if !filepath.IsAbs(word) {
		word = filepath.Join(c.Dir, word)
	}
	stat, err := os.Stat(word)
	if err != nil || !stat.Mode().IsRegular() {
		return nil
	}
	if stat.Size() > maxContent {
		return fmt.Errorf("%s has %d bytes, and a file of a command at most %d", word, stat.Size(), maxContent)
	}
	f, err := os.Open(word)
	if err != nil {
		return err
	}
	defer f.Close()
	fmt.Fprintf(sum, "%d:", stat.Size())
	_, err = io.Copy(sum, f)
	return err
}
