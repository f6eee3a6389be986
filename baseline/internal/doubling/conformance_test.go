package doubling_test

import (
	"math/rand/v2"
	"testing"

	"bellwether/baseline/internal/doubling"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
)

// TestConformance tests all duties of s-elect-leader-c.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, doubling.Algorithm(), conformance.Facts{
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
	all := emulator.Start{All: true}
	for n := 1; n <= costtest.MostNodes; n++ {
		out = append(out, conformance.Trial{Case: "all start, capabilities rise round the roster", N: n, Start: all})
		if n == 1 {
			continue
		}
		g := rand.New(rand.NewPCG(uint64(n), 1))
		for range 10 {
			values := costtest.IDs(n)
			g.Shuffle(n, func(i, j int) { values[i], values[j] = values[j], values[i] })
			out = append(out, conformance.Trial{Case: "all start, in any order", N: n, Values: values, Start: all})
		}
	}
	return out
}

// outside are trials that do not meet the conditions of its costs.
func outside() []conformance.Trial {
	return []conformance.Trial{
		{Case: "all start, in any order", N: 7, Start: emulator.Start{Elect: []protocol.ID{1}}, Otherwise: map[string]float64{"leader": 12}},
		{Case: "all start, capabilities rise round the roster", N: 7, Values: []int64{7, 6, 5, 4, 3, 2, 1}, Start: emulator.Start{All: true}, Otherwise: map[string]float64{"capture": 22, "ack": 14, "refuse": 8}},
	}
}

// known is what the explorer finds of s-elect-leader-c in all runs of small worlds.
var known = []conformance.Known{
	{World: "line of 2, one leader always", Verdict: "holds", Why: "messages are faster than pulses"},
	{World: "complete of 3, one leader always", Verdict: "holds", Why: "the first winner steps down for an election that takes it along"},
	{World: "complete of 4, start all, one leader always", Verdict: "holds", Why: "messages are faster than pulses: the best refuses all others"},
	{World: "complete of 3, crashes 1, one leader always", Verdict: "holds", Why: "who is silent twice is passed over"},
	{World: "line of 2, losses 1, one leader always", Verdict: "holds", Why: "who is silent is asked once more"},
	{World: "complete of 3, losses 1, one leader always", Verdict: "holds", Why: "who is silent is asked once more"},
	{World: "complete of 3, losses 2, one leader always", Verdict: "convicted", Steps: 21, Why: "a member whose answers are lost twice is passed over for dead"},
	{World: "line of 2, start all, timers any, one leader always", Verdict: "convicted", Steps: 6, Why: "pulses before any message: both pass over the other for dead"},
	{World: "line of 2, timers any, one leader always, depth 4", Verdict: "bounded", Why: "no election is over so soon"},
	{World: "complete of 3, timers any, one leader always, depth 4", Verdict: "bounded", Why: "no election is over so soon"},
}
