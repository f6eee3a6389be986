//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows

package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Lock locks the lock file for this process until it is closed or the process ends. The
// kernel releases the lock at the end of the process, so there are no stale locks. The
// number in the file is for people.
func Lock(name string, mode fs.FileMode) (Held, error) {
	for {
		h, err := lock(name, mode)
		if err != nil || h != nil {
			return h, err
		}
	}
}

// held is a lock file that the kernel has locked.
type held struct {
	*os.File
	fresh   bool      // Lock made the file
	former  []byte    // what was in it, at most formerMost bytes
	changed time.Time // when it was changed last
}

// formerMost is more than the lock file of any version has, in bytes: a number and a line end.
const formerMost = 64

// lock returns nil, and no error, if the file was removed by the process that had it (see Undo).
func lock(name string, mode fs.FileMode) (Held, error) {
	h := new(held)
	var err error
	h.File, err = os.OpenFile(name, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		h.fresh = true
		h.File, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			return nil, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return h.claim()
}

// claim locks the open file; nil, and no error, if that is not the lock file any more.
func (h *held) claim() (Held, error) {
	err := try(h.File)
	if errors.Is(err, ErrInUse) {
		err = holder(h.File)
	}
	if err == nil {
		err = h.recall()
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, h.Close()
	}
	if err == nil {
		err = sign(h.File)
	}
	if err != nil {
		h.Close()
		return nil, err
	}
	return h, nil
}

// recall notes what Undo must restore. It returns fs.ErrNotExist if the name is not that of the
// locked file any more.
func (h *held) recall() error {
	ours, err := h.Stat()
	if err != nil {
		return err
	}
	theirs, err := os.Stat(h.Name())
	if err != nil {
		return err
	}
	if !os.SameFile(ours, theirs) {
		return fs.ErrNotExist
	}
	h.changed = ours.ModTime()
	h.former, err = io.ReadAll(io.NewSectionReader(h.File, 0, formerMost))
	return err
}

// Undo implements Held.
func (h *held) Undo() error {
	if h.fresh && runtime.GOOS == "windows" { // it removes no open file, and no file that others have open
		return errors.Join(h.Close(), os.Remove(h.Name()))
	}
	if h.fresh {
		return errors.Join(os.Remove(h.Name()), h.Close())
	}
	err := h.Truncate(0)
	if err == nil {
		_, err = h.WriteAt(h.former, 0)
	}
	if err == nil {
		err = os.Chtimes(h.Name(), time.Time{}, h.changed)
	}
	return errors.Join(err, h.Close())
}

// holder returns who has the lock.
func holder(f *os.File) error {
	b := make([]byte, 20)
	n, _ := f.ReadAt(b, 0)
	if pid, err := strconv.Atoi(strings.TrimSpace(string(b[:n]))); err == nil {
		return fmt.Errorf("%w by process %d", ErrInUse, pid)
	}
	return fmt.Errorf("%w by another process", ErrInUse)
}

func sign(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := fmt.Fprintf(f, "%d\n", os.Getpid())
	return err
}
