package replay

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"bellwether/internal/base/durable"
	"bellwether/internal/base/gz"
)

// readable is the mode of written files: others may read traces.
const readable = 0o644

// A newFile gets its name when it is complete.
type newFile struct {
	io.Writer
	packed *gzip.Writer // nil: as text
	file   *durable.File
}

// create begins a file, packed if its name asks for it.
func create(name string) (*newFile, error) {
	file, err := durable.Create(durable.OS{}, name, readable)
	if err != nil {
		return nil, unwritten(err)
	}
	if !gz.Named(name) {
		return &newFile{Writer: file, file: file}, nil
	}
	packed := gzip.NewWriter(file)
	return &newFile{Writer: packed, packed: packed, file: file}, nil
}

// end gives the file its name, or removes it if there was an error, which the caller has.
func (f *newFile) end(failed error) error {
	if failed != nil {
		f.file.Drop()
		return nil
	}
	var err error
	if f.packed != nil {
		err = f.packed.Close()
	}
	if err != nil {
		f.file.Drop()
	} else {
		err = f.file.Commit()
	}
	if err != nil {
		return unwritten(err)
	}
	return nil
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

func unwritten(err error) error { return fmt.Errorf("cannot write: %w", err) }
