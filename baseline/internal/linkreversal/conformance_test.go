package linkreversal_test

import (
	"testing"

	"bellwether/baseline/internal/linkreversal"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
	"bellwether/radio"
)

// TestConformance tests all duties of link-reversal.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, linkreversal.Algorithm(), conformance.Facts{
		Trials: append(runs(), outside()...),
		Known:  known,
	})
}

// runs are trials of its costs.
func runs() []conformance.Trial {
	out := costtest.Upkeep("while one leads, each detection interval", protocol.GoalBest)
	for n := 1; n <= costtest.MostNodes; n++ {
		for _, g := range []radio.Graph{radio.Complete(n), radio.Line(n), radio.Star(n), radio.Lattice(n)} {
			out = append(out, conformance.Trial{Case: "the first leader elects itself", N: n, Graph: g,
				Start: emulator.Start{Elect: []protocol.ID{protocol.ID(n)}}})
		}
	}
	return out
}

// outside are trials that do not meet the conditions of its costs.
func outside() []conformance.Trial {
	return []conformance.Trial{
		{Case: "the first leader elects itself", N: 7, Graph: radio.Complete(7), Start: emulator.Start{All: true}, Otherwise: map[string]float64{"update": 78}},
		costtest.OneDead("while one leads, each detection interval", 7, map[string]float64{"beacon": 6}),
	}
}

// known is what the explorer finds of link-reversal in all runs of small worlds.
var known = []conformance.Known{
	{World: "line of 2, one leader always", Verdict: "holds", Why: "one leader pair, which everybody adopts once"},
	{World: "line of 3, one leader always", Verdict: "holds", Why: "one leader pair, which everybody adopts once"},
	{World: "complete of 3, one leader always", Verdict: "holds", Why: "one leader pair, which everybody adopts once"},
	{World: "line of 2, start all, one leader always", Verdict: "convicted", Why: "who elects itself leads at once; of two leader pairs one has priority"},
	{World: "line of 2, start all", Verdict: "holds", Why: "the other pair is adopted"},
	{World: "complete of 3, start all", Verdict: "holds", Why: "the other pairs are adopted"},
	{World: "line of 3, crashes 1, one leader always", Verdict: "holds", Why: "what is left of a line is too short for two searches"},
	{World: "complete of 3, crashes 1, one leader always", Verdict: "convicted", Steps: 3, Why: "who has heard of nobody yet when the leader dies leads for want of anybody: a channel that is forming does not count"},
	{World: "complete of 3, crashes 1", Verdict: "holds", Why: "searches come back, and of two leader pairs one has priority"},
	{World: "line of 4, crashes 1", Verdict: "holds", Why: "searches come back, and of two leader pairs one has priority"},
	{World: "line of 3, losses 1, one leader always", Verdict: "holds", Why: "a beacon says again what was lost"},
	{World: "complete of 3, losses 1", Verdict: "holds", Why: "a beacon says again what was lost"},
	{World: "line of 2, timers any, one leader always", Verdict: "convicted", Steps: 1, Why: "the other's patience may end before it hears of the first: who elects itself leads at once; of two leader pairs one has priority"},
	{World: "line of 2, timers any, depth 6", Verdict: "bounded", Why: "beacons go on for ever"},
}
