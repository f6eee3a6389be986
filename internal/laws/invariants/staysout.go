package invariants

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// A staysOut checks that a node declines an Election at once only where it follows another
// leader than the one that the Election replaces (VKT04 §VI: who has lost the same leader, or
// has none, takes part). It assumes that a message says whom its Election replaces, and that
// an immediate Ack is said in the handler that receives the Election.
type staysOut struct {
	verdicts
	replaces func(m protocol.Message) (leader protocol.ID, of protocol.Computation, asks bool)
	declines func(m protocol.Message) (of protocol.Computation, is bool)
	leaders  map[protocol.ID]protocol.ID // of who follows somebody and is not electing
	asked    asked
}

// asked is the Election that a node handles.
type asked struct {
	node, leader protocol.ID
	of           protocol.Computation
}

// NewStaysOut begins to check. replaces reads an Election, and declines an immediate Ack.
func NewStaysOut(replaces func(m protocol.Message) (leader protocol.ID, of protocol.Computation, asks bool),
	declines func(m protocol.Message) (of protocol.Computation, is bool)) *staysOut {
	return &staysOut{verdicts: verdicts{property: "stays out"}, replaces: replaces, declines: declines, leaders: map[protocol.ID]protocol.ID{}}
}

// Wants is messages, and who follows whom.
func (c *staysOut) Wants() trace.Set {
	return trace.Of(trace.Send, trace.Receive, trace.Timer, trace.Electing, trace.Elected, trace.Boot, trace.Crash, trace.Absent)
}

// Record takes what happened next.
func (c *staysOut) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Receive:
		leader, of, asks := c.replaces(r.Content)
		c.asked = asked{}
		if asks {
			c.asked = asked{r.Node, leader, of}
		}
	case trace.Send:
		of, is := c.declines(r.Content)
		if follows, any := c.leaders[r.Node]; is && any && c.asked == (asked{r.Node, follows, of}) {
			c.add(r.At, "%v follows %v, and stays out of %v, which replaces it", r.Node, follows, of)
		}
	case trace.Elected:
		delete(c.leaders, r.Node)
		if r.Peer != protocol.Nobody {
			c.leaders[r.Node] = r.Peer
		}
	case trace.Timer:
		c.asked = asked{}
	default:
		delete(c.leaders, r.Node)
	}
}

// Snapshot implements [check.Invariant]. An Election is handled at once.
func (c *staysOut) Snapshot(b []byte) []byte {
	return appendMemory(b, c.leaders, protocol.AppendID)
}
