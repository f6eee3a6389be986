package omega_test

import (
	"slices"
	"testing"

	"bellwether/baseline/internal/omega"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
)

// TestConformance tests all duties of omega.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, omega.Algorithm(), conformance.Facts{
		Trials: runs(),
		Known:  known,
	})
}

// runs are trials of its costs, for two of its detectors; node 1 is the only leader that it
// keeps.
func runs() []conformance.Trial {
	pull := costtest.Upkeep("each detection interval, for ever; detector pull", protocol.GoalSmallestID)
	phi := costtest.Upkeep("each detection interval, for ever; detector phi", protocol.GoalSmallestID)
	for i := range phi {
		phi[i].Params = map[string]string{"detector": "phi"}
	}
	dead := []conformance.Trial{
		costtest.OneDead(pull[0].Case, 1, map[string]float64{"ping": 36, "pong": 30}),
		costtest.OneDead(phi[0].Case, 1, map[string]float64{"heartbeat": 36}),
	}
	dead[1].Params = phi[0].Params
	return slices.Concat(pull, phi, dead)
}

// known is what the explorer finds of omega in all runs of small worlds.
var known = []conformance.Known{
	{World: "line of 2, one leader always", Verdict: "holds", Why: "all name the smallest ID at boot"},
	{World: "complete of 3, one leader always", Verdict: "holds", Why: "all name the smallest ID at boot"},
	{World: "line of 2, crashes 1, one leader always", Verdict: "holds", Why: "the dead answer no Ping"},
	{World: "complete of 3, crashes 1, one leader always", Verdict: "holds", Why: "the dead answer no Ping"},
	{World: "complete of 3, losses 1, one leader always", Verdict: "holds", Why: "a question is open longer than one answer takes to be lost"},
	{World: "line of 2, timers any, one leader always", Verdict: "convicted", Steps: 4, Why: "a Pong that comes after the time-out: the suspect is alive"},
	{World: "complete of 3, timers any, one leader always", Verdict: "convicted", Steps: 4, Why: "a Pong that comes after the time-out: the suspect is alive"},
	{World: "line of 2, timers any, depth 5", Verdict: "bounded", Why: "the late Pong takes the suspicion back"},
}
