package tanist

import (
	"strings"
	"time"

	"bellwether/internal/laws/invariants"
	"bellwether/protocol"
	"bellwether/trace/check"
)

// usualInterval is the detection interval of a scenario that sets none.
const usualInterval = 2 * time.Second

// Invariants are properties of every state of every run of [Algorithm] with these parameters
// (key=value). [protocol.DefaultInterval] among them gives the detection interval, else it is
// two seconds, as in scenarios.
func Invariants(params []string) []check.Property {
	interval := intervalOf(params)
	return []check.Property{
		{Name: "a leader's stamp never goes back", New: func() check.Invariant { return invariants.NewStamped() }},
		{Name: "nobody follows a leader that it has left, without a newer sign of life of it", New: func() check.Invariant { return invariants.NewReturning() }},
		{Name: "at most one handover is under way from one leader", New: func() check.Invariant { return invariants.NewHanding(readSign) }},
		{Name: "an heir never claims while it hears its leader", New: func() check.Invariant { return invariants.NewHeirs(interval, readSign) }},
	}
}

func intervalOf(params []string) time.Duration {
	for _, p := range params {
		value, is := strings.CutPrefix(p, protocol.DefaultInterval+"=")
		if interval, err := time.ParseDuration(value); is && err == nil {
			return interval
		}
	}
	return usualInterval
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
