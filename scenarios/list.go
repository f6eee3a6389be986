package scenarios

import (
	"errors"
	"fmt"
	"strconv"

	"bellwether/internal/plural"
	"bellwether/internal/strict"
)

// Find gives the file of a built-in scenario, or an error that suggests one.
func Find(name string) ([]byte, error) {
	data, ok := Source(name)
	if !ok {
		return nil, fmt.Errorf("scenarios: %s: %w%s", name, ErrNotFound, strict.Hint(name, Builtin()))
	}
	return data, nil
}

// List gives a row for each built-in scenario: its name, nodes, duration, runs,
// number of algorithms, and what it is for.
func List() ([][]string, error) {
	var rows [][]string
	for _, name := range Builtin() {
		s, err := Load(name, Options{})
		if err != nil {
			return nil, err
		}
		rows = append(rows, []string{s.Name, strconv.Itoa(s.Nodes), s.Duration.String(),
			strconv.Itoa(s.Runs), strconv.Itoa(len(s.Algorithms)), s.About})
	}
	return rows, nil
}

// Check loads scenarios and gives a line for each that is sound, and its
// warnings; the error holds the faults of the others.
func Check(names []string, o Options) (lines []string, err error) {
	var faults []error
	for _, name := range names {
		s, err := Load(name, o)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		for _, w := range s.Warnings() {
			lines = append(lines, "warning: "+w.String())
		}
		as := ""
		if of, ok := s.recording(); ok && s.follows {
			as = fmt.Sprintf(" as %s lasts, the first %v are warm-up", of.file, s.Warmup)
		}
		lines = append(lines, fmt.Sprintf("%s: sound: %s, %v%s, %s of %s",
			name, plural.Of(s.Nodes, "node"), s.Duration, as, plural.Of(s.Runs, "run"), plural.Of(len(s.Algorithms), "algorithm")))
	}
	return lines, errors.Join(faults...)
}
