package raft_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/raft"
	"bellwether/emulator"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
)

// TestConformance tests all duties of raft.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, raft.Algorithm(), conformance.Facts{
		Trials: append(runs(), outside()...),
		Known:  known,
	})
}

// TestConformancePrioritised tests all duties of raft-priority.
func TestConformancePrioritised(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, raft.Prioritised(), conformance.Facts{
		Trials: append(runsPrioritised(), outsidePrioritised()...),
		Known:  knownPrioritised,
	})
}

// runsPrioritised are trials of the costs with priorities: node i offers i.
func runsPrioritised() []conformance.Trial {
	out := costtest.Upkeep("while one leads, each detection interval", protocol.GoalBest)
	for n := 1; n <= costtest.MostNodes; n++ {
		for d := 0; 2*d < n; d++ {
			out = append(out, conformance.Trial{Case: bid, N: n, D: d, Start: emulator.Start{Elect: []protocol.ID{protocol.ID(n - d)}}})
		}
	}
	return out
}

const bid = "one starts, all are alive, and d of fewer than half offer more"

// outsidePrioritised are trials that do not meet the conditions of these costs: a candidate
// whom a majority exceeds asks once, and a second time within the eight intervals.
func outsidePrioritised() []conformance.Trial {
	return []conformance.Trial{
		{Case: bid, N: 7, D: 4, Start: emulator.Start{Elect: []protocol.ID{3}}, Until: 900 * time.Millisecond, Otherwise: map[string]float64{"vote": 0, "grant": 0, "refuse": 0, "announce": 0}},
		{Case: bid, N: 7, D: 1, Start: emulator.Start{Leader: 7, Elect: []protocol.ID{6}}, Otherwise: map[string]float64{"pregrant": 0, "prerefuse": 0, "vote": 0, "grant": 0, "refuse": 0, "announce": 0}},
		costtest.OneDead("while one leads, each detection interval", 7, map[string]float64{"heard": 5}),
	}
}

// runs are trials of its costs.
func runs() []conformance.Trial {
	out := costtest.Upkeep("while one leads, each detection interval", protocol.GoalBest)
	for n := 1; n <= costtest.MostNodes; n++ {
		for id := 1; id <= n; id++ {
			out = append(out, conformance.Trial{Case: "one starts, and all are alive", N: n, Start: emulator.Start{Elect: []protocol.ID{protocol.ID(id)}}})
		}
	}
	return out
}

// outside are trials that do not meet the conditions of its costs.
func outside() []conformance.Trial {
	return []conformance.Trial{
		{Case: "one starts, and all are alive", N: 7, Start: emulator.Start{Elect: []protocol.ID{4, 7}}, Otherwise: map[string]float64{"prevote": 12, "pregrant": 12, "vote": 12, "grant": 5, "refuse": 7}},
		{Case: "one starts, and all are alive", N: 7, Start: emulator.Start{Leader: 7, Elect: []protocol.ID{4}}, Otherwise: map[string]float64{"pregrant": 0, "vote": 0, "grant": 0, "announce": 0}},
		costtest.OneDead("while one leads, each detection interval", 7, map[string]float64{"heard": 5}),
	}
}

// known is what the explorer finds of raft in all runs of small worlds.
var known = []conformance.Known{
	{World: "line of 2, one leader always", Verdict: "holds", Why: "one vote a term, and a majority of them"},
	{World: "complete of 3, one leader always", Verdict: "holds", Why: "one vote a term, and a majority of them"},
	{World: "complete of 4, one leader always", Verdict: "holds", Why: "one vote a term, and a majority of them"},
	{World: "line of 2, start all, one leader always", Verdict: "holds", Why: "who splits the votes asks again, at random"},
	{World: "complete of 3, crashes 1, one leader always", Verdict: "holds", Why: "two of three are a majority"},
	{World: "line of 2, losses 1, one leader always", Verdict: "holds", Why: "a candidate in vain asks again"},
	{World: "complete of 3, losses 1, one leader always", Verdict: "holds", Why: "a candidate in vain asks again"},
	{World: "line of 2, crashes 1, one leader always", Verdict: "holds", Why: "one of two is no majority, and names nobody, as the goal wants"},
	{World: "line of 3, crashes 1, one leader always", Verdict: "holds", Why: "if the middle of a line takes the majority with it, nobody is named"},
	{World: "line of 2, timers any, one leader always, depth 5", Verdict: "bounded", Why: "early campaigns are newer terms, with one vote each"},
	{World: "complete of 3, start all, timers any, one leader always, depth 4", Verdict: "bounded", Why: "early campaigns are newer terms, with one vote each"},
}

// knownPrioritised is what the explorer finds of raft-priority in all runs of small worlds.
var knownPrioritised = []conformance.Known{
	{World: "line of 2, one leader always", Verdict: "holds", Why: "one vote a term, and a majority of them"},
	{World: "complete of 3, one leader always", Verdict: "holds", Why: "one vote a term, and a majority of them"},
	{World: "complete of 3, start each/all, one leader always", Verdict: "holds", Why: "a candidate that is refused asks again, and the best is never refused for ever"},
	{World: "complete of 3, crashes 1, one leader always", Verdict: "holds", Why: "two of three are a majority, and the better of them gets both votes"},
	{World: "complete of 3, losses 1, one leader always", Verdict: "holds", Why: "a candidate in vain asks again"},
	{World: "line of 2, crashes 1, one leader always", Verdict: "holds", Why: "one of two is no majority, and names nobody, as the goal wants"},
	{World: "line of 2, timers any, one leader always, depth 5", Verdict: "bounded", Why: "early campaigns are newer terms, with one vote each"},
}
