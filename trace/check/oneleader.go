package check

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// An atMostOneLeader checks, from an instant on, that no component has two members that each
// believe they lead: in every state that lasts, or at every sample where components are
// drawn or sampled. It does not matter which member leads, or whether the others know it.
type atMostOneLeader struct {
	verdicts
	from  protocol.Time
	world *truth
}

// NewAtMostOneLeader begins to check what holds from an instant on.
func NewAtMostOneLeader(from protocol.Time) Checker {
	return &atMostOneLeader{verdicts: verdicts{property: "at most one leader"}, from: from, world: newWorld()}
}

// Wants is the records of leaders and components.
func (c *atMostOneLeader) Wants() trace.Set { return trace.ClockKinds }

// Record handles the next record.
func (c *atMostOneLeader) Record(r *trace.Record) {
	c.world.follow(r, c.judge)
}

func (c *atMostOneLeader) judge(from, until protocol.Time) {
	if from < c.from && until <= c.from {
		return
	}
	for _, part := range c.world.components() {
		leader := protocol.Nobody
		for _, m := range part {
			switch {
			case m.leader != m.id:
			case leader == protocol.Nobody:
				leader = m.id
			default:
				c.add(max(from, c.from), "%v and %v both lead the component of %v", leader, m.id, part[0].id)
			}
		}
	}
}
