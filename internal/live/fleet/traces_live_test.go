//go:build live

package fleet_test

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bellwether/internal/contract/optional"
	"bellwether/internal/laws/invariants"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/check"
)

// lawful checks the traces of all agents, life after life, against the properties that
// hold in every life of every node.
func lawful(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.ndjson"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no traces in %s: %v", dir, err)
	}
	lives := map[string][]string{} // by agent
	for _, file := range files {
		name, _ := life(file)
		lives[name] = append(lives[name], file)
	}
	elected := 0
	for name, files := range lives {
		slices.SortFunc(files, func(a, b string) int {
			_, x := life(a)
			_, y := life(b)
			return cmp.Compare(x, y)
		})
		checkers := []check.Checker{invariants.NewNewer()}
		if a, known := scenarios.Algorithm(algorithmOf(t, files[0])); !known || optional.Numbers(a) {
			checkers = append(checkers, invariants.NewMonotone())
		}
		for _, file := range files {
			elected += replay(t, file, checkers)
		}
		for _, c := range checkers {
			for _, v := range c.Verdicts() {
				t.Errorf("%s: %v", name, v)
			}
		}
	}
	if elected < len(lives) { // the last second of a life that was killed may be missing
		t.Errorf("%d agents followed a leader only %d times", len(lives), elected)
	}
}

// algorithmOf is the algorithm that a trace names in its header.
func algorithmOf(t *testing.T, file string) (name string) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	enough := errors.New("the header is read")
	_ = trace.Read(f, file, func(h *trace.Header, _ *trace.Line) error { name = h.Algorithm; return enough })
	return name
}

// life splits the name of a trace file: NAME.INCARNATION.ndjson.
func life(file string) (name string, incarnation int) {
	parts := strings.Split(filepath.Base(file), ".")
	incarnation, _ = strconv.Atoi(parts[1])
	return parts[0], incarnation
}

// replay gives the records of a trace to checkers and counts how often a leader was
// followed. The last line of a life that was killed may be torn.
func replay(t *testing.T, file string, checkers []check.Checker) (elected int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	whole := string(text[:1+strings.LastIndexByte(string(text), '\n')])
	if whole == "" {
		return 0 // killed before a line was written
	}
	err = trace.Read(strings.NewReader(whole), file, func(_ *trace.Header, l *trace.Line) error {
		if l.Record.Kind == trace.Elected {
			elected++
		}
		for _, c := range checkers {
			if c.Wants().Has(l.Record.Kind) {
				c.Record(&l.Record)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return elected
}
