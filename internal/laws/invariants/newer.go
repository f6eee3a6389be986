package invariants

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// A newer checks that a node that is electing changes over to newer computations only (VKT04:
// src never decreases while δ = 1): an older one that is taken up again never ends. The zero
// Computation stands for no election.
type newer struct {
	verdicts
	in map[protocol.ID]protocol.Computation // who is electing, in what
}

// NewNewer begins to check.
func NewNewer() *newer {
	return &newer{verdicts: verdicts{property: "computations newer"}, in: map[protocol.ID]protocol.Computation{}}
}

// Wants is the elections' beginnings and ends.
func (c *newer) Wants() trace.Set {
	return trace.Of(trace.Electing, trace.Elected, trace.Boot, trace.Crash, trace.Absent)
}

// Record takes what happened next.
func (c *newer) Record(r *trace.Record) {
	if r.Kind != trace.Electing {
		delete(c.in, r.Node)
		return
	}
	if before := c.in[r.Node]; before.Succeeds(r.Computation) && r.Computation != (protocol.Computation{}) {
		c.add(r.At, "%v leaves %v for %v", r.Node, before, r.Computation)
	}
	c.in[r.Node] = r.Computation
}

// Snapshot implements [check.Invariant].
func (c *newer) Snapshot(b []byte) []byte { return appendMemory(b, c.in, protocol.AppendComputation) }
