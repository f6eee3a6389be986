package bully_test

import (
	"testing"

	"bellwether/baseline/internal/bully"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
)

// TestConformance tests all duties of bully.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, bully.Algorithm(), conformance.Facts{
		Trials: append(runs(), outside()...),
		Known:  known,
	})
}

// runs are trials of its costs.
func runs() []conformance.Trial {
	out := costtest.Monitored()
	for n := 1; n <= costtest.MostNodes; n++ {
		last := protocol.ID(n)
		for d := 1; d < n; d++ {
			out = append(out, conformance.Trial{Case: "the leader, the best of n, is dead; the d-th from below notices", N: n, D: d,
				Crash: last, Start: emulator.Start{Leader: last, Elect: []protocol.ID{protocol.ID(d)}}})
		}
		out = append(out, conformance.Trial{Case: "all are alive, and the worst starts", N: n,
			Start: emulator.Start{Leader: last, Elect: []protocol.ID{1}}})
	}
	return out
}

// outside are trials of its costs from a start that is not settled.
func outside() []conformance.Trial {
	return []conformance.Trial{
		{Case: "the leader, the best of n, is dead; the d-th from below notices", N: 7, D: 1, Crash: 7, Start: emulator.Start{Elect: []protocol.ID{1}}, Otherwise: map[string]float64{"election": 31, "coordinator": 6}},
		{Case: "all are alive, and the worst starts", N: 7, Start: emulator.Start{Elect: []protocol.ID{1}}, Otherwise: map[string]float64{"election": 36}},
	}
}

// known is what the explorer finds of bully in all runs of small worlds.
var known = []conformance.Known{
	{World: "line of 2, one leader always", Verdict: "holds", Why: "messages are faster than timers"},
	{World: "line of 3, one leader always", Verdict: "holds", Why: "messages are faster than timers"},
	{World: "complete of 3, crashes 1, one leader always", Verdict: "holds", Why: "the second time-out T' covers who dies after its OK"},
	{World: "line of 2, timers any, one leader always", Verdict: "convicted", Steps: 2, Why: "an OK that comes after T finds a node that has won: bully is for synchronous networks"},
	{World: "line of 3, timers any, one leader always", Verdict: "convicted", Steps: 3, Why: "an OK that comes after T finds a node that has won: bully is for synchronous networks"},
	{World: "line of 2, losses 1, one leader always", Verdict: "convicted", Steps: 3, Why: "a lost OK is a dead member to who waits for it"},
	{World: "complete of 3, losses 1", Verdict: "holds", Why: "the higher of two leaders stands up to the other's COORDINATOR"},
}
