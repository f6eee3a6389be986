package scenarios

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"bellwether/emulator"
	"bellwether/internal/testkit/sample"
	"bellwether/trace"
)

// whole makes the tests run whole scenarios, which takes a minute and a half of processor
// time.
var whole = flag.Bool("whole", false, "hash the traces of whole runs, not of their first quarter")

// hashFile returns the file with the trace hashes of the built-in scenarios, one on each
// line: scenario, row, seed, hash. A refactoring changes neither file. A commit that
// changes results names the hashes that change, and the reason.
func hashFile() string {
	if *whole {
		return "testdata/hashes-whole.txt"
	}
	return "testdata/hashes.txt"
}

// fewRows is how many rows of a scenario are hashed without -whole where more than fewNodes
// nodes contend for the medium: a run of theirs takes seconds, and up to twenty where frames of
// every pair fill it. All algorithms are rows of two-islands, whose sixteen nodes contend, too.
// Of other scenarios than allRows go test compares the first leastRows; .ci/hashes compares all.
const (
	fewRows   = 5
	fewNodes  = 20
	leastRows = 2
	allRows   = "two-islands"
)

// part reports whether only a part of the rows is run.
func part() bool { return !*whole && !*update && !sample.Whole() }

// hashedRows are the rows of a scenario of which there are hashes.
func hashedRows(s *Scenario) []Entry {
	most := len(s.Algorithms)
	switch {
	case part() && s.Name != allRows:
		most = leastRows
	case !*whole && s.Radio.Contended() && s.Nodes > fewNodes:
		most = fewRows
	}
	return s.Algorithms[:min(most, len(s.Algorithms))]
}

// TestTraceHashesOfBuiltinScenarios runs rows of each built-in scenario once, from the
// scenario's seed, for a quarter of its duration; .ci/hashes runs all rows for the whole of it.
func TestTraceHashesOfBuiltinScenarios(t *testing.T) {
	if testing.Short() {
		t.Skip("some 50 runs of minutes each")
	}
	lines := make([][]string, len(Builtin()))
	t.Run("run", func(t *testing.T) {
		for i, name := range Builtin() {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				lines[i] = hashesOf(t, name)
			})
		}
	})
	got := strings.Join(slices.Concat(lines...), "")
	if *update {
		if err := os.WriteFile(hashFile(), []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(hashFile())
	if err != nil {
		t.Fatal(err)
	}
	compareLines(t, string(want), got)
}

// hashesOf returns the lines of one scenario.
func hashesOf(t *testing.T, name string) (lines []string) {
	t.Helper()
	s, err := Load(name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range hashedRows(s) {
		lines = append(lines, fmt.Sprintf("%s %s %d %s\n", name, row.Label, s.Seed, hashOf(t, s, row)))
	}
	return lines
}

// hashOf returns the hash of one row.
func hashOf(t *testing.T, s *Scenario, row Entry) string {
	t.Helper()
	hash := trace.NewHash()
	config, err := s.Config(row, s.Seed, hash)
	if err != nil {
		t.Fatal(err)
	}
	if !*whole {
		config.Until /= 4
	}
	world, err := emulator.New(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return hash.Sum()
}

// compareLines reports each line that differs.
func compareLines(t *testing.T, want, got string) {
	t.Helper()
	stood := map[string]bool{}
	for line := range strings.Lines(want) {
		stood[line] = true
	}
	for line := range strings.Lines(got) {
		if !stood[line] {
			t.Errorf("the trace has changed, or the row is new (-update records it): %s", strings.TrimSpace(line))
		}
		delete(stood, line)
	}
	for line := range stood {
		if part() {
			break
		}
		t.Errorf("no longer there: %s", strings.TrimSpace(line))
	}
}
