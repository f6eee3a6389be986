package conflict

import (
	"math"
	"pgregory.net/rapid"
	"testing"

	"bellwether/internal/live/membership/internal/wire"
)

// Of two agents that know the same of each other one stops at most. With keys exactly one of
// two that have settled stops. Without keys none stops that has settled, or that no call which
// vouches led to the other.
func TestOneOfTwoStops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(what string, reported bool) side {
			s := rapid.SampledFrom([]wire.Standing{wire.Settled, wire.Fresh, wire.Losing}).Draw(t, what)
			if s == wire.Fresh && reported {
				s = wire.Challenged
			}
			return side{rapid.Uint64Range(0, 3).Draw(t, what+" session"), s}
		}
		keys, first, second := rapid.Bool().Draw(t, "keys"), rapid.Bool().Draw(t, "first reported"), rapid.Bool().Draw(t, "second reported")
		a, b := draw("first", first), draw("second", second)
		if a.session == b.session {
			t.Skip("sessions differ")
		}
		one, two := contest{a, b, keys, first}, contest{b, a, keys, second}
		switch {
		case one.lost() && two.lost():
			t.Fatalf("%+v: both stop", one)
		case a.standing == wire.Challenged && b.standing == wire.Challenged && !one.lost() && !two.lost():
			t.Fatalf("%+v: two new ones go on", one)
		case keys && a.standing == wire.Settled && b.standing == wire.Settled && !one.lost() && !two.lost():
			t.Fatalf("%+v: both go on", one)
		case !keys && one.lost() && (a.standing == wire.Settled || !first):
			t.Fatalf("%+v: it stops", one)
		case a.standing == wire.Fresh && first && b.standing != wire.Losing && !one.lost():
			t.Fatalf("%+v: the new one goes on", one)
		}
	})
}

// An older agent writes its wall clock where the standing is. It counts as one that has settled.
func TestTheClockOfAnOlderAgentDecidesNothing(t *testing.T) {
	for _, clock := range []wire.Standing{0, 1, 1 << 60, math.MaxUint64} {
		d, err := wire.DecodeIdentity(wire.Claim{Session: 1, Standing: clock, Name: "n01", Addr: "10.0.0.1:7946"}.Append(nil))
		if err != nil || d.Standing.Known() != wire.Settled {
			t.Errorf("%d: %+v, %v", clock, d, err)
		}
	}
}
