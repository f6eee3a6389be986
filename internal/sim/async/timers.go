package async

import (
	"cmp"

	"bellwether/protocol"
	"bellwether/trace"
)

// A Deadline is a timer that is set.
type Deadline struct {
	Node   protocol.ID
	Timer  protocol.Timer
	At     protocol.Time
	Number uint64 // of two timers with the same instant, the lower number was set first
}

// Timers is the number of timers of a node, set or not.
func (s *System) Timers(id protocol.ID) int { return len(s.alarms.of[id-1]) }

// Deadline returns when a timer is to fire; false if it is not set.
func (s *System) Deadline(id protocol.ID, t protocol.Timer) (Deadline, bool) {
	return s.alarms.deadline(id, t)
}

// Fire fires a timer, if it is set. Now is then at least its deadline.
func (s *System) Fire(id protocol.ID, t protocol.Timer) {
	if d, set := s.Deadline(id, t); set {
		s.Now = max(s.Now, d.At)
		s.fire(id, t)
	}
}

func (s *System) fire(id protocol.ID, t protocol.Timer) {
	s.alarms.stop(id, t)
	s.note(trace.Record{Kind: trace.Timer, Node: id, Value: int64(t)})
	if s.Hooks.Fired != nil {
		s.Hooks.Fired(id, t)
	}
	s.Handle(id, "Fire", func(m protocol.Machine, env *protocol.Env) { m.Fire(env, t) })
}

// Earliest returns the timer that is due first, of the given nodes, or of all nodes if
// none is given; false if none is set.
func (s *System) Earliest(among ...protocol.ID) (best Deadline, found bool) {
	if len(among) == 0 {
		among = s.members
	}
	return s.alarms.earliest(among)
}

// Deadlines appends the timers that are set, in the order in which they are due.
func (s *System) Deadlines(to []Deadline) []Deadline {
	return s.alarms.list(to, Deadline.compare)
}

// sorted appends the timers that are set, equal deadlines in the order of nodes and
// timers: an order in which it does not matter which was set first.
func (s *System) sorted(to []Deadline) []Deadline {
	return s.alarms.list(to, func(d, e Deadline) int { return cmp.Compare(d.At, e.At) })
}

func (d Deadline) compare(e Deadline) int {
	return cmp.Or(cmp.Compare(d.At, e.At), cmp.Compare(d.Number, e.Number))
}
