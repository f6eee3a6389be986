//go:build unix

package movement_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// pipes returns a pipe without a writer, and one whose writer writes nothing.
func pipes(t *testing.T) []string {
	dir := t.TempDir()
	lonely, silent := filepath.Join(dir, "lonely.csv"), filepath.Join(dir, "silent.csv")
	for _, name := range []string{lonely, silent} {
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	end, err := os.OpenFile(silent, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end.Close() })
	return []string{lonely, silent}
}
