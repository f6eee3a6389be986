// Package costtest makes the runs with which the packages of algorithms test their stated
// costs: see conformance.Trial. As the costs in the literature do, it assumes that node i
// offers i if nothing else is stated.
package costtest

import (
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
)

// MostNodes is the size of the largest worlds that trials made here have.
const MostNodes = 9

// Upkeep returns trials of a case in which a leader leads and nothing else happens, for
// worlds of one node to [MostNodes]: counts are for one detection interval. goal is the
// algorithm's goal: unless it is the smallest ID or the stablest node, the last node
// leads.
func Upkeep(of string, goal protocol.Goal) (out []conformance.Trial) {
	for n := 1; n <= MostNodes; n++ {
		leader := protocol.ID(n)
		if goal == protocol.GoalSmallestID || goal == protocol.GoalStablest {
			leader = 1
		}
		out = append(out, conformance.Trial{Case: of, N: n, Start: emulator.Start{Leader: leader},
			From: 5 * time.Second, Until: 15 * time.Second, Every: 10})
	}
	return out
}

// Monitored returns the trials of [overlay.MonitorCosts].
func Monitored() []conformance.Trial {
	const of = "while one leads, each detection interval"
	return append(Upkeep(of, protocol.GoalBest), OneDead(of, 7, map[string]float64{"ping": 5, "pong": 5, "leader-announcement": 1}))
}

// OneDead returns a trial outside of a case of [Upkeep]: of seven nodes the third is dead.
func OneDead(of string, leader protocol.ID, counts map[string]float64) conformance.Trial {
	return conformance.Trial{Case: of, N: 7, Crash: 3, Start: emulator.Start{Leader: leader},
		From: 5 * time.Second, Until: 15 * time.Second, Every: 10, Otherwise: counts}
}

// Starters returns trials of a case in which some of n nodes start, k of them: each
// alone, all, and some sets between.
func Starters(of string, n int) (out []conformance.Trial) {
	step := max(1, (1<<n-1)/40)
	for set := 1; set < 1<<n; set += step {
		t := conformance.Trial{Case: of, N: n}
		for i := range n {
			if set>>i&1 == 1 {
				t.Start.Elect = append(t.Start.Elect, protocol.ID(i+1))
			}
		}
		t.K = len(t.Start.Elect)
		out = append(out, t)
	}
	return out
}

// IDs returns 1 … n: the offers if the last node is the best.
func IDs(n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(i + 1)
	}
	return out
}

// Orders returns all orders of 1 … n.
func Orders(n int) (out [][]int64) {
	var permute func(values []int64, k int)
	permute = func(values []int64, k int) {
		if k == n {
			out = append(out, append([]int64(nil), values...))
			return
		}
		for i := k; i < n; i++ {
			values[k], values[i] = values[i], values[k]
			permute(values, k+1)
			values[k], values[i] = values[i], values[k]
		}
	}
	permute(IDs(n), 0)
	return out
}
