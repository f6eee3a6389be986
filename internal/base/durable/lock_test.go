package durable

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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

// A process that undoes its lock leaves the file as it was: its bytes and its time, or no file.
func TestUndoLeavesTheFileAsItWas(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	undo := func() {
		l, err := Lock(name, 0o600)
		if err == nil {
			err = l.Undo()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if undo(); exists(name) {
		t.Error("a file is left where there was none")
	}
	then := time.Now().Add(-time.Hour).Round(time.Second)
	if err := errors.Join(os.WriteFile(name, []byte("1234567\n"), 0o600), os.Chtimes(name, then, then)); err != nil {
		t.Fatal(err)
	}
	undo()
	stat, err := os.Stat(name)
	if text, _ := os.ReadFile(name); err != nil || string(text) != "1234567\n" || !stat.ModTime().Equal(then) {
		t.Errorf("it has the text %q of %v, %v", text, stat.ModTime(), err)
	}
	l, err := Lock(name, 0o600)
	if err != nil {
		t.Fatalf("free again: %v", err)
	}
	l.Close()
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
