package prasle

import (
	"strings"
	"testing"

	"bellwether/internal/base/stats"
	"bellwether/internal/draw/table"
)

// The hops of the networks of Table I, by hand.
func TestTopologies(t *testing.T) {
	want := map[string][4]int{"ring": {5, 10, 15, 20}, "line": {9, 19, 29, 39}, "mesh": {5, 7, 9, 11}, "clique": {1, 1, 1, 1}}
	for _, top := range topologies {
		for i, n := range sizes {
			if got := top.hops(n); got != want[top.name][i] {
				t.Errorf("%s of %d has %d hops, want %d", top.name, n, got, want[top.name][i])
			}
		}
	}
}

// A run is a function of its seed, and one in which each round is said takes about the rounds to
// the farthest node.
func TestARunTakesItsRounds(t *testing.T) {
	each := readings[3]
	for _, row := range []struct {
		of        int
		least, up float64
	}{{0, 0.4, 0.9}, {3, 0.04, 0.3}} {
		took, err := each.run(t.Context(), topologies[row.of], 10, 1)
		if err != nil || took < row.least || took > row.up {
			t.Errorf("%s of 10: %v s (%v), want %v to %v", topologies[row.of].name, took, err, row.least, row.up)
		}
		if again, _ := each.run(t.Context(), topologies[row.of], 10, 1); again != took {
			t.Errorf("%s of 10: %v s, and again %v s", topologies[row.of].name, took, again)
		}
	}
}

// Where the values are the published ones, nothing speaks against a claim.
func TestThePublishedAgreesWithItself(t *testing.T) {
	s := &Study{Runs: paperRuns, values: map[string]map[point]stats.Measured{}}
	for _, r := range readings {
		s.values[r.Name] = map[point]stats.Measured{}
		each(func(p point) {
			m := theirs(p)
			m.Half = 0.001
			s.values[r.Name][p] = m
		})
	}
	var text strings.Builder
	if err := s.Write(&text, table.Markdown); err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(text.String(), "Table I")
	if strings.Contains(head, "| no") || strings.Contains(head, "open:") || !strings.Contains(head, "yes, 16 of 16") {
		t.Errorf("the published against itself:\n%s", head)
	}
}
