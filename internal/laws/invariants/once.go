package invariants

import (
	"cmp"
	"encoding/binary"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// An once checks that a node says an Election and its pending Ack of a computation
// once (VKT04: at most one of each for a node and src): one Election to each it
// speaks to, broadcast or not, and one Ack in all. Repetitions that say they are do
// not count. A boot begins anew: whether a node takes part again after it is
// Monotone's to judge. What was said may leave late, when its speaker is in another
// computation: a transport may hold it back.
type once struct {
	verdicts
	reads reading
	said  map[protocol.ID][]saying // sorted
}

// saying is what a node has said, and to whom (an Ack: to somebody).
type saying struct {
	part        part
	to          protocol.ID
	computation protocol.Computation
}

// NewOnce begins to check.
func NewOnce(reads reading) *once {
	return &once{verdicts: verdicts{property: "said once"}, reads: reads, said: map[protocol.ID][]saying{}}
}

// Wants is messages, and what begins anew.
func (c *once) Wants() trace.Set { return trace.Of(trace.Send, trace.Boot, trace.Crash, trace.Absent) }

// Record takes what happened next.
func (c *once) Record(r *trace.Record) {
	if r.Kind != trace.Send {
		delete(c.said, r.Node)
		return
	}
	s, ok := c.reads(r.Content)
	if !ok || s.Again || s.Part == Announces {
		return
	}
	now := saying{s.Part, r.Peer, s.Computation}
	if s.Part == Reports {
		now.to = protocol.Nobody
	}
	at, before := slices.BinarySearchFunc(c.said[r.Node], now, saying.compare)
	switch {
	case !before:
		c.said[r.Node] = slices.Insert(c.said[r.Node], at, now)
	case s.Part == Reports:
		c.add(r.At, "%v says its Ack of %v again", r.Node, s.Computation)
	case r.Peer == protocol.Nobody:
		c.add(r.At, "%v says Election of %v to whoever hears again", r.Node, s.Computation)
	default:
		c.add(r.At, "%v says Election of %v to %v again", r.Node, s.Computation, r.Peer)
	}
}

func (s saying) compare(t saying) int {
	return cmp.Or(cmp.Compare(s.computation.Num, t.computation.Num), cmp.Compare(s.computation.Source, t.computation.Source),
		cmp.Compare(s.part, t.part), cmp.Compare(s.to, t.to))
}

// Snapshot implements [check.Invariant].
func (c *once) Snapshot(b []byte) []byte {
	return appendMemory(b, c.said, func(b []byte, all []saying) []byte {
		b = binary.BigEndian.AppendUint32(b, uint32(len(all)))
		for _, s := range all {
			b = protocol.AppendComputation(protocol.AppendID(append(b, byte(s.part)), s.to), s.computation)
		}
		return b
	})
}
