package conformance

import (
	"slices"
	"strings"
	"testing"

	"bellwether/baseline"
	"bellwether/emulator"
	"bellwether/protocol"
)

// A condition of a cost is held by a run outside of it, whose counts differ as stated.
func TestConditionsOfCostsAreHeld(t *testing.T) {
	all := baseline.All()
	bully := all[slices.IndexFunc(all, func(a protocol.Algorithm) bool { return a.Name == "bully" })]
	const of = "all are alive, and the worst starts"
	settled := Trial{Case: of, N: 7, Start: emulator.Start{Leader: 7, Elect: []protocol.ID{1}}}
	fresh := Trial{Case: of, N: 7, Start: emulator.Start{Elect: []protocol.ID{1}}}
	const only = "a settled start: 36 where it is not"
	for _, c := range []struct {
		only   string
		trials []Trial
		want   string // of the error; "": none
	}{
		{only, []Trial{settled, outside(fresh, "election", 36)}, ""},
		{"", []Trial{settled}, ""},
		{"", []Trial{settled, fresh}, "36 of message election, stated is n(n − 1)/2 = 21"},
		{only, []Trial{settled, outside(fresh, "election", 35)}, "36 of message election, stated is 35"},
		{only, []Trial{settled, outside(fresh, "ok", 21)}, "21 of message ok, as in the case"},
		{only, []Trial{settled}, "has 0 trials with Otherwise"},
		{"", []Trial{settled, outside(fresh, "election", 36)}, "has 1 trials with Otherwise"},
		{"a settled start: 136 where it is not", []Trial{settled, outside(fresh, "election", 36)}, "names none of the counts"},
	} {
		a := bully
		a.Costs = []protocol.Cost{bully.Costs[1]}
		a.Costs[0].Only = c.only
		err := costs(t, row{a: a, facts: &Facts{Trials: c.trials}})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, %d trials: %v, want %q", c.only, len(c.trials), err, c.want)
		}
	}
}

func outside(r Trial, message string, count float64) Trial {
	r.Otherwise = map[string]float64{message: count}
	return r
}
