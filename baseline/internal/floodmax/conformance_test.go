package floodmax_test

import (
	"testing"

	"bellwether/baseline/internal/floodmax"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
	"bellwether/radio"
)

// TestConformance tests all duties of flood-max.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, floodmax.Algorithm(), conformance.Facts{
		Trials: append(runs(), outside()...),
		Known:  known,
	})
}

// runs are trials of its costs.
func runs() []conformance.Trial {
	out := costtest.Upkeep("while one leads, each detection interval", protocol.GoalBest)
	for n := 1; n <= costtest.MostNodes; n++ {
		for _, g := range []radio.Graph{radio.Complete(n), radio.Line(n), radio.Star(n), radio.Lattice(n)} {
			out = append(out, conformance.Trial{Case: "the best claims", N: n, Graph: g,
				Start: emulator.Start{Elect: []protocol.ID{protocol.ID(n)}}})
		}
	}
	return out
}

// outside are trials that do not meet the conditions of its costs.
func outside() []conformance.Trial {
	return []conformance.Trial{
		{Case: "the best claims", N: 7, Start: emulator.Start{All: true}, Otherwise: map[string]float64{"claim": 28}},
		{Case: "the best claims", N: 7, Start: emulator.Start{Leader: 7, Elect: []protocol.ID{7}}, Otherwise: map[string]float64{"claim": 1}},
		costtest.OneDead("while one leads, each detection interval", 7, map[string]float64{"beacon": 6}),
	}
}

// known is what the explorer finds of flood-max in all runs of small worlds.
var known = []conformance.Known{
	{World: "line of 2, one leader always", Verdict: "convicted", Steps: 2, Why: "who hears a worse claim claims for itself, before the other hears of it"},
	{World: "complete of 3, one leader always", Verdict: "convicted", Steps: 3, Why: "who hears a worse claim claims for itself, before the other hears of it"},
	{World: "line of 3", Verdict: "holds", Why: "the better claim has reached all"},
	{World: "complete of 3, crashes 1", Verdict: "holds", Why: "a dead leader is given up after the detection time-out"},
	{World: "line of 2, losses 1, one leader rest", Verdict: "convicted", Steps: 3, Why: "a claim that is lost is heard with the next beacon only"},
}
