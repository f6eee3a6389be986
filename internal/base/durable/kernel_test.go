//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows

package durable

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// A process that opened the lock file before its holder removed it must not take it: a third one
// may have made another.
func TestARemovedFileIsNotTaken(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no file that is open is removed")
	}
	for _, third := range []bool{false, true} {
		name := filepath.Join(t.TempDir(), "lock")
		first, err := Lock(name, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		second := new(held)
		second.File, err = os.OpenFile(name, os.O_RDWR, 0)
		if err := errors.Join(err, first.Undo()); err != nil {
			t.Fatal(err)
		}
		if third {
			holder, err := Lock(name, 0o600)
			if err != nil {
				t.Fatal(err)
			}
			defer holder.Close()
		}
		if h, err := second.claim(); h != nil || err != nil {
			t.Errorf("it took the file that is removed: %v, %v", h, err)
		}
	}
}
