package results

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/internal/base/build"
)

// Stored is the content of a directory.
type Stored struct {
	Path  string
	Kind  Kind
	Index *Index // nil: the directory is of the first form
	Lines []Line // of a run by row and seed; of a sweep in the order in which runs ended
	// Files says where the files that the scenario names are: see scenarios.Options.
	Files map[string]string
	// Readings list the hashes that are of one scenario.
	Readings Readings
}

// errNone marks a directory without results.
var errNone = errors.New("holds no results")

// Load reads a directory, also while a process writes there. It warns of a last line that
// was cut off, of the first form, and of metrics that lines lack.
func Load(path string, warn func(string)) (*Stored, error) {
	kind, index, err := kindOf(path)
	if err != nil {
		return nil, err
	}
	s := &Stored{Path: path, Kind: kind, Index: index, Files: map[string]string{}}
	name := filepath.Join(path, s.Kind.lines())
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	lines, _, warning, err := Read(bytes.NewReader(data), name)
	if err != nil {
		return nil, err
	}
	if warning != "" {
		warn(warning)
	}
	s.Lines = lines
	if index == nil {
		if len(lines) > 0 && lines[0].Schema == firstForm && lines[0].Build != "" {
			warn(fmt.Sprintf("%s is of an earlier bellwether (%s): it lacks metrics that were added later, and others may have been measured differently",
				path, lines[0].Build))
		}
		return s, nil
	}
	if text := lacks(lines); text != "" {
		warn(path + ": " + text)
	}
	s.Files, s.Readings = index.files(path), index.readings()
	if s.Kind == Run {
		slices.SortStableFunc(s.Lines, func(a, b Line) int {
			return cmp.Or(cmp.Compare(slices.Index(index.Rows, a.Label), slices.Index(index.Rows, b.Label)), cmp.Compare(a.Seed, b.Seed))
		})
	}
	return s, nil
}

// Strays returns an error that names the first line that is not of this directory: it was
// copied from another one, or changed. Call it before making a table from lines alone.
func (s *Stored) Strays() error {
	if s.Index == nil {
		return nil
	}
	for n := range s.Lines {
		l, why := &s.Lines[n], ""
		switch {
		case l.Broken() != "":
			why = "the line was changed: " + l.Broken()
		case !slices.Contains(s.Index.Rows, l.Label):
			why = "there is no such row"
		case !slices.ContainsFunc(s.Index.Programs, func(p Program) bool { return p.Build.Name() == l.Build }):
			why = fmt.Sprintf("it was made by bellwether %s, which %s does not list", l.Build, IndexFile)
		case s.Kind == Run && !s.Readings.Same(l.ScenarioSHA256, s.Lines[0].ScenarioSHA256):
			why = fmt.Sprintf("it is of another scenario than the run of %s, seed %d", s.Lines[0].Label, s.Lines[0].Seed)
		case s.Kind == Sweep && !slices.EqualFunc(l.Axes, s.Lines[0].Axes, func(a, b Setting) bool { return a.Path == b.Path }):
			why = "it has other axes than the other lines"
		}
		if why != "" {
			return fmt.Errorf("%s: the run of %s, seed %d, is not of this directory: %s; delete its line from %s",
				s.Path, l.Label, l.Seed, why, s.Kind.lines())
		}
	}
	return nil
}

// Finished reads a directory for a table: it must have a finished run, and no line of
// another directory.
func Finished(path string, warn func(string)) (*Stored, error) {
	s, err := Load(path, warn)
	if err != nil {
		return nil, err
	}
	if err := s.Strays(); err != nil {
		return nil, err
	}
	if len(s.Lines) == 0 {
		return nil, fmt.Errorf("%s has no finished run", path)
	}
	return s, nil
}

// lacks returns a warning of metrics that the programs of some lines did not know, "" if all
// lines have all metrics.
func lacks(lines []Line) string {
	n, first := 0, &Line{}
	for i := range lines {
		if l := &lines[i]; l.lacks != nil {
			if n++; n == 1 {
				first = l
			}
		}
	}
	if n == 0 {
		return ""
	}
	names := strings.Join(first.lacks[:min(len(first.lacks), mostLacks)], ", ")
	if more := len(first.lacks) - mostLacks; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("%d of %d runs were made by a program that did not know all metrics (bellwether %s): they lack %s",
		n, len(lines), first.Build, names)
}

// mostLacks is how many metrics a warning names.
const mostLacks = 8

// files returns the paths of the files, by their names in the scenario.
func (i *Index) files(dir string) map[string]string {
	out := map[string]string{}
	for _, e := range i.Files {
		out[e.As] = filepath.Join(dir, e.Name)
		if e.From != "" {
			out[e.As] = e.From
		}
	}
	return out
}

// Files returns the paths of the files that the scenario in a directory names, by their names
// in the scenario; nil if the directory has no index.
func Files(dir string) (map[string]string, error) {
	index, err := readIndex(dir)
	if err != nil || index == nil {
		return nil, err
	}
	return index.files(dir), nil
}

// FileSums returns the SHA-256 of the files that the scenario in a directory names, each behind its
// name in the scenario.
func FileSums(dir string) ([]string, error) {
	index, err := readIndex(dir)
	if err != nil || index == nil {
		return nil, err
	}
	var out []string
	for _, e := range index.Files {
		out = append(out, e.As, e.SHA256)
	}
	return out, nil
}

// ShardOf returns which shard of a plan's runs a directory has, "" if it has all or no index.
func ShardOf(dir string) (string, error) {
	index, err := readIndex(dir)
	if err != nil || index == nil {
		return "", err
	}
	return index.Shard, nil
}

// Each calls take with the lines of a directory, one after another, and returns its index. Lines of
// programs that the index does not list, and lines that were changed, are an error.
func Each(path string, take func(Readings, Place, *Line) error) (*Index, error) {
	kind, index, err := kindOf(path)
	switch {
	case err != nil:
		return nil, err
	case index == nil:
		return nil, fmt.Errorf("%s is of an earlier bellwether, without %s", path, IndexFile)
	}
	d := &Dir{Path: path, index: index, content: &Content{Kind: kind, Holds: func(same Readings) func(Place, *Line) error {
		return func(at Place, l *Line) error { return take(same, at, l) }
	}}}
	found, err := d.look(filepath.Join(path, kind.lines()))
	switch {
	case err != nil:
		return nil, err
	case found.strange != nil:
		return nil, fmt.Errorf("%s: %w", path, found.strange)
	case found.foreign != nil:
		return nil, fmt.Errorf("%s: %w", path, found.foreign)
	}
	return index, nil
}

// Indexed reports whether a directory has an index of results, readable or not.
func Indexed(path string) bool { return has(path, IndexFile) }

// KindOf returns the kind of the results of a directory.
func KindOf(path string) (Kind, error) {
	kind, _, err := kindOf(path)
	return kind, err
}

func kindOf(path string) (Kind, *Index, error) {
	index, err := readIndex(path)
	if err != nil {
		return "", nil, err
	}
	switch {
	case index != nil:
		return index.Kind, index, nil
	case has(path, SweepLines) || has(path, PlanFile):
		return Sweep, nil, nil
	case has(path, RunLines):
		return Run, nil, nil
	}
	return "", nil, none(path)
}

func has(path, file string) bool {
	_, err := os.Stat(filepath.Join(path, file))
	return err == nil
}

// none returns the error that a directory has no results. It names directories below that
// have some.
func none(path string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	var below []string
	for _, file := range []string{IndexFile, RunLines} {
		found, err := filepath.Glob(filepath.Join(escaped(path), "*", file))
		if err == nil && below == nil {
			for _, f := range found {
				below = append(below, filepath.Dir(f))
			}
		}
	}
	if below != nil {
		return fmt.Errorf("%s %w of its own, but directories below it do: %s", path, errNone, strings.Join(below, ", "))
	}
	return fmt.Errorf("%s %w: it has no %s", path, errNone, IndexFile)
}

// Changed lists the files that were changed or cannot be read, with the reason.
func (s *Stored) Changed() []string {
	if s.Index == nil {
		return nil
	}
	var out []string
	for _, e := range s.Index.Files {
		data, err := os.ReadFile(s.Files[e.As])
		switch {
		case err != nil:
			out = append(out, fmt.Sprintf("%s: %v", e.As, err))
		case digest(data) != e.SHA256:
			out = append(out, fmt.Sprintf("%s: its SHA-256 was %.12s… and is %.12s…", s.Files[e.As], e.SHA256, digest(data)))
		}
	}
	return out
}

// Record adds a program to the index that has made a sample again with the same results,
// so that it may add lines.
func Record(path string, p build.Program, sample Sample) error {
	held, err := take(path)
	if err != nil {
		return err
	}
	index, err := readIndex(path)
	if err == nil && index != nil {
		index.Programs = append(index.Programs, Program{p, &sample})
		err = index.write(path)
	}
	return errors.Join(err, held.Close())
}

// Knows reports whether a program may add lines without a further sample.
func (i *Index) Knows(p build.Program, bound string) bool {
	yes, _ := i.admits(p, bound)
	return yes
}
