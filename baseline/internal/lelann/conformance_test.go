package lelann_test

import (
	"slices"
	"testing"

	"bellwether/baseline/internal/lelann"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
)

// TestConformance tests all duties of le-lann.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, lelann.Algorithm(), conformance.Facts{
		Trials: append(runs(), outside()...),
		Known:  known,
	})
}

// runs are trials of its costs.
func runs() []conformance.Trial {
	out := costtest.Monitored()
	for n := 1; n <= costtest.MostNodes; n++ {
		for _, t := range costtest.Starters("k start, the best among them", n) {
			if slices.Contains(t.Start.Elect, protocol.ID(n)) {
				out = append(out, t)
			}
		}
	}
	return out
}

// outside are trials that do not meet the conditions of its costs.
func outside() []conformance.Trial {
	return []conformance.Trial{
		{Case: "k start, the best among them", N: 7, K: 1, Start: emulator.Start{Elect: []protocol.ID{1}}, Otherwise: map[string]float64{"token": 49, "elected": 14}},
	}
}

// known is what the explorer finds of le-lann in all runs of small worlds.
var known = []conformance.Known{
	{World: "ring of 3, start all, one leader always", Verdict: "holds", Why: "all tokens pass all nodes before their own come home"},
	{World: "ring of 4, start all, one leader always", Verdict: "holds", Why: "all tokens pass all nodes before their own come home"},
	{World: "line of 2, one leader always", Verdict: "convicted", Steps: 6, Why: "the best of those that started leads until the better, which contest it, have elected theirs"},
	{World: "ring of 3, one leader always", Verdict: "convicted", Steps: 10, Why: "the best of those that started leads until the better, which contest it, have elected theirs"},
	{World: "line of 2", Verdict: "holds", Why: "the second ELECTED has reached the first winner"},
	{World: "ring of 3", Verdict: "holds", Why: "the second ELECTED has reached the first winner"},
	{World: "ring of 3, crashes 1", Verdict: "holds", Why: "lost tokens are sent again, and the ring is repaired"},
	{World: "line of 2, losses 1, one leader rest", Verdict: "convicted", Steps: 7, Why: "a lost ELECTED leaves the first election's winner in office until a leader announcement"},
	{World: "ring of 3, losses 1, one leader rest", Verdict: "convicted", Steps: 13, Why: "a lost ELECTED leaves the first election's winner in office until a leader announcement"},
	{World: "ring of 3, start all, losses 1", Verdict: "holds", Why: "whose collection is cut short names another, and hears the best's ELECTED"},
	{World: "ring of 3, timers any, one leader always, depth 4", Verdict: "bounded", Why: "time-outs only send tokens again; the ring's own pulls make the runs many"},
}
