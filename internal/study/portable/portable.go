// Package portable describes a scenario to a machine that has only the program: its text, the
// values set over it, and the files that it names, each identified by its hash.
//
// It assumes that the other machine can fetch a content by its hash, and that both have the
// same program, with the same algorithms. It never trusts a description: a scenario is read as
// strictly as a user's, and reads only files that were fetched for it.
//
// Cost: a description is hashed once, by the machine that makes it. A machine keeps what it
// has read between orders, within the bounds of a [Cache].
package portable

import (
	"fmt"

	"bellwether/internal/study/tasks"
	"bellwether/scenarios"
)

// A Spec describes a scenario.
type Spec struct {
	Name     string      `json:"name"`     // for errors
	Scenario string      `json:"scenario"` // the SHA-256 of its text
	Set      [][2]string `json:"set,omitempty"`
	Files    []File      `json:"files,omitempty"`
}

// A File is a file that the scenario names.
type File struct {
	As     string `json:"as"`
	SHA256 string `json:"sha256"`
}

// Bounds of a spec. A plan has at most twelve axes, whose values set some paths each; a scenario
// names some files.
const (
	maxSet   = 1000
	maxFiles = 1000
)

// Contents returns the files of a scenario by content.
func Contents(s *scenarios.Scenario) (files []File, contents []tasks.Content) {
	for _, f := range s.Files() {
		one := tasks.NewContent(f.Data)
		files, contents = append(files, File{f.As, one.SHA256}), append(contents, one)
	}
	return files, contents
}

// A Loaded is a scenario that was loaded from its description.
type Loaded struct {
	*scenarios.Scenario
	Text  []byte
	Files map[string]string // their paths, by their names in the scenario
}

// Bytes is the size of the scenario's files.
func (l *Loaded) Bytes() (sum int) {
	for _, f := range l.Scenario.Files() {
		sum += len(f.Data)
	}
	return sum
}

// Load reads a described scenario. o has the program's own parts, and says which rows to keep.
func (s *Spec) Load(needs tasks.Fetched, o scenarios.Options) (*Loaded, error) {
	if len(s.Set) > maxSet || len(s.Files) > maxFiles {
		return nil, fmt.Errorf("portable: an order that sets %d paths and names %d files: at most %d and %d", len(s.Set), len(s.Files), maxSet, maxFiles)
	}
	text, err := needs.Bytes(s.Scenario)
	if err != nil {
		return nil, err
	}
	for _, set := range s.Set {
		o.Set = append(o.Set, scenarios.Assign(set[0], set[1]))
	}
	o.Files = map[string]string{}
	for _, f := range s.Files {
		if o.Files[f.As], err = needs.File(f.SHA256); err != nil {
			return nil, err
		}
	}
	read, err := scenarios.Read(s.Name, text, o)
	if err != nil {
		return nil, err
	}
	return &Loaded{read, text, o.Files}, nil
}
