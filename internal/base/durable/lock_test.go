package durable

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOneHolderAtATime(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	first, err := Lock(name, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(name); strings.TrimSpace(string(text)) != fmt.Sprint(os.Getpid()) {
		t.Errorf("the lock has the text %q", text)
	}
	if _, err := Lock(name, 0o600); !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), fmt.Sprint("process ", os.Getpid())) {
		t.Errorf("taken twice: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Lock(name, 0o600)
	if err != nil {
		t.Fatalf("free again: %v", err)
	}
	again.Close()
}

func TestNoDirectoryNoLock(t *testing.T) {
	if _, err := Lock(filepath.Join(t.TempDir(), "none", "lock"), 0o600); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// A process that ended without a word holds nothing, though its file is there, and though a
// process of its number runs: Windows gives numbers again at once.
func TestTheFileOfADeadProcessHoldsNothing(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	if err := os.WriteFile(name, fmt.Appendln(nil, os.Getpid()), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := Lock(name, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
}
