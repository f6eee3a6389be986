package durable

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A program that ends in the middle of its work leaves no temporary file, of those that are
// begun meanwhile neither; what has its name stays.
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
		t.Errorf("a file is begun later: %v", err)
	}
	if begun.Commit() == nil {
		t.Error("a removed file gets its name")
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "whole" {
		t.Errorf("left are %v, %v", left, err)
	}
}
