package scenarios

import (
	"strings"
	"testing"

	"bellwether/baseline"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/scenarios/internal/section"
)

// The registration of a program's own algorithm fails if it does not declare its timers.
func TestUndeclaredTimersAreRefused(t *testing.T) {
	a := baseline.Named("bully")
	a.Name, a.Timers = "mine", 0
	_, err := Read("x.yaml", []byte("nodes: 3\nalgorithms: [mine]\n"), Options{More: []protocol.Algorithm{a}})
	if err == nil || !strings.Contains(err.Error(), "mine breaks its contract") || !strings.Contains(err.Error(), "declare Timers: ") {
		t.Errorf("got %v", err)
	}
}

// The built-in algorithms declare what they use.
func TestEveryAlgorithmRehearses(t *testing.T) {
	var s Scenario
	s.Detection = section.Detection{Interval: 2e9, Misses: 3}
	for _, a := range Algorithms() {
		config, faults := s.setup(Entry{Name: a.Name}, a)
		if len(faults) > 0 {
			t.Fatal(faults[0])
		}
		if err := overlay.Rehearse(a, config); err != nil {
			t.Error(err)
		}
	}
}
