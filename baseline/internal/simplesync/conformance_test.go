package simplesync_test

import (
	"slices"
	"testing"

	"bellwether/baseline/internal/simplesync"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
)

// TestConformance tests all duties of simple-sync.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, simplesync.Algorithm(), conformance.Facts{
		Trials: append(runs(), outside()...),
		Known:  known,
		Leave:  []string{"Shift: " + pulses},
	})
}

// pulses is why its machines cannot be moved in time.
const pulses = "elections are numbered by the pulses of a clock that all nodes share, those that boot later, too; the numbers are in messages"

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
		{Case: "k start, the best among them", N: 7, K: 1, Start: emulator.Start{Elect: []protocol.ID{1}}, Otherwise: map[string]float64{"candidate": 42}},
	}
}

// known is what the explorer finds of simple-sync in all runs of small worlds.
var known = []conformance.Known{
	{World: "line of 2, one leader always", Verdict: "holds", Why: "messages are faster than pulses: all hear the same candidates"},
	{World: "complete of 3, one leader always", Verdict: "holds", Why: "messages are faster than pulses: all hear the same candidates"},
	{World: "complete of 4, one leader always", Verdict: "holds", Why: "who exceeds the best candidate stands at the next pulse"},
	{World: "complete of 3, start all, one leader always", Verdict: "holds", Why: "messages are faster than pulses: all hear the same candidates"},
	{World: "complete of 3, crashes 1, one leader always", Verdict: "holds", Why: "the dead are silent, and a dead winner is found out"},
	{World: "line of 2, losses 1, one leader rest", Verdict: "convicted", Steps: 6, Why: "who has not heard the best candidate at the pulse decides on itself: lock-step is all there is"},
	{World: "complete of 3, losses 1, one leader rest", Verdict: "convicted", Steps: 8, Why: "who has not heard the best candidate at the pulse decides on itself: lock-step is all there is"},
	{World: "line of 2, timers any, one leader always", Verdict: "convicted", Steps: 4, Why: "who has not heard the best candidate at the pulse decides on itself: lock-step is all there is"},
	{World: "line of 2, start all, timers any, one leader always", Verdict: "convicted", Steps: 3, Why: "who has not heard the best candidate at the pulse decides on itself: lock-step is all there is"},
	{World: "complete of 3, start all, timers any, one leader always", Verdict: "convicted", Steps: 3, Why: "who has not heard the best candidate at the pulse decides on itself: lock-step is all there is"},
}
