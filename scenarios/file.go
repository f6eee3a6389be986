package scenarios

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"bellwether/internal/base/strictyaml"
)

// A sideFile is what a copy of the scenario needs beside it.
type sideFile struct {
	Name string // without directories
	As   string // as the scenario names it
	From string // the absolute path; "" of one that comes with bellwether
	Data []byte
}

// fileOf keeps a file that was read.
func (r *reader) fileOf(name string, data []byte) sideFile {
	f := sideFile{Name: filepath.Base(name), As: name, Data: data}
	if r.where == nil {
		return f
	}
	if path, err := filepath.Abs(r.where(name)); err == nil {
		if _, err := os.Stat(path); err == nil {
			f.From = path
		}
	}
	return f
}

// Files are the movement file, the road maps and the files of the radio that the
// scenario names.
func (s *Scenario) Files() []sideFile {
	out := slices.Clone(s.files)
	for _, of := range s.roads {
		out = append(out, of.copy)
	}
	return append(out, s.radioCopies...)
}

// Digest is the SHA-256 of all that a run depends on beside its row, its seed and
// the program: the scenario as run, without its name, what it is about, its rows,
// seeds and number of runs, and the bytes of its files.
func (s *Scenario) Digest() string {
	one := *s
	one.Name, one.About, one.Algorithms, one.Runs, one.Seed = "", "", nil, 1, 1
	hash := sha256.New()
	hash.Write(one.YAML())
	for _, f := range s.Files() {
		sum := sha256.Sum256(f.Data)
		hash.Write(sum[:])
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// Row is the row as text: label, algorithm and the parameters that are given, in
// the order of their names. A parameter that is left out has the program's default.
func (e Entry) Row() string {
	return fmt.Sprintf("%s %s %s", e.Label, e.Name, strictyaml.Inline(e.Params))
}
