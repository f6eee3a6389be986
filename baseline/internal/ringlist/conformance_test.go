package ringlist_test

import (
	"testing"

	"bellwether/baseline/internal/ringlist"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol/conformance"
)

// TestConformance tests all duties of ring-list.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, ringlist.Algorithm(), conformance.Facts{
		Trials: append(runs(), outside()...),
		Known:  known,
	})
}

// runs are trials of its costs.
func runs() []conformance.Trial {
	out := costtest.Monitored()
	for n := 1; n <= costtest.MostNodes; n++ {
		out = append(out, costtest.Starters("k start", n)...)
	}
	return out
}

// outside are trials that do not meet the conditions of its costs.
func outside() []conformance.Trial {
	return []conformance.Trial{
		{Case: "k start", N: 7, K: 7, Crash: 3, Start: emulator.Start{All: true}, Otherwise: map[string]float64{"election": 81, "coordinator": 6}},
	}
}

// known is what the explorer finds of ring-list in all runs of small worlds.
var known = []conformance.Known{
	{World: "line of 2, one leader always", Verdict: "holds", Why: "the list that comes home is of all"},
	{World: "ring of 3, one leader always", Verdict: "holds", Why: "the list that comes home is of all"},
	{World: "ring of 4, start all, one leader always", Verdict: "holds", Why: "every list is of all: their starters conclude the same"},
	{World: "ring of 3, crashes 1, one leader always", Verdict: "holds", Why: "a lost list is begun again, and the ring is repaired"},
	{World: "line of 3, crashes 1, one leader always", Verdict: "holds", Why: "each part of what was the ring closes into its own"},
	{World: "line of 2, losses 1, one leader always", Verdict: "holds", Why: "a lost list is begun again; who missed COORDINATOR asks"},
	{World: "ring of 3, start all, losses 1, one leader always", Verdict: "holds", Why: "another's list does as well"},
	{World: "line of 2, timers any, one leader always, depth 4", Verdict: "bounded", Why: "time-outs only begin lists again; the ring's own pulls make the runs many"},
	{World: "ring of 3, timers any, one leader always, depth 3", Verdict: "bounded", Why: "time-outs only begin lists again; the ring's own pulls make the runs many"},
}
