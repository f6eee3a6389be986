package explorer

import (
	"testing"

	"bellwether/internal/study/registry"
	"bellwether/internal/testkit/sample"
	"bellwether/scenarios"
)

// builtin is the registry of a program without algorithms of its own.
var builtin *registry.Registry

// The reduced search finds what the plain search finds: as many states, ends and steps, and
// the same verdict, for every algorithm with three nodes, without faults and with some. A
// search that reaches a bound is not compared: the two reach it in another order.
func TestReductionSeesEveryState(t *testing.T) {
	worlds := []string{
		"complete of 3", "complete of 3, start all", "line of 3, crashes 1", "line of 2, mid-crashes 1, restarts 1",
		"line of 2, losses 1, duplicates 1", "line of 2, cuts 1, mends 1", "line of 3, timers any, one leader always",
		"services hello/flood/link, line of 2, losses 1",
	}
	if testing.Short() {
		worlds = worlds[:1]
	}
	whole, next := 0, 0
	for _, a := range scenarios.Algorithms() {
		for _, params := range variants(a, nil) {
			if next++; testing.Short() && next%4 != 0 {
				continue
			}
			for w, text := range worlds {
				if (next+w)%24 != 0 && !testing.Short() && !sample.Whole() {
					continue // each world with one of 24 choices of algorithms and parameters; the others in a campaign
				}
				o, err := Parse(a.Name, text)
				if err != nil {
					t.Fatal(err)
				}
				o.Params, o.Invariants, o.States = params, builtin.Invariants, 5000
				reduced := explore(t, o)
				if reduced.Verdict == Bounded {
					continue
				}
				whole++
				o.Plain, o.States = true, 0
				plain := explore(t, o)
				same := reduced.States == plain.States && reduced.Ends == plain.Ends && reduced.Depth == plain.Depth
				if reduced.Verdict != plain.Verdict || reduced.Steps != plain.Steps || reduced.Verdict == Holds && !same {
					t.Errorf("%v:\n%v, plain:\n%v", o, reduced, plain)
				}
			}
		}
	}
	least := len(worlds) * next / 4
	if !sample.Whole() {
		least /= 24
	}
	if !testing.Short() && whole < least {
		t.Errorf("%d searches were compared, fewer than %d", whole, least)
	}
}
