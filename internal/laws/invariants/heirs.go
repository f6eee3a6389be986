package invariants

import (
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// A heirs checks that an heir never claims while it hears its leader: it enters an election only
// if its leader was silent for long enough, if it has asked its neighbours in vain since the last
// sign of life, or if the leader has resigned. An heir claims first, so a mistake of it costs
// everybody a leader.
type heirs struct {
	verdicts
	moment
	read    signs
	silence time.Duration // of a leader, by which it counts as not heard
	nodes   map[protocol.ID]listening
	handler handler
}

// listening is what a node has heard of its leader.
type listening struct {
	is, was allegiance    // as it shows now, and at the end of its last handler
	newest  protocol.Time // the newest stamp that reached it of this leader
	heard   protocol.Time // when that left the leader
	excused bool          // it has asked since, or its leader has resigned
}

// NewHeirs begins to check. A leader that is silent for this time is not heard.
func NewHeirs(silence time.Duration, read func(m protocol.Message) (Sign, bool)) *heirs {
	return &heirs{verdicts: verdicts{property: "heirs wait"}, read: read, silence: silence, nodes: map[protocol.ID]listening{}}
}

// Wants is messages, states, and the beginnings of elections.
func (c *heirs) Wants() trace.Set {
	return trace.Of(trace.Send, trace.Receive, trace.Timer, trace.State, trace.Electing, trace.Boot, trace.Crash, trace.Absent, trace.End)
}

// Record takes what happened next.
func (c *heirs) Record(r *trace.Record) {
	if node, at, over := c.handler.over(r); over {
		c.settle(node, at)
	}
	c.pass(r)
	h := c.nodes[r.Node]
	switch r.Kind {
	case trace.State:
		if !h.is.show(r.Name, r.Value) {
			return
		}
		c.handler.begin(r)
	case trace.Send, trace.Receive:
		s, is := c.read(r.Content)
		if !is || !h.take(r, s) {
			return
		}
	case trace.Electing:
		if silent := r.At.Sub(h.heard); h.was.heir == r.Node && h.was.leader != protocol.Nobody && h.was.leader != r.Node &&
			!h.excused && silent < c.silence {
			c.add(r.At, "%v is the heir of %v, heard it %v ago, and enters an election", r.Node, h.was.leader, silent)
		}
		return
	case trace.Boot, trace.Crash, trace.Absent:
		delete(c.nodes, r.Node)
		return
	default:
		return
	}
	c.nodes[r.Node] = h
}

// take takes a message that the node sends or receives; false: it changes nothing.
func (h *listening) take(r *trace.Record, s Sign) bool {
	switch {
	case h.was.leader == protocol.Nobody || s.Leader != h.was.leader:
		return false
	case r.Kind == trace.Send:
		h.excused = h.excused || s.Part == Pulls
	case s.Part == Resigns:
		h.excused = true
	case (s.Part == Lives || s.Part == HandsOver) && s.Stamp > h.newest:
		h.newest, h.heard, h.excused = s.Stamp, r.At.Add(-s.Age), false
	}
	return true
}

// settle takes the end of a node's handler: a node hears a new leader by the message by which it
// follows it.
func (c *heirs) settle(node protocol.ID, at protocol.Time) {
	h := c.nodes[node]
	if h.is.leader != h.was.leader {
		h.newest, h.heard, h.excused = h.is.stamp, at, false
	}
	h.was = h.is
	c.nodes[node] = h
}

// Snapshot implements [check.Invariant].
func (c *heirs) Snapshot(b []byte) []byte {
	return appendMemory(b, c.nodes, func(b []byte, h listening) []byte {
		b = protocol.AppendID(protocol.AppendID(b, h.is.leader), h.is.heir)
		if h.is.leader != protocol.Nobody {
			b = c.age(c.age(b, h.newest), max(h.heard, c.now.Add(-c.silence)))
		}
		return append(b, protocol.Bit(h.excused))
	})
}
