package conformance

import (
	"fmt"
	"slices"
	"testing"
)

// leastShare is the least share of the settle bound that the slowest of many worlds
// takes: a bound that is longer promises nothing.
const leastShare = 0.1

// enoughWorlds are so many that the slowest of them says something of the bound.
const enoughWorlds = 50

// converge: once movement, loss and faults have stopped, every component names exactly
// one leader, whom the goal wants, within the settle bound, and keeps it. And the bound
// must not be empty talk: it stays within ten times what is seen.
func converge(t testing.TB, r row) error {
	var shares []float64
	for k := range count(1) {
		w := drawScene(*first + k)
		share, err := settle(t, r, w, w.with(r))
		if err != nil {
			return &drawn{w.number, err}
		}
		shares = append(shares, share)
	}
	slices.Sort(shares)
	p99 := shares[len(shares)*99/100]
	t.Logf("share of the bound that settling took: median %.2f, 99th percentile %.2f, most %.2f",
		shares[len(shares)/2], p99, shares[len(shares)-1])
	if p99 < leastShare && len(shares) >= enoughWorlds {
		return &finding{"Algorithm.SettleBound",
			fmt.Sprintf("in %d drawn worlds settling takes at most %.1f %% of the bound", len(shares), 100*p99),
			"a bound of at most ten times what is seen: derive it from the detection time-out and the hops that a message takes"}
	}
	return nil
}
