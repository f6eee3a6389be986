package async

import (
	"cmp"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

type timer struct {
	set    bool
	at     protocol.Time
	number uint64 // order of setting
	urgent bool   // set to no delay: fires as soon as its handler has ended
}

// A Deadline is a timer that is set.
type Deadline struct {
	Node   protocol.ID
	Timer  protocol.Timer
	At     protocol.Time
	Number uint64 // of two timers with the same instant, the lower number was set first
}

func (s *System) set(id protocol.ID, n *node, e protocol.Effect) {
	for int(e.Timer) >= len(n.timers) {
		n.timers = append(n.timers, timer{})
	}
	s.armed++
	n.timers[e.Timer] = timer{set: true, at: s.Now.Add(e.Within), number: s.armed, urgent: e.Within == 0 && s.Hooks.Armed == nil}
	if s.Hooks.Armed != nil {
		s.Hooks.Armed(id, e.Timer)
	}
}

// Timers is the number of timers of a node, set or not.
func (s *System) Timers(id protocol.ID) int { return len(s.at(id).timers) }

// Deadline returns when a timer is to fire; false if it is not set.
func (s *System) Deadline(id protocol.ID, t protocol.Timer) (Deadline, bool) {
	timers := s.at(id).timers
	if int(t) >= len(timers) || !timers[t].set {
		return Deadline{}, false
	}
	return Deadline{id, t, timers[t].at, timers[t].number}, true
}

// Fire fires a timer, if it is set. Now is then at least its deadline.
func (s *System) Fire(id protocol.ID, t protocol.Timer) {
	if d, set := s.Deadline(id, t); set {
		s.Now = max(s.Now, d.At)
		s.fire(id, t)
	}
}

func (s *System) fire(id protocol.ID, t protocol.Timer) {
	s.at(id).timers[t] = timer{}
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
	for _, id := range among {
		for t := range s.at(id).timers {
			if d, set := s.Deadline(id, protocol.Timer(t)); set && (!found || d.compare(best) < 0) {
				best, found = d, true
			}
		}
	}
	return best, found
}

// Deadlines appends the timers that are set, in the order in which they are due.
func (s *System) Deadlines(to []Deadline) []Deadline {
	return s.deadlines(to, Deadline.compare)
}

// sorted appends the timers that are set, equal deadlines in the order of nodes and
// timers: an order in which it does not matter which was set first.
func (s *System) sorted(to []Deadline) []Deadline {
	return s.deadlines(to, func(d, e Deadline) int { return cmp.Compare(d.At, e.At) })
}

func (s *System) deadlines(to []Deadline, order func(d, e Deadline) int) []Deadline {
	from := len(to)
	for _, id := range s.members {
		for t := range s.at(id).timers {
			if d, set := s.Deadline(id, protocol.Timer(t)); set {
				to = append(to, d)
			}
		}
	}
	slices.SortStableFunc(to[from:], order) // nodes and timers are in order
	return to
}

func (d Deadline) compare(e Deadline) int {
	return cmp.Or(cmp.Compare(d.At, e.At), cmp.Compare(d.Number, e.Number))
}
