package check

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// An OwnBest checks that nobody reports less than itself to its parent (VKT04:
// the Ack's value is at least the own one). It assumes that values are constant.
type OwnBest struct {
	verdicts
	reads  Reading
	values map[protocol.ID]int64
}

// NewOwnBest begins to check.
func NewOwnBest(reads Reading) *OwnBest {
	return &OwnBest{verdicts: verdicts{property: "reports include oneself"}, reads: reads, values: map[protocol.ID]int64{}}
}

// Wants is messages, and what nodes can offer.
func (c *OwnBest) Wants() trace.Set { return trace.Of(trace.Send, trace.Capability) }

// Record takes what happened next.
func (c *OwnBest) Record(r *trace.Record) {
	if r.Kind == trace.Capability {
		c.values[r.Node] = r.Value
		return
	}
	own := protocol.Capability{Value: c.values[r.Node], ID: r.Node}
	if s, ok := c.reads(r.Content); ok && s.Part == Reports && own.Exceeds(s.Best) {
		c.add(r.At, "%v reports %v, less than itself, in %v", offer(own), offer(s.Best), s.Computation)
	}
}

// Snapshot implements [Invariant].
func (c *OwnBest) Snapshot(b []byte) []byte { return appendValues(b, c.values) }
