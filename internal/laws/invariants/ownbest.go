package invariants

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// An ownBest checks that nobody reports less than itself to its parent (VKT04:
// the Ack's value is at least the own one). It assumes that values are constant.
type ownBest struct {
	verdicts
	reads  reading
	values map[protocol.ID]int64
}

// NewOwnBest begins to check.
func NewOwnBest(reads reading) *ownBest {
	return &ownBest{verdicts: verdicts{property: "reports include oneself"}, reads: reads, values: map[protocol.ID]int64{}}
}

// Wants is messages, and what nodes can offer.
func (c *ownBest) Wants() trace.Set { return trace.Of(trace.Send, trace.Capability) }

// Record takes what happened next.
func (c *ownBest) Record(r *trace.Record) {
	if r.Kind == trace.Capability {
		c.values[r.Node] = r.Value
		return
	}
	own := protocol.Capability{Value: c.values[r.Node], ID: r.Node}
	if s, ok := c.reads(r.Content); ok && s.Part == Reports && own.Exceeds(s.Best) {
		c.add(r.At, "%v reports %v, less than itself, in %v", offer(own), offer(s.Best), s.Computation)
	}
}

// Snapshot implements [check.Invariant].
func (c *ownBest) Snapshot(b []byte) []byte { return appendValues(b, c.values) }
