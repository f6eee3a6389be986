package conformance

import (
	"fmt"
	"slices"
	"testing"
)

// leastShare is the least share of the settle bound that the 99th percentile of worlds must
// take: a longer bound promises too little.
const leastShare = 0.1

// enoughWorlds is how many worlds the check of leastShare needs.
const enoughWorlds = 50

// converge: once movement, loss and faults have stopped, every component names exactly one
// leader, the one that the goal wants, within the settle bound, and keeps it. The bound
// must also be tight: at most ten times the 99th percentile of what is seen.
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
