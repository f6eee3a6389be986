package durable

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// After Abandon no temporary file is left, and none can be created. Committed files stay.
func TestAbandonedFilesAreRemoved(t *testing.T) {
	t.Cleanup(func() { pending.ended = false })
	dir := t.TempDir()
	if err := Write(OS{}, filepath.Join(dir, "whole"), 0o600, []byte("a")); err != nil {
		t.Fatal(err)
	}
	begun, err := Create(OS{}, filepath.Join(dir, "begun"), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := begun.Write([]byte("half")); err != nil {
		t.Fatal(err)
	}
	Abandon()
	if _, err := Create(OS{}, filepath.Join(dir, "late"), 0o600); !errors.Is(err, errAbandoned) {
		t.Errorf("a file is created after Abandon: %v", err)
	}
	if begun.Commit() == nil {
		t.Error("a removed file can be committed")
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "whole" {
		t.Errorf("the directory has %v, %v", left, err)
	}
}

// A locking, like Windows, removes no file that is open.
type locking struct {
	OS
	open map[string]bool
}

func (w locking) Create(dir, pattern string) (Handle, error) {
	h, err := w.OS.Create(dir, pattern)
	if err == nil {
		w.open[h.Name()] = true
		h = closing{h, w}
	}
	return h, err
}

func (w locking) Remove(name string) error {
	if w.open[name] {
		return errors.New("it is open")
	}
	return w.OS.Remove(name)
}

type closing struct {
	Handle
	of locking
}

func (c closing) Close() error {
	delete(c.of.open, c.Name())
	return c.Handle.Close()
}

func TestAbandonedFilesAreRemovedWhereOpenOnesCannotBe(t *testing.T) {
	t.Cleanup(func() { pending.ended = false })
	dir := t.TempDir()
	if _, err := Create(locking{open: map[string]bool{}}, filepath.Join(dir, "begun"), 0o600); err != nil {
		t.Fatal(err)
	}
	Abandon()
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("the directory has %v, %v", left, err)
	}
}
