package invariants

import (
	"maps"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// A stamped checks that the stamp of a leader's signs of life never goes back: neither at a
// node that follows it, nor at the leader itself, in all its terms of one life. If it went back,
// the node would take an old flood for a new one. It reads State records.
type stamped struct {
	verdicts
	moment
	nodes   map[protocol.ID]allegiance
	before  map[protocol.ID]allegiance    // as each was at the end of its last handler
	own     map[protocol.ID]protocol.Time // the newest stamp of each as a leader
	handler handler
}

// NewStamped begins to check.
func NewStamped() *stamped {
	return &stamped{verdicts: verdicts{property: "stamps rise"}, nodes: map[protocol.ID]allegiance{},
		before: map[protocol.ID]allegiance{}, own: map[protocol.ID]protocol.Time{}}
}

// Wants is states, what ends them, and what tells the time.
func (c *stamped) Wants() trace.Set {
	return trace.Of(trace.State, trace.Receive, trace.Timer, trace.Boot, trace.Crash, trace.Absent, trace.End)
}

// Record takes what happened next.
func (c *stamped) Record(r *trace.Record) {
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
		delete(c.own, r.Node)
	}
}

// judge compares what a node shows with what it showed before.
func (c *stamped) judge(node protocol.ID, at protocol.Time) {
	is, was := c.nodes[node], c.before[node]
	c.before[node] = is
	if is.leader == protocol.Nobody {
		return
	}
	if is.leader == was.leader && is.stamp < was.stamp {
		c.add(at, "%v follows %v, whose stamp goes back by %v", node, is.leader, was.stamp.Sub(is.stamp))
	}
	if is.leader != node {
		return
	}
	if own, any := c.own[node]; any && is.leader != was.leader && is.stamp < own && at.Sub(own) <= memorable {
		c.add(at, "%v leads again, and its stamp goes back by %v", node, own.Sub(is.stamp))
	}
	c.own[node] = max(c.own[node], is.stamp)
}

// memorable is for how long a stamp of a leader that leads no more is remembered: longer than any
// flood lasts.
const memorable = 30 * time.Second

// Snapshot implements [check.Invariant].
func (c *stamped) Snapshot(b []byte) []byte {
	own := maps.Clone(c.own)
	maps.DeleteFunc(own, func(_ protocol.ID, stamp protocol.Time) bool { return c.now.Sub(stamp) > memorable })
	b = appendMemory(b, own, c.age)
	return appendMemory(b, c.nodes, func(b []byte, a allegiance) []byte {
		return c.age(protocol.AppendID(b, a.leader), a.stamp)
	})
}
