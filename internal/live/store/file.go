package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"bellwether/internal/base/durable"
)

// torn ends the name of a file that was set aside.
const torn = ".torn"

// private is the mode of every file: anybody who may write the identity can become the
// node.
const private = 0o600

// readNumber reads a number, 0 if the file is absent.
func (d *Dir) readNumber(name string) (uint32, error) {
	b, err := d.read(name)
	if b == nil {
		return 0, err
	}
	if len(b) != 4 || binary.LittleEndian.Uint32(b) == 0 {
		return 0, d.setAside(name, fmt.Errorf("%w: it holds no number above 0", ErrTorn))
	}
	return binary.LittleEndian.Uint32(b), nil
}

func (d *Dir) writeNumber(name string, n uint32) error {
	return d.write(name, binary.LittleEndian.AppendUint32(nil, n))
}

// read returns the contents of a file, nil if the file is absent.
func (d *Dir) read(name string) ([]byte, error) {
	if d.lock == nil {
		return nil, d.closed()
	}
	f, err := os.Open(filepath.Join(d.path, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.LimitReader(f, int64(headerBytes+MaxBytes+1)))
	f.Close()
	if err != nil {
		return nil, err
	}
	contents, err := unframe(name, b)
	if err != nil {
		return nil, d.setAside(name, err)
	}
	return contents, nil
}

// setAside renames a file that cannot be used, and returns an error with the reason. It
// replaces a file of the same name that was set aside earlier.
func (d *Dir) setAside(name string, why error) error {
	path := filepath.Join(d.path, name)
	err := d.system.Rename(path, path+torn)
	if err == nil {
		err = d.system.SyncDir(d.path)
	}
	if err != nil {
		return fmt.Errorf("%s: %v, and it cannot be set aside: %w", path, why, err)
	}
	return fmt.Errorf("%s: %w; it is now %s", path, why, name+torn)
}

// wasTorn reports whether a file of that name was ever set aside.
func (d *Dir) wasTorn(name string) bool {
	_, err := os.Lstat(filepath.Join(d.path, name+torn))
	return err == nil
}

func (d *Dir) write(name string, contents []byte) error {
	if d.lock == nil {
		return d.closed()
	}
	if len(contents) > MaxBytes {
		return fmt.Errorf("%s: %d bytes are more than the %d that are kept", name, len(contents), MaxBytes)
	}
	if err := durable.Write(d.system, filepath.Join(d.path, name), private, frame(name, contents)); err != nil {
		return fmt.Errorf("%s is not written: %w", name, err)
	}
	return nil
}
