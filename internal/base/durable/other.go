//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// Lock makes the lock file, which exists while this process uses the directory. These systems
// (Solaris, AIX, Plan 9) cannot say whether its process runs: the file of a crashed one must
// be removed by hand.
func Lock(name string, mode fs.FileMode) (Held, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, fs.ErrExist) {
		pid, _ := os.ReadFile(name)
		return nil, fmt.Errorf("%w by process %s: if there is none, remove %s", ErrInUse, strings.TrimSpace(string(pid)), name)
	}
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(f, "%d\n", os.Getpid())
	return held{f}, err
}

// held is a lock file that is removed with its lock.
type held struct{ *os.File }

func (h held) Close() error {
	return errors.Join(h.File.Close(), os.Remove(h.Name()))
}

// Undo implements Held: without the lock there is no file.
func (h held) Undo() error { return h.Close() }
