package errs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// ForPeople is the message of an error for people.
func ForPeople(err error) string { return inside(Plain(err), err) }

// inside puts the errors of the system and of readers of JSON in an error into words.
func inside(text string, err error) string {
	if err == io.ErrUnexpectedEOF {
		return strings.ReplaceAll(text, err.Error(), "it ends too early")
	}
	switch of := err.(type) {
	case *fs.PathError:
		return strings.ReplaceAll(text, of.Error(), about(of.Path, of.Err))
	case *os.LinkError:
		return strings.ReplaceAll(text, of.Error(), about(of.New, of.Err))
	case *json.SyntaxError:
		return strings.ReplaceAll(text, of.Error(), notJSON(of))
	case *json.UnmarshalTypeError:
		return strings.ReplaceAll(text, of.Error(), notOfType(of))
	case interface{ Unwrap() error }:
		if why := of.Unwrap(); why != nil {
			text = inside(text, why)
		}
	case interface{ Unwrap() []error }:
		for _, why := range of.Unwrap() {
			text = inside(text, why)
		}
	}
	return text
}

// about returns what is wrong with a file.
func about(path string, err error) string {
	switch {
	case errors.Is(err, syscall.EISDIR):
		return path + " is a directory; wanted is a file"
	case errors.Is(err, syscall.ENOTDIR):
		return wrong(path, path)
	case errors.Is(err, fs.ErrNotExist):
		return wrong(path, filepath.Dir(path))
	case errors.Is(err, fs.ErrExist):
		return path + " is there already"
	case errors.Is(err, fs.ErrPermission):
		return path + ": permission denied: its owner, or that of its directory, must allow it"
	case errors.Is(err, syscall.EROFS):
		return path + ": nothing can be written there: the file system is read-only"
	case errors.Is(err, syscall.ENOSPC):
		return path + ": the disk is full (no space left on device)"
	case errors.Is(err, syscall.ENAMETOOLONG):
		return path + ": the name is too long"
	}
	return fmt.Sprintf("%s: %v", path, err)
}

// wrong returns which directory on the way to a path is not there, or is a file; from is the first
// that is looked at.
func wrong(path, from string) string {
	for dir := from; ; dir = filepath.Dir(dir) {
		switch info, err := os.Stat(dir); {
		case err == nil && !info.IsDir() && dir == path:
			return path + " is a file; wanted is a directory"
		case err == nil && !info.IsDir():
			return fmt.Sprintf("%s: %s is a file; wanted is a directory", path, dir)
		case err == nil && dir != filepath.Dir(path):
			return fmt.Sprintf("%s: there is no directory %s", path, filepath.Dir(path))
		case err == nil || dir == filepath.Dir(dir):
			return path + ": there is no such file or directory"
		}
	}
}
