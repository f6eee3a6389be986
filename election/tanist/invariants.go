package tanist

import (
	"strconv"
	"strings"
	"time"

	"bellwether/internal/laws/invariants"
	"bellwether/protocol"
	"bellwether/trace/check"
)

// Invariants are properties of every state of every run of [Algorithm] with these parameters
// (key=value). [protocol.DefaultInterval] and [protocol.DefaultMisses] among them give the
// detection budget, else it is that of scenarios: two seconds and three. Clocks may be wrong by
// a tenth.
func Invariants(params []string) []check.Property {
	d := detection(params)
	return []check.Property{
		{Name: "a leader's stamp never goes back", New: func() check.Invariant { return invariants.NewStamped() }},
		{Name: "nobody follows a leader that it has left, without a newer sign of life of it", New: func() check.Invariant { return invariants.NewReturning(d.Timeout() - d.Timeout()/10) }},
		{Name: "at most one handover is under way from one leader", New: func() check.Invariant { return invariants.NewHanding(readSign) }},
		{Name: "an heir never claims while it hears its leader", New: func() check.Invariant { return invariants.NewHeirs(d.Interval-d.Interval/10, readSign) }},
	}
}

// detection returns the detection budget that parameters give.
func detection(params []string) protocol.Detection {
	d := protocol.Detection{Interval: 2 * time.Second, Misses: 3}
	for _, p := range params {
		key, value, _ := strings.Cut(p, "=")
		switch key {
		case protocol.DefaultInterval:
			if interval, err := time.ParseDuration(value); err == nil {
				d.Interval = interval
			}
		case protocol.DefaultMisses:
			if misses, err := strconv.Atoi(value); err == nil {
				d.Misses = misses
			}
		}
	}
	return d
}

// readSign says what a message means to the invariants. A claim is a sign of life of its author.
func readSign(m protocol.Message) (invariants.Sign, bool) {
	switch m := m.(type) {
	case flood:
		s := invariants.Sign{Part: invariants.Lives, Leader: m.Leader.ID, Stamp: m.Stamp}
		switch m.kind {
		case kindHandover:
			s.Part, s.Giver = invariants.HandsOver, m.Heir
		case kindResign:
			s.Part = invariants.Resigns
		}
		return s, true
	case answer:
		return invariants.Sign{Part: invariants.Lives, Leader: m.Leader.ID, Stamp: m.Stamp, Age: time.Duration(m.AgeMS) * time.Millisecond}, true
	case pull:
		return invariants.Sign{Part: invariants.Pulls, Leader: m.Leader}, true
	}
	return invariants.Sign{}, false
}
