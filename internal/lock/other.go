//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package lock

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// Take makes the lock file, which exists while this process uses the directory. Take
// replaces the file of a dead process if the system can say that the process is gone, as
// Windows can; Windows also refuses to remove an open file. On the other systems
// (Solaris, AIX, Plan 9) the file of a crashed process must be removed by hand.
func Take(name string, mode fs.FileMode) (io.Closer, error) {
	for range 2 {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if err == nil {
			_, err = fmt.Fprintf(f, "%d\n", os.Getpid())
			return held{f}, err
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		b, _ := os.ReadFile(name)
		pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
		if err == nil && alive(pid) || os.Remove(name) != nil {
			return nil, fmt.Errorf("%w by process %d", ErrInUse, pid)
		}
	}
	return nil, fmt.Errorf("%w by another process", ErrInUse)
}

func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	p.Release()
	return true
}

// held is a lock file that is removed with its lock.
type held struct{ *os.File }

func (h held) Close() error {
	return errors.Join(h.File.Close(), os.Remove(h.Name()))
}
