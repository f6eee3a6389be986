package globalview_test

import (
	"testing"

	"bellwether/baseline/internal/globalview"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
)

// TestConformance tests all duties of global-view.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, globalview.Algorithm(), conformance.Facts{
		Trials: runs,
		Known:  known(11),
	})
}

// TestConformanceTopologyAware tests all duties of topology-aware.
func TestConformanceTopologyAware(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, globalview.TopologyAware(), conformance.Facts{
		Trials: runs,
		Known:  known(17),
	})
}

// runs are trials of the costs of both, of two nodes or more.
var runs = append(costtest.Upkeep(upkeep, protocol.GoalBest)[1:],
	conformance.Trial{Case: upkeep, N: 7, Start: emulator.Start{All: true}, Otherwise: map[string]float64{"knowledge": 7, "edit": 12}})

const upkeep = "while nothing changes, each detection interval; n > 1"

// known is what the explorer finds of both in all runs of small worlds. They differ in one
// number: forgetful is how many steps lead to two leaders if two messages may be lost.
func known(forgetful int) []conformance.Known {
	return []conformance.Known{
		{World: "line of 2, one leader always", Verdict: "holds", Why: "nobody is named before everybody listed lists back: all choose from one graph"},
		{World: "line of 3, one leader always", Verdict: "holds", Why: "nobody is named before everybody listed lists back: all choose from one graph"},
		{World: "complete of 3, one leader always", Verdict: "holds", Why: "nobody is named before everybody listed lists back: all choose from one graph"},
		{World: "hold=0s, line of 3, one leader always", Verdict: "holds", Why: "in any order of telling: nobody is named before everybody listed lists back: all choose from one graph"},
		{World: "line of 2, crashes 1, one leader always", Verdict: "holds", Why: "whom no neighbour lists nobody reaches"},
		{World: "line of 3, crashes 1, one leader always", Verdict: "holds", Why: "whom no neighbour lists nobody reaches"},
		{World: "complete of 3, crashes 1, one leader always", Verdict: "holds", Why: "whom no neighbour lists nobody reaches"},
		{World: "line of 2, losses 1, one leader always", Verdict: "holds", Why: "the next checksum shows what was lost, before patience ends"},
		{World: "line of 3, losses 1, one leader always", Verdict: "holds", Why: "the next checksum shows what was lost, before patience ends"},
		{World: "complete of 3, losses 1, one leader always", Verdict: "holds", Why: "the next checksum shows what was lost, before patience ends"},
		{World: "line of 3, crashes 1, losses 1, one leader always", Verdict: "holds", Why: "the next checksum shows what was lost, before patience ends"},
		{World: "line of 2, losses 2, one leader always", Verdict: "convicted", Steps: forgetful, Why: "knowledge is lost, and so is the checksum that shows it: patience ends"},
		{World: "line of 2, timers any, one leader always", Verdict: "convicted", Steps: 4, Why: "patience ends before any message comes: each knows nobody but itself"},
		{World: "line of 3, timers any, one leader always", Verdict: "convicted", Steps: 4, Why: "patience ends before any message comes: each knows nobody but itself"},
		{World: "line of 2, timers any, one leader always, depth 3", Verdict: "bounded", Why: "patience is two checks each"},
	}
}
