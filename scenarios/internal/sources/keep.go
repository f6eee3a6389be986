package sources

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/text"
	"bellwether/scenarios/internal/keys"
)

// KeepMovement keeps a file once, even if several groups name it.
func (f *Files) KeepMovement(name string, data []byte) error {
	file := f.copyOf(name, data)
	total := len(data)
	for _, other := range f.Movement {
		switch total += len(other.Data); {
		case other.Name != file.Name:
		case bytes.Equal(other.Data, data):
			return nil
		default:
			return fmt.Errorf("%s and %s have the same name, and would be one file beside a copy of the scenario", other.As, name)
		}
	}
	if total > maxTraceBytes {
		return fmt.Errorf("%s: the files of movement are larger than %d bytes together", name, maxTraceBytes)
	}
	f.Movement = append(f.Movement, file)
	return nil
}

// KeepProgram keeps a file of a row's program, which is in a directory, once.
func (f *Files) KeepProgram(dir, name string, data []byte) error {
	from := name
	if !filepath.IsAbs(from) {
		from = filepath.Join(dir, name)
	}
	file := Copy{Name: filepath.Base(name), As: name, From: from, Data: data}
	for _, other := range f.All() {
		switch {
		case other.Name != file.Name:
		case bytes.Equal(other.Data, data):
			return nil
		default:
			return fmt.Errorf("%s and %s have the same name, and would be one file beside a copy of the scenario", other.As, name)
		}
	}
	f.Programs = append(f.Programs, file)
	return nil
}

// KeepRadio keeps a file of the radio. A log of places and losses is one file, and kept once.
func (f *Files) KeepRadio(name string, data []byte) error {
	file := f.copyOf(name, data)
	for _, other := range f.All() {
		if other.Name == file.Name && !bytes.Equal(other.Data, data) {
			return fmt.Errorf("another file is called %s too, and they would be one file beside a copy of the scenario", file.Name)
		}
	}
	for _, other := range f.Movement {
		if other.Name == file.Name {
			return nil
		}
	}
	f.Radio = append(f.Radio, file)
	return nil
}

// KeepRoads keeps a road map, and returns the others that have its name beside a copy.
func (f *Files) KeepRoads(name string, data []byte) (same []string) {
	for _, other := range f.Roads {
		if filepath.Base(other.As) == filepath.Base(name) {
			same = append(same, other.As)
		}
	}
	f.Roads = append(f.Roads, f.copyOf(name, data))
	return same
}

// A Key is a key of the scenario that names a file.
type Key struct{ Path, Name string }

// ParseRadio reads a file of the radio, parses it, and keeps a copy. It reports what is wrong
// to the scenario file.
func (f *Files) ParseRadio(file *keys.File, key Key, parse func([]byte) error) {
	data, err := f.Data(key.Name)
	if err != nil {
		file.Fault(key.Path, "%s", Why(key.Name, err))
		return
	}
	if err := parse(data); err != nil {
		file.Fault(key.Path, "%s", text.Keys(errs.Why(err)))
		return
	}
	if err := f.KeepRadio(key.Name, data); err != nil {
		file.Fault(key.Path, "%v", err)
	}
}

// Why is why a file could not be read, without the path that was tried.
func Why(name string, err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Sprintf("cannot read %s: %v", name, err)
}
