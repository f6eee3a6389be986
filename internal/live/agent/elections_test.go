package agent_test

import (
	"testing"

	"bellwether/election"
	"bellwether/election/tanist"
	"bellwether/internal/live/agent"
	"bellwether/protocol"
)

// elections are the algorithms between which users of live mode choose first. What live mode
// promises is tested with both.
func elections() []protocol.Algorithm {
	return []protocol.Algorithm{election.Vasudevan(), tanist.Algorithm()}
}

// each runs a test with each of them.
func each(t *testing.T, test func(*testing.T, agent.Algorithm)) {
	for _, a := range elections() {
		t.Run(a.Name, func(t *testing.T) { test(t, agent.Algorithm{Algorithm: a}) })
	}
}
