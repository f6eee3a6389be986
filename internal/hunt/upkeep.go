package hunt

import (
	"fmt"
	"math"
	"strings"

	"bellwether/internal/formula"
	"bellwether/protocol"
)

// upkeepSlack is the share by which upkeep may differ from what is stated: the watch is not a
// whole number of rounds of all nodes.
const upkeepSlack = 0.2

// cost compares what is said in the calm with the upkeep that the algorithm states, where the
// world is of the stated case: all live, in one component and led, with default parameters
// over oracles.
func (t *sitting) cost() {
	c := t.config
	if c.Services.Hello != nil || c.Services.Flood != nil || len(t.entry.Params) > 0 || c.Nodes < 2 || len(t.breaches) > 0 ||
		!t.places.whole() || c.Setup.Detection.Interval == 0 {
		return
	}
	intervals := float64(watch) / float64(c.Setup.Detection.Interval)
	for _, cost := range t.algorithm.Costs {
		if !upkeep(cost.Case) {
			continue
		}
		for _, charge := range cost.Charges {
			want, err := formula.Letters{N: c.Nodes}.Value(charge.Formula)
			if err != nil || charge.Bound == protocol.OnAverage {
				continue
			}
			got := 0.0
			for _, k := range t.algorithm.Kinds {
				if k.Name == charge.Message {
					got = float64(t.speech.kinds[k.Kind()]) / intervals
				}
			}
			low, high := (1-upkeepSlack)*want-0.2, (1+upkeepSlack)*want+0.2
			if charge.Bound == protocol.AtMost {
				low = math.Inf(-1)
			}
			if got < low || got > high {
				t.found(Cost, charge.Message, fmt.Sprintf("%v of message %s in each interval, where %q states %v%s = %v", got, charge.Message, cost.Case, charge.Bound, charge.Formula, want))
				return
			}
		}
	}
}

// upkeep reports whether a case is that of a system that is led, or of any, for each interval
// of the detection budget.
func upkeep(of string) bool {
	if _, choice, special := strings.Cut(of, "; detector "); special && choice != "pull" {
		return false
	}
	for _, words := range []string{"each detection interval", "each beacon interval", "each period"} {
		if strings.Contains(of, words) {
			return true
		}
	}
	return false
}
