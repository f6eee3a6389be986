package invariants

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// A handing checks that at most one handover is under way from one leader: who hands over does
// not lead any longer, begins no other handover before it leads anew, and repeats that one only
// while it follows the heir. A node that has forgotten its handover in a restart passes it on as others do.
type handing struct {
	verdicts
	read    signs
	leaders map[protocol.ID]protocol.ID // of who follows somebody and is not electing
	handed  map[protocol.ID]protocol.ID // the heir that each named since it led last
}

// NewHanding begins to check. read says which message hands over.
func NewHanding(read func(m protocol.Message) (Sign, bool)) *handing {
	return &handing{verdicts: verdicts{property: "one handover"}, read: read,
		leaders: map[protocol.ID]protocol.ID{}, handed: map[protocol.ID]protocol.ID{}}
}

// Wants is messages, and who follows whom.
func (c *handing) Wants() trace.Set {
	return trace.Of(trace.Send, trace.Receive, trace.Electing, trace.Elected, trace.Boot, trace.Crash, trace.Absent)
}

// Record takes what happened next.
func (c *handing) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Send:
		if s, is := c.read(r.Content); is {
			c.sent(r, s)
		}
	case trace.Receive:
		if s, is := c.read(r.Content); is && s.Part == HandsOver && s.Giver == r.Node && c.leaders[r.Node] != r.Node {
			c.handed[r.Node] = s.Leader
		}
	case trace.Elected:
		delete(c.leaders, r.Node)
		if r.Peer != protocol.Nobody {
			c.leaders[r.Node] = r.Peer
		}
		if r.Peer == r.Node {
			delete(c.handed, r.Node)
		}
	case trace.Electing:
		delete(c.leaders, r.Node)
	default:
		delete(c.leaders, r.Node)
		delete(c.handed, r.Node)
	}
}

// sent judges what a node says as a leader, or as one that was.
func (c *handing) sent(r *trace.Record, s Sign) {
	gives := s.Part == HandsOver && s.Giver == r.Node
	heir, handed := c.handed[r.Node]
	leads := c.leaders[r.Node] == r.Node
	switch {
	case gives && leads && handed:
		c.add(r.At, "%v hands over to %v, while its handover to %v is under way", r.Node, s.Leader, heir)
	case gives && !leads && (heir != s.Leader || c.leaders[r.Node] != s.Leader):
		c.add(r.At, "%v, which does not lead, hands over to %v", r.Node, s.Leader)
	case !gives && leads && handed && s.Leader == r.Node:
		c.add(r.At, "%v leads on, after it has handed over to %v", r.Node, heir)
	}
	if gives {
		c.handed[r.Node] = s.Leader
	}
}

// Snapshot implements [check.Invariant].
func (c *handing) Snapshot(b []byte) []byte {
	return appendMemory(appendMemory(b, c.leaders, protocol.AppendID), c.handed, protocol.AppendID)
}
