package capture_test

import (
	"testing"

	"bellwether/baseline/internal/capture"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
)

// TestConformance tests all duties of a-elect-leader-c.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, capture.Algorithm(), conformance.Facts{
		Trials: append(runs(), outside()...),
		Known:  known,
	})
}

// runs are trials of its costs.
func runs() []conformance.Trial {
	out := costtest.Monitored()
	for n := 1; n <= costtest.MostNodes; n++ {
		for id := 1; id <= n; id++ {
			out = append(out, conformance.Trial{Case: "one starts", N: n, Start: emulator.Start{Elect: []protocol.ID{protocol.ID(id)}}})
		}
		out = append(out, costtest.Starters("any number start", n)...)
	}
	return out
}

// outside are trials that do not meet the conditions of its costs.
func outside() []conformance.Trial {
	return []conformance.Trial{
		{Case: "one starts", N: 7, Start: emulator.Start{Elect: []protocol.ID{4, 7}}, Otherwise: map[string]float64{"capture": 12, "ack": 8, "check": 3, "eliminate": 3, "eliminated": 3, "nack": 1}},
	}
}

// known is what the explorer finds of a-elect-leader-c in all runs of small worlds.
var known = []conformance.Known{
	{World: "line of 2, one leader always", Verdict: "holds", Why: "who has captured everybody else is the only one"},
	{World: "complete of 3, start all, one leader always", Verdict: "holds", Why: "of two candidates one captures the other, or its owner"},
	{World: "complete of 4, start all, one leader always", Verdict: "holds", Why: "of two candidates one captures the other, or its owner"},
	{World: "complete of 3, crashes 1, one leader always", Verdict: "holds", Why: "the roll call passes over who is gone"},
	{World: "line of 2, losses 1, one leader always", Verdict: "holds", Why: "the roll call finds who is there, and is followed by what was lost"},
	{World: "complete of 3, start all, losses 1, one leader always", Verdict: "holds", Why: "the roll call finds who is there, and is followed by what was lost"},
	{World: "line of 2, timers any, one leader always", Verdict: "convicted", Steps: 5, Why: "time-outs before the answers: who waits for a leader stands anew, and passes over the one there is"},
	{World: "complete of 3, timers any, one leader always, depth 4", Verdict: "bounded", Why: "before a roll call and its end there is no fault"},
}
