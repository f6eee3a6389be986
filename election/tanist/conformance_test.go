package tanist_test

import (
	"testing"
	"time"

	"bellwether/election/tanist"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
	"bellwether/radio"
)

// TestConformance tests all duties of tanist.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, tanist.Algorithm(), conformance.Facts{
		Trials:     append(runs(), outside()...),
		Known:      known,
		Invariants: tanist.Invariants,
	})
}

const (
	contest  = "nobody leads, and the best is told to elect"
	handover = "the second best leads, and the best is d hops away"
	line     = "while one leads at the end of a line, and the next is its heir, in three intervals"
	upkeep   = "while one leads, each detection interval"
)

// runs are trials of its costs. An interval is a second.
func runs() []conformance.Trial {
	out := costtest.Upkeep(upkeep, protocol.GoalBest)
	for n := 1; n <= costtest.MostNodes; n++ {
		for _, g := range []radio.Graph{radio.Complete(n), radio.Line(n), radio.Star(n), radio.Lattice(n)} {
			out = append(out, conformance.Trial{Case: contest, N: n, Graph: g, Start: emulator.Start{Elect: []protocol.ID{protocol.ID(n)}},
				Until: 1500 * time.Millisecond})
		}
	}
	for n := 2; n <= costtest.MostNodes; n++ {
		out = append(out,
			succeeds(n, radio.Complete(n), 1), succeeds(n, radio.Line(n), n-1), succeeds(n, radio.Star(n), 1),
			// Offers fall along the line by so little that the heir bids at the first beacon.
			conformance.Trial{Case: line, N: n, Graph: radio.Line(n), Values: falling(n), Start: emulator.Start{Leader: 1},
				From: 4500 * time.Millisecond, Until: 13500 * time.Millisecond, Every: 3})
	}
	return out
}

// succeeds is a trial in which the first node leads, the last is the best, and is d hops away. It
// ends after the handover, before the heir's second beacon.
func succeeds(n int, g radio.Graph, d int) conformance.Trial {
	values := make([]int64, n)
	values[0], values[n-1] = 100, 101
	return conformance.Trial{Case: handover, N: n, D: d, Graph: g, Values: values, Start: emulator.Start{Leader: 1},
		Until: 1900 * time.Millisecond}
}

// falling are offers that fall from node to node by a thousandth.
func falling(n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(1000 - i)
	}
	return out
}

// outside are trials that do not meet the conditions of its costs.
func outside() []conformance.Trial {
	best := succeeds(7, radio.Complete(7), 1)
	best.Start.Leader, best.Otherwise = 7, map[string]float64{"handover": 0}
	return []conformance.Trial{
		{Case: contest, N: 7, Start: emulator.Start{Leader: 7, Elect: []protocol.ID{7}}, Until: 1500 * time.Millisecond,
			Otherwise: map[string]float64{"claim": 0}},
		best,
		// The other end is the heir: its bid takes six hops.
		{Case: line, N: 7, Graph: radio.Line(7), Values: []int64{1000, 1, 1, 1, 1, 1, 999}, Start: emulator.Start{Leader: 1},
			From: 4500 * time.Millisecond, Until: 13500 * time.Millisecond, Every: 3, Otherwise: map[string]float64{"bid": 6}},
	}
}

// known is what the explorer finds in all runs of small worlds.
var known = []conformance.Known{
	{World: "line of 3", Verdict: "holds", Why: "one claim, which nobody contradicts in vain"},
	{World: "line of 3, crashes 1", Verdict: "holds", Why: "a silent leader is pulled for, and lost"},
	{World: "complete of 3, crashes 1", Verdict: "holds", Why: "the same, with neighbours that answer"},
	{World: "complete of 3, start each/all, values permuted/tied", Verdict: "holds", Why: "the best claim is followed by all"},
	{World: "line of 2, losses 1", Verdict: "holds", Why: "the next beacon, or a PULL, repeats what was lost"},
	{World: "line of 2, crashes 1, restarts 1", Verdict: "holds", Why: "a node that boots asks its neighbours who leads"},
}
