//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows

package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// Lock locks the lock file for this process until it is closed or the process ends. The
// kernel releases the lock at the end of the process, so there are no stale locks. The
// number in the file is for people.
func Lock(name string, mode fs.FileMode) (io.Closer, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, mode)
	if err != nil {
		return nil, err
	}
	err = try(f)
	if errors.Is(err, ErrInUse) {
		err = holder(f)
	}
	if err == nil {
		err = sign(f)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
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
