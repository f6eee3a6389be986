package scenarios

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"bellwether/internal/base/strictyaml"
	"bellwether/scenarios/internal/sources"
)

// A sideFile is what a copy of the scenario needs beside it.
type sideFile = sources.Copy

// Files are the movement file, the road maps, the files of the radio and those of programs
// that the scenario names.
func (s *Scenario) Files() []sideFile { return s.kept.All() }

// Notes are the notes of the readers of movement and contacts: what they skipped, and what
// they assumed. They are among the warnings.
func (s *Scenario) Notes() []string {
	var out []string
	for _, one := range s.kept.Notes {
		out = append(out, one.Message())
	}
	return out
}

// Digest is the SHA-256 of all that a run depends on beside its row, its seed and
// the program: the scenario as run, without its name, what it is about, its rows,
// seeds and number of runs, and the bytes of its files.
func (s *Scenario) Digest() string {
	one := *s
	one.Name, one.About, one.Algorithms, one.Runs, one.Seed = "", "", nil, 1, 1
	hash := sha256.New()
	hash.Write(one.YAML())
	for _, f := range s.kept.World() {
		sum := sha256.Sum256(f.Data)
		hash.Write(sum[:])
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// Row is the row as text: label, algorithm and the parameters that are given, in
// the order of their names. A parameter that is left out has the program's default. The row of a program
// has the hash of it, too.
func (e Entry) Row() string {
	row := fmt.Sprintf("%s %s %s", e.Label, e.Name, strictyaml.Inline(e.Params))
	if len(e.Command) > 0 {
		row += " " + e.Content
	}
	return row
}
