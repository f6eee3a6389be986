package async

import (
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Rebase moves the system in time, so that Now becomes origin, or less than a millisecond
// later: Now, the deadlines of timers, what machines remember and the frames on their way.
// Two states that differ only in the instant at which they were reached then have the same
// [System.Snapshot]. Records keep the time without Rebase.
//
// It returns false and changes nothing if a machine is no [protocol.Shifter]. A driver that
// rebases begins at that origin ([Options].Origin, [Late]), and calls Rebase between steps.
func (s *System) Rebase(origin protocol.Time) bool {
	if !s.Machines.all(shifts) {
		return false
	}
	const whole = protocol.Time(time.Millisecond)
	beyond := s.Now - origin
	d := time.Duration(-(beyond - (beyond%whole+whole)%whole))
	now := s.Now
	s.Now, s.Records.moved = s.Now.Add(d), s.Records.moved+d
	for _, id := range s.Members() {
		if m := s.Machines.Of(id); m != nil {
			outer := s.enter(id, "Shift")
			optional.Shift(m, now, d)
			s.Calls.leave(outer)
		}
	}
	s.Alarms.shift(d)
	s.Air.rewrite(func(f Frame) protocol.Message {
		outer := s.enter(f.From, fields)
		m := protocol.Shift(f.Message, d)
		s.Calls.leave(outer) // not deferred: after a panic, [Calls.Place] names the method
		return m
	})
	return true
}

// shifts reports whether a machine, without the services around it, can be moved in time.
func shifts(m protocol.Machine) bool {
	_, ok := overlay.Innermost(m).(protocol.Shifter)
	return ok
}
