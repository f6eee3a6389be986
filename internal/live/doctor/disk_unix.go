//go:build unix

package doctor

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// free is the space that a user may take on the disk of a directory.
func free(dir string) (bytes uint64, known bool) {
	var s unix.Statfs_t
	if unix.Statfs(dir, &s) != nil {
		return 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), true
}

// writable returns an error unless this user may make files in a directory.
func writable(dir string) error { return unix.Access(dir, unix.W_OK|unix.X_OK) }

// foreign reports whether a directory is another user's.
func foreign(info fs.FileInfo) bool {
	s, known := info.Sys().(*syscall.Stat_t)
	return known && int(s.Uid) != os.Geteuid() && os.Geteuid() != 0
}

// held reports whether a process holds the lock of a state directory. If the lock is free it
// takes a shared one for an instant. It writes nothing.
func held(dir string) bool {
	f, err := os.Open(filepath.Join(dir, "lock"))
	if err != nil {
		return false
	}
	defer f.Close()
	err = unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB)
	return err == unix.EWOULDBLOCK
}
