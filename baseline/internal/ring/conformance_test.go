package ring_test

import (
	"slices"
	"testing"

	"bellwether/baseline/internal/ring"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
)

// TestConformance tests all duties of chang-roberts.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, ring.Algorithm(), conformance.Facts{
		Trials: append(runs(), outside()...),
		Known:  known,
	})
}

// TestConformanceReplacing tests all duties of chang-roberts-replacing.
func TestConformanceReplacing(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, ring.Replacing(), conformance.Facts{
		Trials: append(runsReplacing(), outsideReplacing()...),
		Known:  knownReplacing,
	})
}

// runs are trials of the costs of Chang and Roberts's algorithm: capabilities are in
// several orders round the ring, whose order is that of IDs.
func runs() []conformance.Trial {
	out := append(costtest.Monitored(), one()...)
	for n := 1; n <= costtest.MostNodes; n++ {
		all := emulator.Start{All: true}
		rising, falling := costtest.IDs(n), costtest.IDs(n)
		slices.Reverse(falling)
		out = append(out,
			conformance.Trial{Case: "all start, capabilities rise in the direction of sending", N: n, Values: rising, Start: all},
			conformance.Trial{Case: "all start, capabilities fall in the direction of sending", N: n, Values: falling, Start: all})
		if n > mostOrdered {
			continue
		}
		for _, order := range costtest.Orders(n) {
			out = append(out,
				conformance.Trial{Case: "all start, the mean of all orders", N: n, Values: order, Start: all},
				conformance.Trial{Case: "all start, in any order of capabilities", N: n, Values: order, Start: all})
		}
	}
	return out
}

// mostOrdered is the size of the largest rings that are run in all orders.
const mostOrdered = 5

// runsReplacing are trials of the variant's costs.
func runsReplacing() []conformance.Trial {
	out := append(costtest.Monitored(), one()...)
	for n := 1; n <= mostOrdered; n++ {
		for _, order := range costtest.Orders(n) {
			out = append(out, conformance.Trial{Case: "all start", N: n, Values: order, Start: emulator.Start{All: true}})
		}
	}
	return out
}

// one returns trials in which one node starts.
func one() (out []conformance.Trial) {
	for n := 1; n <= costtest.MostNodes; n++ {
		for d := range n {
			out = append(out, conformance.Trial{Case: "one starts, d hops before the best", N: n, D: d,
				Start: emulator.Start{Elect: []protocol.ID{protocol.ID(n - d)}}})
		}
	}
	return out
}

// outside are trials of its costs with a dead member.
func outside() []conformance.Trial {
	return []conformance.Trial{
		{Case: "all start, in any order of capabilities", N: 7, Crash: 3, Start: emulator.Start{All: true}, Otherwise: map[string]float64{"election": 36, "elected": 6}},
		{Case: "one starts, d hops before the best", N: 7, D: 6, Crash: 7, Start: emulator.Start{Elect: []protocol.ID{1}}, Otherwise: map[string]float64{"election": 24, "elected": 6}},
	}
}

// outsideReplacing are trials of the variant's costs with a dead member.
func outsideReplacing() []conformance.Trial {
	return []conformance.Trial{
		{Case: "all start", N: 7, Crash: 3, Start: emulator.Start{All: true}, Otherwise: map[string]float64{"election": 79, "elected": 6}},
		{Case: "one starts, d hops before the best", N: 7, D: 6, Crash: 7, Start: emulator.Start{Elect: []protocol.ID{1}}, Otherwise: map[string]float64{"election": 54, "elected": 6}},
	}
}

// known is what the explorer finds of chang-roberts in all runs of small worlds.
var known = []conformance.Known{
	{World: "line of 3, one leader always", Verdict: "holds", Why: "only the best's token comes home"},
	{World: "ring of 4, one leader always", Verdict: "holds", Why: "only the best's token comes home"},
	{World: "ring of 3, crashes 1, one leader always", Verdict: "holds", Why: "lost tokens are sent again, and the ring is repaired"},
	{World: "ring of 3, losses 1, one leader always", Verdict: "holds", Why: "lost tokens are sent again"},
	{World: "ring of 3, timers any, one leader always, depth 4", Verdict: "bounded", Why: "time-outs only send tokens again; the ring's own pulls make the runs many"},
}

// knownReplacing is what the explorer finds of chang-roberts-replacing in all runs of small
// worlds.
var knownReplacing = []conformance.Known{
	{World: "line of 2, one leader always", Verdict: "holds", Why: "only the best's token comes home"},
	{World: "ring of 3, one leader always", Verdict: "holds", Why: "only the best's token comes home"},
	{World: "ring of 4, start all, one leader always", Verdict: "holds", Why: "every token comes home to the best, which announces itself each time"},
	{World: "ring of 3, crashes 1, one leader always", Verdict: "holds", Why: "lost tokens are sent again, and the ring is repaired"},
	{World: "line of 2, losses 1, one leader always", Verdict: "holds", Why: "lost tokens are sent again"},
	{World: "ring of 3, start all, losses 1, one leader always", Verdict: "holds", Why: "another's token does as well: it is the best's when it comes home"},
	{World: "line of 2, timers any, one leader always, depth 4", Verdict: "bounded", Why: "time-outs only send tokens again; the ring's own pulls make the runs many"},
	{World: "ring of 3, timers any, one leader always, depth 4", Verdict: "bounded", Why: "time-outs only send tokens again; the ring's own pulls make the runs many"},
}
