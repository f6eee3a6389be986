package invariants

import (
	"maps"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// An inTime checks that a node sends an Election and its pending Ack only for the
// computation in which it is electing, and once in it. If each computation is newer than
// the one before, this is stricter than Once and needs less memory. It reports violations of
// a node whose transport delays its messages (TCP). A boot begins anew.
type inTime struct {
	verdicts
	reads reading
	in    map[protocol.ID]*saidIn
}

// saidIn is what a node has said in its computation.
type saidIn struct {
	computation protocol.Computation
	asked       map[protocol.ID]bool
	reported    bool
}

// NewInTime begins to check.
func NewInTime(reads reading) *inTime {
	return &inTime{verdicts: verdicts{property: "said in time, once"}, reads: reads, in: map[protocol.ID]*saidIn{}}
}

// Wants is messages, and elections' beginnings and ends.
func (c *inTime) Wants() trace.Set {
	return trace.Of(trace.Send, trace.Electing, trace.Elected, trace.Boot, trace.Crash, trace.Absent)
}

// Record takes what happened next.
func (c *inTime) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Send:
		if s, ok := c.reads(r.Content); ok && !s.Again && s.Part != Announces {
			c.said(r, s)
		}
	case trace.Electing:
		if in := c.in[r.Node]; in == nil || in.computation != r.Computation {
			c.in[r.Node] = &saidIn{computation: r.Computation, asked: map[protocol.ID]bool{}}
		}
	default:
		delete(c.in, r.Node)
	}
}

func (c *inTime) said(r *trace.Record, s Saying) {
	in := c.in[r.Node]
	switch {
	case in == nil || in.computation != s.Computation:
		c.add(r.At, "%v speaks of %v, in which it is not electing", r.Node, s.Computation)
	case s.Part == Asks && in.asked[r.Peer]:
		whom := "whoever hears"
		if r.Peer != protocol.Nobody {
			whom = r.Peer.String()
		}
		c.add(r.At, "%v says Election of %v to %s again", r.Node, s.Computation, whom)
	case s.Part == Asks:
		in.asked[r.Peer] = true
	case in.reported:
		c.add(r.At, "%v says its Ack of %v again", r.Node, s.Computation)
	default:
		in.reported = true
	}
}

// Snapshot implements [check.Invariant].
func (c *inTime) Snapshot(b []byte) []byte {
	return appendMemory(b, c.in, func(b []byte, in *saidIn) []byte {
		b = append(protocol.AppendComputation(b, in.computation), protocol.Bit(in.reported))
		b = appendNumber(b, int64(len(in.asked)))
		for _, id := range slices.Sorted(maps.Keys(in.asked)) {
			b = protocol.AppendID(b, id)
		}
		return b
	})
}
