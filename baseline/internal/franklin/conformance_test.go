package franklin_test

import (
	"testing"

	"bellwether/baseline/internal/franklin"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol/conformance"
)

// TestConformance tests all duties of franklin.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, franklin.Algorithm(), conformance.Facts{
		Trials: append(runs(), outside()...),
		Known:  known,
	})
}

// runs are trials of its costs.
func runs() []conformance.Trial {
	out := costtest.Monitored()
	all := emulator.Start{All: true}
	for n := 2; n <= costtest.MostNodes; n++ {
		out = append(out, conformance.Trial{Case: "all start, capabilities rise round the ring of two or more", N: n, Start: all})
	}
	for n := 1; n <= 5; n++ {
		for _, order := range costtest.Orders(n) {
			out = append(out, conformance.Trial{Case: "all start, in any order", N: n, Values: order, Start: all})
		}
	}
	return out
}

// outside are trials that do not meet the conditions of its costs.
func outside() []conformance.Trial {
	return []conformance.Trial{
		{Case: "all start, in any order", N: 7, Crash: 3, Start: emulator.Start{All: true}, Otherwise: map[string]float64{"election": 164, "elected": 6}},
		{Case: "all start, capabilities rise round the ring of two or more", N: 4, Values: []int64{4, 1, 3, 2}, Start: emulator.Start{All: true}, Otherwise: map[string]float64{"election": 24}},
	}
}

// known is what the explorer finds of franklin in all runs of small worlds.
var known = []conformance.Known{
	{World: "line of 2, one leader always", Verdict: "holds", Why: "only the last red hears itself from both sides"},
	{World: "ring of 3, one leader always", Verdict: "holds", Why: "only the last red hears itself from both sides"},
	{World: "ring of 4, start all, one leader always", Verdict: "holds", Why: "red neighbours are at most one round apart, in any order of delivery"},
	{World: "ring of 3, crashes 1, one leader always", Verdict: "holds", Why: "a newer wave takes all along afresh, and the ring is repaired"},
	{World: "line of 2, losses 1, one leader always", Verdict: "holds", Why: "a newer wave takes all along afresh"},
	{World: "ring of 3, start all, losses 1, one leader always", Verdict: "holds", Why: "a newer wave takes all along afresh"},
	{World: "line of 2, timers any, one leader always, depth 4", Verdict: "bounded", Why: "time-outs only begin newer waves; the ring's own pulls make the runs many"},
	{World: "ring of 3, timers any, one leader always, depth 3", Verdict: "bounded", Why: "time-outs only begin newer waves; the ring's own pulls make the runs many"},
}
