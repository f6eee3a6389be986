package invariants

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// showsWaiting is the name under which a machine shows how many Acks it waits for
// (VKT04's |S|).
const showsWaiting = "waiting"

// A waits checks that a node in a tree waits for an Ack (VKT04: S = ∅ ∧ δ = 1 ∧
// Δ = 1 is transient): a node that waits for none never sends its own. It reads State
// records. The property holds if a node knows from the beginning which nodes it sent an
// Election to: a node that learns of its children later first waits for a time.
type waits struct {
	verdicts
	nodes   map[protocol.ID]pending
	handler handler
}

// pending is what a node in a tree shows.
type pending struct {
	inTree bool
	count  int64
}

// NewWaits begins to check.
func NewWaits() *waits {
	return &waits{verdicts: verdicts{property: "trees wait"}, nodes: map[protocol.ID]pending{}}
}

// Wants is states, and what ends them.
func (c *waits) Wants() trace.Set {
	return trace.Of(trace.State, trace.Boot, trace.Crash, trace.Absent, trace.End)
}

// Record takes what happened next.
func (c *waits) Record(r *trace.Record) {
	if node, at, over := c.handler.over(r); over {
		if p := c.nodes[node]; p.inTree && p.count == 0 {
			c.add(at, "%v is in a tree and waits for nobody", node)
		}
	}
	switch {
	case r.Kind == trace.Boot || r.Kind == trace.Crash || r.Kind == trace.Absent:
		delete(c.nodes, r.Node)
	case r.Kind != trace.State:
		return
	case r.Name == showsInTree || r.Name == showsWaiting:
		p := c.nodes[r.Node]
		if r.Name == showsInTree {
			p.inTree = r.Value != 0
		} else {
			p.count = r.Value
		}
		c.nodes[r.Node] = p
		c.handler.begin(r)
	}
}

// Snapshot implements [check.Invariant].
func (c *waits) Snapshot(b []byte) []byte {
	return appendMemory(b, c.nodes, func(b []byte, p pending) []byte {
		return append(appendNumber(b, p.count), protocol.Bit(p.inTree))
	})
}
