package fleet_test

import (
	"strings"
	"testing"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/daemon"
	"bellwether/internal/live/fleet/demo"
	"bellwether/protocol"
)

// shown runs a demo of so many agents to its end.
func shown(t *testing.T, a agent.Algorithm, nodes int) {
	t.Helper()
	var told strings.Builder
	err := demo.Run(t.Context(), demo.Options{
		Nodes: nodes, Algorithm: a.Name, Goal: a.Goal, Timing: "local", Program: program(t), Out: &told})
	if err != nil || !strings.Contains(told.String(), "has said goodbye and ended") {
		t.Errorf("%d agents of %s: %v, after\n%s", nodes, a.Name, err, told.String())
	}
}

// The demo ends whatever is elected, here by a majority of agents that a grid alone would not
// connect: .ci/live demo shows all algorithms.
func TestDemoEndsWell(t *testing.T) {
	t.Parallel()
	for _, a := range daemon.Algorithms(nil) {
		if a.Goal == protocol.GoalQuorum {
			shown(t, a, 5)
		}
	}
}
