package results

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"bellwether/internal/base/durable"
)

// settle writes what is missing: files, then documents, then the index.
func (d *Dir) settle() error {
	d.sweepLeftovers()
	if err := d.copyFiles(); err != nil {
		return err
	}
	for _, f := range d.content.Documents {
		name := filepath.Join(d.Path, f.Name)
		if there, err := os.ReadFile(name); err == nil && bytes.Equal(there, f.Data) {
			continue
		}
		if err := write(name, f.Data); err != nil {
			return err
		}
	}
	d.index.Name, d.index.Rows = d.content.Name, d.content.Rows
	if there, err := readIndex(d.Path); err == nil && reflect.DeepEqual(there, d.index) {
		return nil
	}
	return d.index.write(d.Path)
}

// sweepLeftovers removes temporary files of a process that was killed.
func (d *Dir) sweepLeftovers() {
	names := []string{IndexFile}
	for _, f := range append(slices.Clone(d.content.Documents), d.content.Files...) {
		names = append(names, f.Name)
	}
	for _, name := range append(names, d.content.Made...) {
		found, err := filepath.Glob(filepath.Join(escaped(d.Path), "."+escaped(name)+".*"+durable.Beside))
		if err != nil {
			continue
		}
		for _, left := range found {
			os.Remove(left)
		}
	}
}

// escaped escapes the special characters of filepath.Match.
func escaped(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

// copyFiles copies the files that the scenario names and the index does not yet list. With
// NoCopy it only lists them.
func (d *Dir) copyFiles() error {
	fresh, err := d.fresh()
	if err != nil {
		return err
	}
	for _, f := range d.content.Files {
		if err := d.restore(f); err != nil {
			return err
		}
	}
	for _, f := range fresh {
		e := entry{As: f.As, Bytes: len(f.Data), SHA256: digest(f.Data)}
		if d.content.NoCopy && f.From != "" {
			e.From, d.index.Movable = f.From, false
		} else {
			e.Name = d.free(f)
			if err := write(filepath.Join(d.Path, e.Name), f.Data); err != nil {
				return err
			}
		}
		d.index.Files = append(slices.DeleteFunc(d.index.Files, func(old entry) bool { return old.As == f.As }), e)
	}
	return nil
}

// fresh returns the files that the index does not list yet. It returns an error if the copies of
// all files would be too large.
func (d *Dir) fresh() (fresh []File, err error) {
	size, most := 0, d.content.MaxCopied
	if most == 0 {
		most = maxCopied
	}
	for _, e := range d.index.Files {
		if e.From == "" {
			size += e.Bytes
		}
	}
	for _, f := range d.content.Files {
		if e := d.index.file(f.As); e != nil && (e.SHA256 == digest(f.Data) || d.Kept > 0) ||
			slices.ContainsFunc(fresh, func(g File) bool { return g.As == f.As }) {
			continue
		}
		fresh = append(fresh, f)
		size += len(f.Data)
	}
	if size > most && !d.content.NoCopy {
		return nil, fmt.Errorf("the files that the scenario names have %d bytes, and a directory of results gets copies of at most %d: "+
			"with --no-copy they are left where they are, and the directory cannot be moved then", size, most)
	}
	return fresh, nil
}

// restore writes a copy again if it is missing or damaged.
func (d *Dir) restore(f File) error {
	e := d.index.file(f.As)
	if e == nil || e.Name == "" || e.SHA256 != digest(f.Data) {
		return nil
	}
	name := filepath.Join(d.Path, e.Name)
	if there, err := os.ReadFile(name); err == nil && digest(there) == e.SHA256 {
		return nil
	}
	return write(name, f.Data)
}

// free returns a name for a copy: the name of a file with the same bytes, or else a new one.
func (d *Dir) free(f File) string {
	for n := 1; ; n++ {
		name := f.Name
		if n > 1 {
			name = fmt.Sprintf("%d-%s", n, f.Name)
		}
		there, err := os.ReadFile(filepath.Join(d.Path, name))
		reserved := []string{IndexFile, PlanFile, ScenarioFile, RunLines, SweepLines, lockFile}
		for _, doc := range d.content.Documents {
			reserved = append(reserved, doc.Name)
		}
		if !slices.Contains(append(reserved, d.content.Made...), name) &&
			(errors.Is(err, fs.ErrNotExist) || err == nil && bytes.Equal(there, f.Data)) {
			return name
		}
	}
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
