package baseline_test

import (
	"fmt"

	"bellwether/baseline"
	"bellwether/protocol"
)

// The algorithms that need no routing, and the cost of an election of Chang and Roberts.
func Example() {
	for _, a := range baseline.All() {
		if a.Needs == protocol.NeedsNeighbours {
			fmt.Println(a.Name)
		}
	}
	for _, c := range baseline.Named("chang-roberts").Costs {
		for _, charge := range c.Charges {
			if charge.Message == "election" {
				fmt.Printf("%s: %s\n", c.Case, charge.Formula)
			}
		}
	}
	// Output:
	// flood-max
	// prasle
	// thread
	// link-reversal
	// global-view
	// topology-aware
	// all start, in any order of capabilities: n(n + 1)/2
	// all start, capabilities fall in the direction of sending: n(n + 1)/2
	// all start, capabilities rise in the direction of sending: 2n − 1
	// all start, the mean of all orders: n·Hₙ
	// one starts, d hops before the best: d + n
}
