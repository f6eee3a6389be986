package hunt

import (
	"fmt"
	"math"
	"strings"

	"bellwether/internal/contract/formula"
	"bellwether/protocol"
)

// upkeepSlack is the share by which upkeep may differ from what is stated: the watch does not
// cover a whole number of intervals of each node.
const upkeepSlack = 0.2

// cost compares the messages in the calm with the upkeep that the algorithm states. It does so in
// worlds of the stated case: all nodes run in one component and are led, with default parameters
// and over oracles.
func (t *checkedRun) cost() {
	c := t.config
	if c.Services.Hello != nil || c.Services.Routes() || len(t.entry.Params) > 0 || c.Nodes < 2 || len(t.breaches) > 0 ||
		!t.places.Whole() || c.Setup.Detection.Interval == 0 {
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
					got = float64(t.traffic.kinds[k.Kind()]) / intervals
				}
			}
			low, high := (1-upkeepSlack)*want-0.2, (1+upkeepSlack)*want+0.2
			if charge.Bound == protocol.AtMost {
				low = math.Inf(-1)
			}
			if got < low || got > high {
				t.found(lawCost, charge.Message, fmt.Sprintf("%v of message %s in each interval, where %q states %v%s = %v", got, charge.Message, cost.Case, charge.Bound, charge.Formula, want))
				return
			}
		}
	}
}

// firstIntervals is how long the first election is counted, in detection intervals: elections in
// pulses take long (as in package conformance).
const firstIntervals = 8

// first compares the messages of the first election with those that the algorithm states. It does
// so in worlds of the stated case: a complete graph over oracles to which nothing happens, with
// default parameters and the stated number of nodes that start.
func (t *checkedRun) first() {
	c := t.config
	starters := len(c.Start.Elect)
	if c.Start.All {
		starters = c.Nodes
	}
	if c.Services.Hello != nil || c.Services.Routes() || len(t.entry.Params) > 0 || c.Loss != nil || c.Start.Leader != protocol.Nobody ||
		t.calm.from > 0 || len(c.Faults)+len(c.Interventions) > 0 || starters == 0 || c.Mobility != nil || !t.places.Full() {
		return
	}
	for _, cost := range t.algorithm.Costs {
		if !begins(cost.Case, starters, c.Nodes) {
			continue
		}
		t.charge(cost, formula.Letters{N: c.Nodes, K: starters, Links: c.Nodes * (c.Nodes - 1) / 2})
	}
}

// charge compares the messages of the first election with the charges of a cost.
func (t *checkedRun) charge(cost protocol.Cost, letters formula.Letters) {
	for _, charge := range cost.Charges {
		want, err := letters.Value(charge.Formula)
		if err != nil || charge.Bound == protocol.OnAverage {
			continue
		}
		got := 0
		for _, k := range t.algorithm.Kinds {
			if k.Name == charge.Message || charge.Message == protocol.AllElection && k.Class == protocol.ClassElection {
				got += t.traffic.early[k.Kind()]
			}
		}
		if float64(got) > want || charge.Bound == protocol.Exactly && float64(got) < want {
			t.found(lawCost, charge.Message, fmt.Sprintf("%d of message %s in the first election, where %q states %v%s = %v", got, charge.Message, cost.Case, charge.Bound, charge.Formula, want))
			return
		}
	}
}

// begins reports whether a case covers an election that so many of the nodes start.
func begins(of string, starters, nodes int) bool {
	switch of {
	case "all start", "all start, in any order", "all start, in any order of capabilities":
		return starters == nodes
	case "any number start", "k start":
		return true
	case "one starts", "one starts, and all are alive":
		return starters == 1
	}
	return false
}

// upkeep reports whether a case states the messages of each detection interval.
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
