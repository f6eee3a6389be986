package durable_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"bellwether/internal/base/durable"
	"bellwether/internal/base/durable/durabletest"
)

func listing(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// Devices are refused, because with root's rights a rename would replace them.
func TestDevicesAreNotReplaced(t *testing.T) {
	for _, name := range []string{os.DevNull, t.TempDir()} {
		before, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := durable.Write(durable.OS{}, name, 0o600, []byte("x")); err == nil || !strings.Contains(err.Error(), name+" is a directory, a device or a pipe") {
			t.Errorf("%s: %v", name, err)
		}
		if after, err := os.Stat(name); err != nil || after.Mode() != before.Mode() {
			t.Fatalf("%s is now %v, %v", name, after.Mode(), err)
		}
	}
}

func TestFilesAreWholeOrAbsent(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "x")
	if err := durable.Write(durable.OS{}, name, 0o644, []byte("first")); err != nil {
		t.Fatal(err)
	}
	f, err := durable.Create(durable.OS{}, name, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, "half of the sec")
	if got, _ := os.ReadFile(name); string(got) != "first" {
		t.Errorf("before Commit the file has %q", got)
	}
	f.Close() // the next step fails
	if err := f.Commit(); err == nil {
		t.Error("a closed file was committed")
	}
	if got := listing(t, dir); got != "x" {
		t.Errorf("the directory has %s", got)
	}
	if err := durable.Write(durable.OS{}, filepath.Join(dir, "none", "x"), 0o644, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a directory that does not exist: %v", err)
	}
	if mode, _ := os.Stat(name); mode.Mode().Perm() != 0o644 {
		t.Errorf("mode %v, want 0644 whatever the umask", mode.Mode())
	}
}

func TestADroppedFileIsRemoved(t *testing.T) {
	dir := t.TempDir()
	f, err := durable.Create(durable.OS{}, filepath.Join(dir, "x"), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, "something")
	f.Drop()
	if got := listing(t, dir); got != "" {
		t.Errorf("the directory has %s", got)
	}
}

func TestARetargetedFileHasOnlyItsNewName(t *testing.T) {
	dir := t.TempDir()
	f, err := durable.Create(durable.OS{}, filepath.Join(dir, "x"), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	f.Retarget(f.Target() + ".failed")
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := listing(t, dir); got != "x.failed" {
		t.Errorf("the directory has %s", got)
	}
}

func TestDataAreSyncedBeforeTheRenameAndTheNameAfterIt(t *testing.T) {
	disk := durabletest.New()
	if err := durable.Write(disk, filepath.Join(t.TempDir(), "x"), 0o600, []byte("data")); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(disk.Log, " "); got != "create write chmod sync close rename syncdir" {
		t.Errorf("steps: %s", got)
	}
}

// TestPowerMayFailAtAnyStep cuts the power after each step of the second of two writes,
// for every state in which the disk may leave unsynced data.
func TestPowerMayFailAtAnyStep(t *testing.T) {
	const former, later = "the former file", "the later one, which is longer"
	for _, outcome := range durabletest.Outcomes() {
		for power := 0; ; power++ {
			name := filepath.Join(t.TempDir(), "x")
			disk := durabletest.New()
			if err := durable.Write(disk, name, 0o600, []byte(former)); err != nil {
				t.Fatal(err)
			}
			disk.Power = power
			wrote := durable.Write(disk, name, 0o600, []byte(later))
			if err := disk.Restart(outcome); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(name)
			switch {
			case err != nil:
				t.Fatalf("power lost after %d steps: %v", power, err)
			case wrote == nil && string(got) != later:
				t.Errorf("written without an error, but the file has %q", got)
			case string(got) != former && string(got) != later:
				t.Errorf("power lost after %d steps: the file has %q", power, got)
			}
			if wrote == nil {
				break
			}
			if !errors.Is(wrote, durabletest.ErrPower) {
				t.Fatalf("after %d steps: %v", power, wrote)
			}
		}
	}
}

func TestAFullDiskKeepsTheFormerFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "x")
	disk := durabletest.New()
	if err := durable.Write(disk, name, 0o600, []byte("former")); err != nil {
		t.Fatal(err)
	}
	disk.Space = 3
	if err := durable.Write(disk, name, 0o600, []byte("later")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("on a full disk: %v", err)
	}
	if got, _ := os.ReadFile(name); string(got) != "former" || listing(t, dir) != "x" {
		t.Errorf("the file has %q, the directory %s", got, listing(t, dir))
	}
}
