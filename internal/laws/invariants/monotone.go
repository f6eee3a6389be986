package invariants

import (
	"encoding/binary"

	"bellwether/protocol"
	"bellwether/trace"
)

// A monotone checks that each initiator's computation number strictly increases (VKT04:
// greater than any it started before), over its crashes too: a number that comes back lets
// messages of a dead computation into a new one. A node that lost its storage begins anew: it
// cannot know better. Only what a node enters as its own source counts; the zero Computation
// stands for no election.
type monotone struct {
	verdicts
	newest map[protocol.ID]uint32
}

// NewMonotone begins to check.
func NewMonotone() *monotone {
	return &monotone{verdicts: verdicts{property: "numbers increase"}, newest: map[protocol.ID]uint32{}}
}

// Wants is the entries into elections, and losses of storage.
func (c *monotone) Wants() trace.Set { return trace.Of(trace.Electing, trace.Fault) }

// Record takes what happened next.
func (c *monotone) Record(r *trace.Record) {
	if r.Kind == trace.Fault && r.Name == trace.StorageLost {
		delete(c.newest, r.Node)
	}
	if r.Kind != trace.Electing || r.Computation.Source != r.Node || r.Node == protocol.Nobody {
		return
	}
	newest, any := c.newest[r.Node]
	if any && r.Computation.Num <= newest {
		c.add(r.At, "%v starts %v after %v", r.Node, r.Computation, protocol.Computation{Num: newest, Source: r.Node})
	}
	c.newest[r.Node] = max(newest, r.Computation.Num)
}

// Snapshot implements [check.Invariant].
func (c *monotone) Snapshot(b []byte) []byte {
	return appendMemory(b, c.newest, binary.BigEndian.AppendUint32)
}
