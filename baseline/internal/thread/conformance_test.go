package thread_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/thread"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
	"bellwether/radio"
)

// TestConformance tests all duties of thread.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, thread.Algorithm(), conformance.Facts{
		Trials: append(runs(), outside()...),
		Known:  known,
	})
}

const (
	boot      = "all boot, until the first leads"
	takesOver = "one of more weight takes over, each hears all"
	leads     = "while one leads, on a ring, each longest interval"
)

// runs are trials of its costs.
func runs() (out []conformance.Trial) {
	for n := 1; n <= costtest.MostNodes; n++ {
		out = append(out, conformance.Trial{Case: boot, N: n, Params: standard, Until: 7 * time.Second},
			conformance.Trial{Case: leads, N: n, Params: standard, Graph: ring(n), Start: emulator.Start{Leader: protocol.ID(n)},
				From: 12 * time.Second, Until: 132 * time.Second, Every: 10},
		)
		if n > 1 {
			out = append(out, conformance.Trial{Case: takesOver, N: n, Params: standard, Values: offers(n),
				Start: emulator.Start{Leader: 1, Elect: []protocol.ID{protocol.ID(n)}}, Until: 30 * time.Second})
		}
	}
	return out
}

var standard = map[string]string{"timeout": "120s"}

func ring(n int) radio.Graph {
	if n < 3 {
		return radio.Complete(n)
	}
	return radio.Ring(n)
}

// offers are of nodes of which the last has external power.
func offers(n int) []int64 {
	out := make([]int64, n)
	out[n-1] = 500
	return out
}

// outside are trials that do not meet the conditions of its costs.
func outside() []conformance.Trial {
	return []conformance.Trial{
		{Case: leads, N: 7, Crash: 3, Params: standard, Graph: radio.Ring(7), Start: emulator.Start{Leader: 7},
			From: 12 * time.Second, Until: 132 * time.Second, Every: 10, Otherwise: map[string]float64{"advertisement": 6}},
		{Case: takesOver, N: 7, Params: standard, Values: offers(7), Graph: radio.Line(7),
			Start: emulator.Start{Leader: 1, Elect: []protocol.ID{7}}, Until: 6 * time.Second, Otherwise: map[string]float64{"parent-request": 1}},
	}
}

// known is what the explorer finds of thread in all runs of small worlds.
var known = []conformance.Known{
	{World: "requests=1, line of 2", Verdict: "holds", Why: "each founds a partition, and one of the two is better"},
	{World: "requests=1, complete of 3", Verdict: "holds", Why: "likewise"},
	{World: "requests=1, line of 2, one leader rest", Verdict: "convicted", Steps: 5, Why: "both found a partition before either hears the other; Thread promises one leader for a partition"},
	{World: "requests=1, line of 2, crashes 1", Verdict: "holds", Why: "the sequence of a dead leader rises no more"},
	{World: "requests=1, line of 2, losses 1", Verdict: "holds", Why: "an attempt is repeated at the next advertisement"},
	{World: "requests=1, line of 3, start settled, crashes 1", Verdict: "holds", Why: "likewise, and the members of one partition have one leader or find it lost"},
	{World: "requests=1, order=several-first, complete of 3", Verdict: "holds", Why: "a partition gets its second router once"},
}
