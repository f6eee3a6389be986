package election

import (
	"testing"

	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/scenarios/compare"
)

// Nodes that come into each other's range, crash and come back have the leader that the
// goal wants nearly all the time.
func TestElects(t *testing.T) {
	s, err := scenarios.Load("ten-nodes", scenarios.Options{More: []protocol.Algorithm{Algorithm()}, Algorithms: []string{Algorithm().Name}})
	if err != nil {
		t.Fatal(err)
	}
	report, err := compare.Run(t.Context(), s, compare.Options{Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	const most = 0.05 // of the samples
	for _, name := range []string{"leaderless_fraction", "goal_instability_fraction"} {
		if got := report.Algorithms[0].Metrics.Get(name); got == nil || got.Mean > most {
			t.Errorf("%s is %v, more than %g", name, got, most)
		}
	}
}
