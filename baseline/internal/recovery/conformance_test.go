package recovery_test

import (
	"testing"

	"bellwether/baseline/internal/recovery"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
)

// TestConformance tests all duties of omega-crash-recovery.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, recovery.Algorithm(), conformance.Facts{
		Trials: runs,
		Known:  known,
	})
}

// runs are trials of its costs; node 1 is the only leader that it keeps.
var runs = append(costtest.Upkeep("each period, for ever", protocol.GoalStablest),
	costtest.OneDead("each period, for ever", 1, map[string]float64{"heartbeat": 36}))

// known is what the explorer finds of omega-crash-recovery in all runs of small worlds.
var known = []conformance.Known{
	{World: "line of 2, one leader always", Verdict: "holds", Why: "all have heard of all before they name one"},
	{World: "complete of 3, one leader always", Verdict: "holds", Why: "all have heard of all before they name one"},
	{World: "line of 2, crashes 1, one leader always", Verdict: "holds", Why: "the dead fall out of the windows"},
	{World: "complete of 3, crashes 1, one leader always", Verdict: "holds", Why: "the dead fall out of the windows"},
	{World: "line of 2, crashes 1, losses 1, one leader always", Verdict: "holds", Why: "a window holds more than one heartbeat"},
	{World: "complete of 3, losses 1, one leader always", Verdict: "holds", Why: "a window holds more than one heartbeat"},
	{World: "line of 2, losses 2, one leader always", Verdict: "convicted", Steps: 9, Why: "who has heard of nobody in its first period names itself"},
	{World: "line of 2, timers any, one leader always", Verdict: "convicted", Steps: 3, Why: "who has heard of nobody in its first period names itself"},
	{World: "complete of 3, timers any, one leader always", Verdict: "convicted", Steps: 3, Why: "who has heard of nobody in its first period names itself"},
}
