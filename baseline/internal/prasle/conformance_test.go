package prasle_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/prasle"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
	"bellwether/radio"
)

// TestConformance tests all duties of prasle.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, prasle.Algorithm(), conformance.Facts{
		Trials: append(runs(), outside()...),
		Known:  known,
	})
}

const (
	boot  = "all boot, each hears all, in a reliable network"
	round = "while one leads, each round"
)

// runs are trials of its costs: in two rounds all know the best, and say no more in an election
// of thirty.
func runs() (out []conformance.Trial) {
	for n := 1; n <= costtest.MostNodes; n++ {
		out = append(out, conformance.Trial{Case: boot, N: n, Params: reliable, Until: 10 * time.Second},
			conformance.Trial{Case: round, N: n, Params: halves, Start: emulator.Start{Leader: protocol.ID(n)},
				From: 5250 * time.Millisecond, Until: 15250 * time.Millisecond, Every: 20})
	}
	return out
}

var (
	reliable = map[string]string{"network": "reliable", "round": "500ms"}
	halves   = map[string]string{"round": "500ms"}
)

// outside are trials that do not meet the conditions of its costs.
func outside() []conformance.Trial {
	return []conformance.Trial{
		{Case: boot, N: 7, Graph: radio.Line(7), Params: reliable, Until: 10 * time.Second, Otherwise: map[string]float64{"pair": 28}},
		{Case: round, N: 7, Crash: 3, Params: halves, Start: emulator.Start{Leader: 7},
			From: 5250 * time.Millisecond, Until: 15250 * time.Millisecond, Every: 20, Otherwise: map[string]float64{"lead": 6}},
	}
}

// known is what the explorer finds of prasle in all runs of small worlds.
var known = []conformance.Known{
	{World: "rounds=1, line of 2, one leader always", Verdict: "holds", Why: "an election ends when the round after the last is over, and the better pair has been heard"},
	{World: "rounds=2, complete of 3, one leader always", Verdict: "holds", Why: "likewise"},
	{World: "rounds=2, network=reliable, line of 3", Verdict: "holds", Why: "a pair goes a hop in each round"},
	{World: "rounds=1, line of 2, crashes 1", Verdict: "holds", Why: "a dead pair grows old and is forgotten"},
	{World: "rounds=1, line of 2, losses 1", Verdict: "holds", Why: "every round a pair is said again"},
}
