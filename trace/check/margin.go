package check

import (
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// A withinMargin checks the law of changing capabilities: no live
// member exceeds the leader it names by more than the margin, but for as long as
// the algorithm may take to notice and replace it. It is judged at every truth
// sample, for leaders that are live members of the component; whether there is
// one at all is for others to say.
type withinMargin struct {
	verdicts
	options MarginOptions
	since   map[protocol.ID]protocol.Time // the first sample of a member's excess
	world   *truth
}

// MarginOptions say what is allowed.
type MarginOptions struct {
	From   protocol.Time   // samples before it are not judged
	Margin protocol.Margin // what a leader may be exceeded by
	Grace  time.Duration   // for how long it may be exceeded by more
}

// NewWithinMargin begins to check.
func NewWithinMargin(o MarginOptions) Checker {
	return &withinMargin{verdicts: verdicts{property: "within margin"}, options: o,
		since: map[protocol.ID]protocol.Time{}, world: newWorld()}
}

// Wants is what tells of leaders, capabilities and components.
func (c *withinMargin) Wants() trace.Set { return worldKinds }

// Record takes what happened next.
func (c *withinMargin) Record(r *trace.Record) {
	c.world.record(r)
	if r.Kind != trace.Sample || r.At < c.options.From {
		return
	}
	for _, part := range c.world.components() {
		for _, m := range part {
			c.judge(m, r.At)
		}
	}
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
	if at.Sub(since) > c.options.Grace {
		c.add(at, "%v offers %d and has named %v, which offers %d, since %v", m.id, m.value, leader.id, leader.value, since)
	}
}
