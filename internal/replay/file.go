package replay

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// A newFile gets its name when it is complete.
type newFile struct {
	*os.File
	name string
}

func create(name string) (*newFile, error) {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", name, bare(err))
	}
	return &newFile{f, name}, nil
}

// end gives the file its name, or removes it if there was an error.
func (f *newFile) end(failed error) error {
	err := errors.Join(failed, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.File.Name(), f.name)
	}
	if err != nil {
		os.Remove(f.File.Name())
	}
	if failed != nil || err == nil {
		return nil // the caller has the error already
	}
	return fmt.Errorf("cannot write %s: %w", f.name, bare(err))
}

// Write writes a whole file.
func Write(name string, data []byte) error {
	f, err := create(name)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.end(err))
}
