package campaign

import (
	"fmt"
	"os"
	"path/filepath"
)

// An atomicFile becomes visible under its name when it is whole.
type atomicFile struct {
	*os.File
	name string
}

func createAtomic(name string) (*atomicFile, error) {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return nil, err
	}
	return &atomicFile{f, name}, nil
}

// drop leaves nothing.
func (f *atomicFile) drop() {
	f.Close()
	os.Remove(f.File.Name())
}

// commit syncs the file and gives it its name; if it cannot, nothing is left.
func (f *atomicFile) commit() error {
	err := f.Sync()
	if err == nil {
		err = f.Chmod(0o644)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.File.Name(), f.name)
	}
	if err != nil {
		os.Remove(f.File.Name())
		return fmt.Errorf("campaign: %w", err)
	}
	return syncDir(filepath.Dir(f.name))
}

// syncDir makes a rename durable, where a directory can be synced.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return nil // some systems cannot open one
	}
	defer d.Close()
	d.Sync()
	return nil
}

// writeAtomic writes a whole file.
func writeAtomic(name string, data []byte) error {
	f, err := createAtomic(name)
	if err != nil {
		return fmt.Errorf("campaign: %w", err)
	}
	if _, err := f.Write(data); err != nil {
		f.drop()
		return fmt.Errorf("campaign: %w", err)
	}
	return f.commit()
}
