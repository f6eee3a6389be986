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
	"bellwether/trace"
)

// whole asks for whole runs, which take a minute and a half of processor time.
var whole = flag.Bool("whole", false, "hash the traces of whole runs, not of their first quarter")

// hashFile is where the trace hashes of the built-in scenarios stand, a line each:
// scenario, row, seed, hash. A refactoring leaves both files as they are; a change of
// results says in its commit which of them changed and why.
func hashFile() string {
	if *whole {
		return "testdata/hashes-whole.txt"
	}
	return "testdata/hashes.txt"
}

// TestTraceHashesOfBuiltinScenarios runs each row of each built-in scenario once, from
// the scenario's seed, for a quarter of its duration; .ci/hashes asks for all of it.
func TestTraceHashesOfBuiltinScenarios(t *testing.T) {
	if testing.Short() {
		t.Skip("116 runs of minutes each")
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

// hashesOf gives the lines of one scenario.
func hashesOf(t *testing.T, name string) (lines []string) {
	t.Helper()
	s, err := Load(name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range s.Algorithms {
		lines = append(lines, fmt.Sprintf("%s %s %d %s\n", name, row.Label, s.Seed, hashOf(t, s, row)))
	}
	return lines
}

// hashOf runs one row.
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

// compareLines tells each line that is another.
func compareLines(t *testing.T, want, got string) {
	t.Helper()
	stood := map[string]bool{}
	for line := range strings.Lines(want) {
		stood[line] = true
	}
	for line := range strings.Lines(got) {
		if !stood[line] {
			t.Errorf("another trace, or a new row (-update writes it down): %s", strings.TrimSpace(line))
		}
		delete(stood, line)
	}
	for line := range stood {
		t.Errorf("no longer so: %s", strings.TrimSpace(line))
	}
}
