package hunt

import (
	"time"

	"bellwether/internal/contract/goals"
	"bellwether/protocol"
	"bellwether/trace"
)

// led is a sink that finds the first instant after a given one at which every component names
// whom the goal wants. It looks at states that last, or at samples where components are drawn
// or sampled.
type led struct {
	goal   protocol.Goal
	quorum int
	after  protocol.Time
	found  func() // called once, then
	clock  trace.Clock

	members []standing    // by ID
	at      protocol.Time // when that was
	was     bool          // it was found
}

// standing is the state of a node by the records so far.
type standing struct {
	goals.Standing
	running         bool
	boots, lostWith int64
	component, next protocol.ID
}

func newLed(nodes int, goal protocol.Goal, quorum int, after time.Duration, found func()) *led {
	l := &led{goal: goal, quorum: quorum, after: protocol.Time(after), found: found, members: make([]standing, nodes+1)}
	for id := range l.members {
		l.members[id].ID = protocol.ID(id)
	}
	return l
}

// Wants returns the kinds of records that show who runs, offers and follows, and the
// components.
func (*led) Wants() trace.Set {
	return trace.ClockKinds
}

// Record updates a node, and judges what lasts.
func (l *led) Record(r *trace.Record) {
	if l.clock.Ended(r) && r.At > l.after {
		l.judge(max(l.clock.At, l.after))
	}
	switch r.Kind {
	case trace.Truth, trace.End:
		return
	case trace.Sample:
		if l.clock.Sampled(r) {
			l.sample(r.At)
		}
		return
	}
	l.clock.Changed(r)
	m := &l.members[r.Node]
	switch r.Kind {
	case trace.Boot:
		m.running, m.Leader, m.boots = true, protocol.Nobody, r.Value
		if l.clock.Steps {
			m.component = protocol.Nobody // until the next record
		}
		m.Incarnation = r.Value - m.lostWith
	case trace.Crash, trace.Absent:
		m.running, m.Leader = false, protocol.Nobody
	case trace.Capability:
		m.Value = r.Value
	case trace.Electing:
		m.Leader = protocol.Nobody
	case trace.Elected:
		m.Leader = r.Peer
	case trace.Component:
		if l.clock.Steps {
			m.component = r.Peer
		} else {
			m.next = r.Peer
		}
	case trace.Fault:
		if r.Name == trace.StorageLost {
			m.lostWith = m.boots
		}
	}
}

// sample judges a sample once its records of components are complete.
func (l *led) sample(at protocol.Time) {
	for i := range l.members {
		m := &l.members[i]
		m.component, m.next = m.next, protocol.Nobody
	}
	if at > l.after {
		l.judge(at)
	}
}

// judge looks at the state of an instant.
func (l *led) judge(at protocol.Time) {
	if l.was {
		return
	}
	parts := map[protocol.ID]*goals.Component{}
	for i := range l.members {
		m := &l.members[i]
		if m.running && m.component != protocol.Nobody {
			if parts[m.component] == nil {
				parts[m.component] = &goals.Component{}
			}
			parts[m.component].Add(m.Standing)
		}
	}
	for i := range l.members {
		m := &l.members[i]
		if c := parts[m.component]; m.running && c != nil {
			want := c.Wanted(l.goal, l.quorum, func(id protocol.ID) bool {
				return int(id) < len(l.members) && l.members[id].running && l.members[id].component == m.component
			})
			if !want.Right(m.Leader) {
				return
			}
		}
	}
	l.at, l.was = at, true
	l.found()
}
