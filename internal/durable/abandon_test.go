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
