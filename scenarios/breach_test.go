package scenarios

import (
	"strings"
	"testing"

	"bellwether/baseline"
	"bellwether/overlay"
	"bellwether/protocol"
)

// A program that brings an algorithm is told as it registers it what that forgot to
// declare.
func TestUndeclaredTimersAreToldAtOnce(t *testing.T) {
	a := baseline.Named("bully")
	a.Name, a.Timers = "mine", 0
	_, err := Read("x.yaml", []byte("nodes: 3\nalgorithms: [mine]\n"), Options{More: []protocol.Algorithm{a}})
	if err == nil || !strings.Contains(err.Error(), "mine breaks its contract") || !strings.Contains(err.Error(), "declare Timers: ") {
		t.Errorf("got %v", err)
	}
}

// All that come with bellwether keep to what they declare.
func TestEveryAlgorithmRehearses(t *testing.T) {
	var s Scenario
	s.Detection = detectionSection{Interval: 2e9, Misses: 3}
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
