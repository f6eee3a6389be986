package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"bellwether/internal/base/build"
	"bellwether/internal/base/durable"
)

// Names of files. See the package comment.
const (
	IndexFile    = "index.json"
	PlanFile     = "plan.yaml"
	ScenarioFile = "scenario.yaml" // of a run
	RunLines     = "runs.ndjson"
	SweepLines   = "results.ndjson"
	lockFile     = "lock"
)

// Readable is the mode of the files of a directory: others may read results.
const Readable = 0o644

// A Kind says whether results are of one scenario or of a plan.
type Kind string

// The kinds.
const (
	Run   Kind = "run"   // one scenario
	Sweep Kind = "sweep" // a plan
)

// lines returns the name of the file of lines.
func (k Kind) lines() string {
	if k == Run {
		return RunLines
	}
	return SweepLines
}

// An Index describes what a directory holds.
type Index struct {
	Schema int    `json:"schema"`
	Kind   Kind   `json:"kind"`
	Name   string `json:"name"`
	// Rows are the labels, in the order of the scenario; lines are in the order in which
	// runs ended.
	Rows []string `json:"rows"`
	// Shard is the part of a plan's runs that is here, I/N; "": all.
	Shard string `json:"shard,omitempty"`
	// Movable is false if files were not copied.
	Movable  bool      `json:"movable"`
	Files    []entry   `json:"files"`
	Programs []Program `json:"programs"` // that may add lines, the first one first
}

// An entry is a file that the scenario names.
type entry struct {
	As     string `json:"as"`             // as the scenario names it
	Name   string `json:"name,omitempty"` // of the copy
	From   string `json:"from,omitempty"` // where it was left, if it was not copied
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// A Program is a program that may add lines.
type Program struct {
	build.Program
	// Verified is the sample that it made again with the same results; nil for a program that
	// cannot differ from the one before it.
	Verified *Sample `json:"verified,omitempty"`
}

// A Sample is some runs of a directory, chosen by a seed.
type Sample struct {
	Runs int    `json:"runs"`
	Of   int    `json:"of"`
	Seed uint64 `json:"seed"`
	// Scenarios lists the scenarios of the directory for which the program computes another
	// hash.
	Scenarios Readings `json:"scenarios,omitempty"`
}

// readIndex reads an index; nil if it does not exist.
func readIndex(dir string) (*Index, error) {
	name := filepath.Join(dir, IndexFile)
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	i := new(Index)
	if err := json.Unmarshal(data, i); err != nil {
		return nil, fmt.Errorf("%s: no index of results: %w: take it from a copy of the directory, or begin again in another", name, err)
	}
	switch {
	case i.Schema > Form:
		return nil, fmt.Errorf("%s is of form %d, later than this bellwether, which reads up to %d: a later one reads it", name, i.Schema, Form)
	case i.Schema <= firstForm || i.Kind != Run && i.Kind != Sweep:
		return nil, fmt.Errorf("%s: no index of results: it states schema %d and kind %q", name, i.Schema, i.Kind)
	}
	return i, nil
}

// write writes the index.
func (i *Index) write(dir string) error {
	data, err := json.MarshalIndent(i, "", "  ")
	if err != nil {
		return err
	}
	return write(filepath.Join(dir, IndexFile), append(data, '\n'))
}

func write(name string, data []byte) error {
	if err := durable.Write(durable.OS{}, name, Readable, data); err != nil {
		return fmt.Errorf("%w: %w", ErrWrite, err)
	}
	return nil
}

// file returns the entry of a file, nil if the index does not list it.
func (i *Index) file(as string) *entry {
	for n := range i.Files {
		if i.Files[n].As == as {
			return &i.Files[n]
		}
	}
	return nil
}

// admits reports whether a program may add lines without a sample, and whether the index
// does not list it yet. bound is why results may depend on the processor, "" if they do not.
func (i *Index) admits(p build.Program, bound string) (yes, anew bool) {
	for _, known := range i.Programs {
		if known.Build.Name() != p.Build.Name() {
			continue
		}
		if known.Machine.SameProcessor(p.Machine) {
			return true, false
		}
		yes = yes || bound == ""
	}
	return yes, yes
}

// goOn says what a user can do with a directory that another program has begun.
func goOn(dir string) string {
	return fmt.Sprintf(`go on with that one, or see with "bellwether verify %s" whether this one gives the same and may go on, or begin in another directory`, dir)
}

// stranger returns the error that a program may not add lines.
func (i *Index) stranger(dir string, p build.Program, bound string) error {
	first := i.Programs[0]
	what := fmt.Sprintf("%s was begun with bellwether %s, this is %s", dir, first.Build.Name(), p.Build.Name())
	if first.Build.Name() == p.Build.Name() {
		what = fmt.Sprintf("%s was begun on %v, this is %v, and %s", dir, first.Machine, p.Machine, bound)
	}
	return fmt.Errorf(`%s; %s`, what, goOn(dir))
}
