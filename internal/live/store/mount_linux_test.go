package store

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// mounted mounts a file system of its own. It skips the test if the user may not mount.
func mounted(t *testing.T) string {
	t.Helper()
	path := t.TempDir()
	if err := syscall.Mount("none", path, "tmpfs", 0, "size=64k,mode=700"); err != nil {
		t.Skipf("cannot mount: %v; the same is tested on a simulated disk", err)
	}
	t.Cleanup(func() { syscall.Unmount(path, syscall.MNT_DETACH) })
	return path
}

func TestRealFullDiskKeepsWhatWasSaved(t *testing.T) {
	path := mounted(t)
	d := mustOpen(t, filepath.Join(path, "state"))
	former := make([]byte, 9000)
	rand.NewChaCha8([32]byte{}).Read(former)
	if err := d.Save("raft", former); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(path, "ballast"), make([]byte, 1<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	if err := d.Save("raft", []byte("later")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("on a full disk: %v", err)
	}
	if _, err := d.NextIncarnation(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("an incarnation that is nowhere: %v", err)
	}
	d = reopen(t, d)
	if b, err := d.Saved("raft"); !bytes.Equal(b, former) || err != nil {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	if err := os.Remove(filepath.Join(path, "ballast")); err != nil {
		t.Fatal(err)
	}
	if n, err := d.NextIncarnation(); n != 1 || err != nil {
		t.Errorf("with space again: %d, %v", n, err)
	}
}

func TestReadOnlyDiskIsAClearError(t *testing.T) {
	path := mounted(t)
	d := mustOpen(t, path)
	if err := d.Save("raft", []byte("former")); err != nil {
		t.Fatal(err)
	}
	if err := d.write("peers", []byte("[")); err != nil {
		t.Fatal(err)
	}
	lock := d.lock
	lock.Close() // a file open for writing keeps the disk writable
	if err := syscall.Mount("none", path, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	if err := d.Save("raft", []byte("later")); !errors.Is(err, syscall.EROFS) {
		t.Errorf("Save: %v", err)
	}
	if b, err := d.Saved("raft"); string(b) != "former" || err != nil {
		t.Errorf("Saved: %q, %v", b, err)
	}
	// A file that cannot be set aside is not absent, so the error is not ErrTorn.
	if _, err := d.Peers(); !errors.Is(err, syscall.EROFS) || errors.Is(err, ErrTorn) {
		t.Errorf("Peers: %v", err)
	}
	if _, err := Open(path); !errors.Is(err, syscall.EROFS) {
		t.Errorf("Open: %v", err)
	}
}
