package check

import (
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// A withinMargin checks the law of changing capabilities: a live member may exceed the
// leader that it names by more than the margin only for as long as the algorithm may take
// to notice that and to replace the leader. It judges every state that lasts, or every
// sample where components are drawn or sampled, for leaders that are live members of the
// component. Other checkers judge whether there is a leader.
type withinMargin struct {
	verdicts
	options MarginOptions
	grace   time.Duration
	since   map[protocol.ID]protocol.Time // since when a member exceeds its leader
	world   *truth
}

// MarginOptions are what is allowed.
type MarginOptions struct {
	From   protocol.Time   // what is before is not judged
	Margin protocol.Margin // by how much a member may exceed its leader
}

// NewWithinMargin begins to check. For as long as grace a member may exceed its leader by more
// than the margin.
func NewWithinMargin(o MarginOptions, grace time.Duration) Checker {
	return &withinMargin{verdicts: verdicts{property: "within margin"}, options: o, grace: grace,
		since: map[protocol.ID]protocol.Time{}, world: newWorld()}
}

// Wants is the records of leaders, capabilities and components.
func (c *withinMargin) Wants() trace.Set { return trace.ClockKinds }

// Record handles the next record.
func (c *withinMargin) Record(r *trace.Record) {
	c.world.follow(r, func(from, until protocol.Time) {
		if until < c.options.From {
			return
		}
		for _, part := range c.world.components() {
			for _, m := range part {
				if c.judge(m, max(from, c.options.From)); until > from {
					c.judge(m, until) // it still exceeds its leader then
				}
			}
		}
	})
}

func (c *withinMargin) judge(m *member, at protocol.Time) {
	leader := c.world.members[m.leader]
	if leader == nil || !leader.running || leader.component != m.component ||
		!m.capability().Deposes(leader.capability(), c.options.Margin) {
		delete(c.since, m.id)
		return
	}
	since, exceeding := c.since[m.id]
	if !exceeding {
		c.since[m.id] = at
		return
	}
	if at.Sub(since) > c.grace {
		c.add(at, "%v offers %d and has named %v, which offers %d, since %v", m.id, m.value, leader.id, leader.value, since)
	}
}
