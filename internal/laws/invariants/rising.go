package invariants

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// A rising checks that outside elections a node changes its leader for a greater
// one only (VKT04: with constant values lid increases). It assumes that values
// are constant; and it lets a node give its leader up, for its silence, by naming
// nobody, which the paper's node does by starting an election at once.
type rising struct {
	verdicts
	values  map[protocol.ID]int64
	leaders map[protocol.ID]protocol.ID // of who follows somebody and is not electing
}

// NewRising begins to check.
func NewRising() *rising {
	return &rising{verdicts: verdicts{property: "leaders rise"},
		values: map[protocol.ID]int64{}, leaders: map[protocol.ID]protocol.ID{}}
}

// Wants is who follows whom, and what they can offer.
func (c *rising) Wants() trace.Set {
	return trace.Of(trace.Capability, trace.Electing, trace.Elected, trace.Boot, trace.Crash, trace.Absent)
}

// Record takes what happened next.
func (c *rising) Record(r *trace.Record) {
	switch {
	case r.Kind == trace.Capability:
		c.values[r.Node] = r.Value
	case r.Kind != trace.Elected || r.Peer == protocol.Nobody:
		delete(c.leaders, r.Node)
	default:
		if before, ok := c.leaders[r.Node]; ok && c.capability(before).Exceeds(c.capability(r.Peer)) {
			c.add(r.At, "%v leaves %v for %v, outside an election", r.Node, offer(c.capability(before)), offer(c.capability(r.Peer)))
		}
		c.leaders[r.Node] = r.Peer
	}
}

func (c *rising) capability(id protocol.ID) protocol.Capability {
	return protocol.Capability{Value: c.values[id], ID: id}
}

// Snapshot implements [check.Invariant].
func (c *rising) Snapshot(b []byte) []byte {
	return appendMemory(appendValues(b, c.values), c.leaders, protocol.AppendID)
}
