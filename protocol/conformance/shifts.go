package conformance

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// Shape of the law of shifts.
const (
	// shiftEpoch is added to all clocks of this law, so that no instant that a machine
	// remembers is zero or becomes zero.
	shiftEpoch = time.Duration(1 << 50)
	// furthest is how far machines are moved, in milliseconds: 4.7 hours.
	furthest = 1 << 24
)

// shifts: a machine that is moved in time does the same as one that is not. In drawn worlds
// each machine has a twin that runs the same handlers. After at most twinned handlers the
// twin is moved by another drawn span, forward or back; its clock and the instants of its
// messages are moved as far. After each handler the twin must have the same effects as the
// machine. Moved back, it must have the state of a third machine, which is only shifted by
// 0: Shift may forget.
func shifts(t testing.TB, r row) error {
	bare, err := r.a.New(scene{}.with(r).Setup)
	if err != nil {
		return err
	}
	if _, can := bare().(protocol.Shifter); !can {
		return fmt.Errorf("a %T is no protocol.Shifter", bare())
	}
	return twins(t, r, shifted)
}

// A shift is a machine, its twin in another time, and a third that is only shifted by 0.
type shift struct {
	relay
	twin  protocol.Machine
	still protocol.Machine // shifted by 0 whenever the twin is moved
	by    time.Duration    // how far the twin is ahead
	left  int              // handlers until it is moved again
	saw   *twinning
	here  protocol.Env
	there protocol.Env
	third protocol.Env
}

// shifted makes machines with such twins.
func shifted(make func() protocol.Machine, saw *twinning) func() protocol.Machine {
	return func() protocol.Machine {
		s := &shift{twin: make(), still: make(), left: twinned / 2, saw: saw}
		s.relay = relay{make(), s.both}
		return s
	}
}

// Start runs on all three, too.
func (s *shift) Start(env *protocol.Env, saved []byte) {
	s.left = 1 + env.Rand().IntN(twinned)
	s.both(env, plain("it started", func(is protocol.Machine, env *protocol.Env) { is.Start(env, saved) }))
}

// both runs a handler on all three, and compares them.
func (s *shift) both(env *protocol.Env, h handler) {
	s.saw.handled++
	one, two := env.Rand().Uint64(), env.Rand().Uint64()
	if s.left--; s.left <= 0 {
		s.left = 1 + env.Rand().IntN(twinned)
		s.move(env.Now(), time.Duration(env.Rand().IntN(2*furthest)-furthest)*time.Millisecond)
	}
	play := func(is protocol.Machine, on *protocol.Env, moved time.Duration) {
		on.Driver().Enter(protocol.Facts{Self: env.Self(), Now: env.Now().Add(shiftEpoch + moved), Capability: env.Capability(),
			View: env, Rand: rand.New(rand.NewPCG(one, two))})
		h.do(is, on, moved)
	}
	play(s.Machine, &s.here, 0)
	play(s.twin, &s.there, s.by)
	play(s.still, &s.third, 0)
	if d := s.differ(env.Now()); d != "" {
		s.saw.differ("node %v, moved in time by %v, after %s: %s", env.Self(), s.by, h.what(), d)
	}
	for _, e := range s.here.Driver().Effects() {
		redo(env, e)
	}
}

// move sets how far the twin is ahead of the machine.
func (s *shift) move(now protocol.Time, by time.Duration) {
	now = now.Add(shiftEpoch)
	optional.Shift(s.twin, now.Add(s.by), by-s.by)
	optional.Shift(s.still, now, 0)
	s.by = by
}

// differ returns how the twin differs from the machine after a handler, apart from its
// time, "" if it does not.
func (s *shift) differ(now protocol.Time) string {
	for i := range s.there.Driver().Effects() {
		if e := &s.there.Driver().Effects()[i]; e.Message != nil {
			e.Message = protocol.Shift(e.Message, -s.by)
		}
	}
	did := s.here.Driver().Effects()
	if here, there := unlikeEffects(did, s.third.Driver().Effects()); here != there {
		return fmt.Sprintf("it forgot in Shift what still matters, and does %q where a machine that was never shifted does %q", there, here)
	}
	if here, there := unlikeEffects(did, s.there.Driver().Effects()); here != there {
		return fmt.Sprintf("it does %q, moved back in time, where one that was not moved does %q", there, here)
	}
	by := s.by
	s.move(now, 0)
	defer s.move(now, by)
	if d := unlike(s.still.Snapshot(nil), s.twin.Snapshot(nil)); d != "" {
		return "moved back in time it differs from one that was not moved: " + d
	}
	return ""
}
