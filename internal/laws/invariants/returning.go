package invariants

import (
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// A returning checks that nobody follows a leader that it has left without a newer sign of life
// of it: an old flood that still goes round would lead the node back to a leader that may be
// dead. It reads State records. A node that leads again itself needs no sign; and a node may
// forget whom it left a time ago.
type returning struct {
	verdicts
	moment
	memory  time.Duration // for which a node must remember whom it left
	nodes   map[protocol.ID]allegiance
	before  map[protocol.ID]allegiance
	left    map[protocol.ID][]departure
	handler handler
}

// A departure is a leader that a node has left.
type departure struct {
	leader protocol.ID
	stamp  protocol.Time // the newest that the node knew
	at     protocol.Time
}

// NewReturning begins to check. A node remembers for this time whom it left.
func NewReturning(memory time.Duration) *returning {
	return &returning{verdicts: verdicts{property: "no ghosts"}, memory: memory, nodes: map[protocol.ID]allegiance{},
		before: map[protocol.ID]allegiance{}, left: map[protocol.ID][]departure{}}
}

// Wants is states, what ends them, and what tells the time.
func (c *returning) Wants() trace.Set {
	return trace.Of(trace.State, trace.Receive, trace.Timer, trace.Boot, trace.Crash, trace.Absent, trace.End)
}

// Record takes what happened next.
func (c *returning) Record(r *trace.Record) {
	if node, at, over := c.handler.over(r); over {
		c.judge(node, at)
	}
	c.pass(r)
	switch r.Kind {
	case trace.State:
		if a := c.nodes[r.Node]; a.show(r.Name, r.Value) {
			c.nodes[r.Node] = a
			c.handler.begin(r)
		}
	case trace.Boot, trace.Crash, trace.Absent:
		delete(c.nodes, r.Node)
		delete(c.before, r.Node)
		delete(c.left, r.Node)
	}
}

// judge takes a change of a node's leader.
func (c *returning) judge(node protocol.ID, at protocol.Time) {
	is, was := c.nodes[node], c.before[node]
	c.before[node] = is
	if is.leader == was.leader {
		return
	}
	// The list is replaced, not written to: copies share it.
	var left []departure
	for _, d := range c.left[node] {
		switch {
		case at.Sub(d.at) > c.memory:
		case d.leader != is.leader:
			left = append(left, d)
		case is.leader != node && is.stamp <= d.stamp:
			c.add(at, "%v follows %v again, which it left %v ago, by no newer sign of life", node, is.leader, at.Sub(d.at))
		}
	}
	if was.leader != protocol.Nobody {
		left = append(left, departure{was.leader, was.stamp, at})
	}
	c.left[node] = left
}

// Snapshot implements [check.Invariant].
func (c *returning) Snapshot(b []byte) []byte {
	b = appendMemory(b, c.left, func(b []byte, left []departure) []byte {
		for _, d := range left {
			if c.now.Sub(d.at) <= c.memory {
				b = c.age(c.age(protocol.AppendID(b, d.leader), d.stamp), d.at)
			}
		}
		return b
	})
	return appendMemory(b, c.nodes, func(b []byte, a allegiance) []byte {
		return c.age(protocol.AppendID(b, a.leader), a.stamp)
	})
}
