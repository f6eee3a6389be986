package election

import (
	"math"
	"time"

	"bellwether/protocol"
)

// onSyn accepts a connection. If both ends open one at once, it is the same connection.
func (n *tcpNode) onSyn(env *protocol.Env, from protocol.ID, s syn) {
	c := n.to(from)
	if !c.meet(s.Session) {
		return
	}
	env.Send(from, synAck{c.mine, s.Session})
	if !c.closed {
		n.opened(env, c)
	}
}

func (n *tcpNode) onSynAck(env *protocol.Env, from protocol.ID, s synAck) {
	if at, found := n.lookup(from); found && n.all[at].mine == s.For && n.all[at].meet(s.Session) {
		n.opened(env, &n.all[at])
	}
}

// opened sends what waited for the handshake.
func (n *tcpNode) opened(env *protocol.Env, c *stream) {
	if c.ready() {
		return
	}
	c.open, c.closed = true, false
	if len(c.queue) > 0 {
		env.Send(c.id, n.launch(env, c))
		n.arm(env)
	}
}

// onSegment handles each message once, and acknowledges it. A segment of an unknown
// connection is answered with Reset, as by TCP. A segment that arrives while this end's own
// Syn is under way is ignored: it will be repeated.
func (n *tcpNode) onSegment(env *protocol.Env, from protocol.ID, s segment) {
	at, found := n.lookup(from)
	if !found || n.all[at].open && s.Session != n.all[at].theirs && s.Session != n.all[at].former {
		env.Send(from, reset{s.Session})
		return
	}
	c := &n.all[at]
	if !c.open || s.Session != c.theirs {
		return
	}
	env.Send(from, segmentAck{s.Session, s.Seq})
	if s.Seq <= c.taken {
		return
	}
	c.taken = s.Seq
	n.within(env, func() { n.node.Receive(env, from, s.Inner) })
}

func (n *tcpNode) onSegmentAck(env *protocol.Env, from protocol.ID, a segmentAck) {
	at, found := n.lookup(from)
	if !found {
		return
	}
	c := &n.all[at]
	if !c.ready() || a.Session != c.mine || a.Seq != c.seq || len(c.queue) == 0 {
		return
	}
	c.queue = append(c.queue[:0], c.queue[1:]...)
	if len(c.queue) > 0 {
		env.Send(from, n.launch(env, c))
	} else {
		c.closed = !n.reuse
	}
	n.arm(env)
}

// onReset drops a neighbour that has lost the connection.
func (n *tcpNode) onReset(env *protocol.Env, from protocol.ID, r reset) {
	if at, found := n.lookup(from); found && n.all[at].mine == r.For {
		n.disconnected(env, from)
		n.arm(env)
	}
}

// onStreamTimeout repeats what is due, each time after twice as long, and drops the
// neighbours that have not acknowledged for too long.
func (n *tcpNode) onStreamTimeout(env *protocol.Env) {
	var gone []protocol.ID
	for i := range n.all {
		c := &n.all[i]
		if len(c.queue) == 0 || c.due > env.Now() {
			continue
		}
		rto, limit := n.patience(c)
		end := c.since.Add(limit)
		if env.Now() >= end {
			gone = append(gone, c.id)
			continue
		}
		c.tries += 1 - c.tries/math.MaxUint8
		c.due = min(env.Now().Add(min(rto<<min(c.tries, maxDoublings), n.rtoMax)), end)
		if c.ready() {
			env.Send(c.id, c.segment(n.self))
		} else {
			env.Send(c.id, syn{c.mine})
		}
	}
	for _, id := range gone {
		n.disconnected(env, id)
	}
	n.arm(env)
}

// patience is how long a stream waits for the answer to what is under way: before it repeats
// that, and before it gives the other side up.
func (n *tcpNode) patience(c *stream) (rto, limit time.Duration) {
	if c.ready() {
		return n.rto, n.tcpTimeout
	}
	return n.synRTO, n.synTimeout
}

// maxDoublings keeps the back-off within a Duration: 24 h doubled 14 times fits into 61
// bits.
const maxDoublings = 14

// disconnected removes a neighbour from S, or as the parent.
func (n *tcpNode) disconnected(env *protocol.Env, id protocol.ID) {
	n.close(id)
	n.within(env, func() { n.unicastNode.NeighbourDown(env, id) })
}
