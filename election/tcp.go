package election

import "bellwether/protocol"

// tcp is Election-TCP: the messages of Election-UDP, over connections. Only the time-out of
// a connection shows that a neighbour is out of reach.
type tcp struct{ unicast }

// tcpNode puts the messages of an election of a unicast node into streams.
type tcpNode struct {
	unicastNode
	streams
}

// Start implements [protocol.Machine]. Sessions begin at a random number, so the sessions of
// two boots differ, except with a probability of about 2⁻³².
func (n *tcpNode) Start(env *protocol.Env, saved []byte) {
	n.session = env.Rand().Uint32()
	n.node.Start(env, saved)
}

// Elect implements [protocol.Starter].
func (n *tcpNode) Elect(env *protocol.Env) { n.within(env, func() { n.node.Elect(env) }) }

// Resign implements [protocol.Resigner].
func (n *tcpNode) Resign(env *protocol.Env) { n.within(env, func() { n.node.Resign(env) }) }

// NeighbourDown implements [protocol.NeighbourObserver]: TCP ignores the neighbour service.
func (n *tcpNode) NeighbourDown(*protocol.Env, protocol.ID) {}

// Receive implements [protocol.Machine].
func (n *tcpNode) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	switch v := m.(type) {
	case syn:
		n.onSyn(env, from, v)
	case synAck:
		n.onSynAck(env, from, v)
	case segment:
		n.onSegment(env, from, v)
	case segmentAck:
		n.onSegmentAck(env, from, v)
	case reset:
		n.onReset(env, from, v)
	default:
		n.within(env, func() { n.node.Receive(env, from, m) })
	}
}

// Fire implements [protocol.Machine].
func (n *tcpNode) Fire(env *protocol.Env, t protocol.Timer) {
	switch {
	case t == timerStream:
		n.onStreamTimeout(env)
	case t == timerTree && n.electing:
		n.within(env, func() { n.onProbeTimeout(env) })
	default:
		n.within(env, func() { n.node.Fire(env, t) })
	}
}

// Snapshot implements [protocol.Machine].
func (n *tcpNode) Snapshot(b []byte) []byte { return n.streams.snapshot(n.node.Snapshot(b)) }

// within runs a handler of the node and puts its messages into streams. The effect of a
// message that must wait is replaced by one that changes nothing.
func (n *tcpNode) within(env *protocol.Env, handler func()) {
	mark := len(env.Driver().Effects())
	handler()
	touched := false
	for i := range env.Driver().Effects()[mark:] {
		e := &env.Driver().Effects()[mark+i]
		if e.Op != protocol.OpSend || !streamed(e.Message) {
			continue
		}
		touched = true
		c := n.to(e.To)
		if len(c.queue) < streamQueue {
			c.queue = append(c.queue, e.Message)
		}
		if len(c.queue) == 1 {
			e.Message = n.launch(env, c)
		} else {
			*e = protocol.Effect{Op: protocol.OpStopTimer, Timer: timerStream}
		}
	}
	if touched {
		n.arm(env)
	}
}

// launch returns what to send for the head of a queue: its segment, or the Syn that must
// come before it.
func (n *tcpNode) launch(env *protocol.Env, c *stream) protocol.Message {
	rto, limit := n.patience(c)
	c.tries, c.since, c.due = 0, env.Now(), env.Now().Add(min(rto, limit))
	if !c.ready() {
		return syn{c.mine}
	}
	n.seq++
	c.seq = n.seq
	return c.segment(n.self)
}

// arm sets the timer for the first repetition due.
func (n *tcpNode) arm(env *protocol.Env) {
	if due, waiting := n.next(); waiting {
		env.SetTimer(timerStream, due.Sub(env.Now()))
	} else {
		env.StopTimer(timerStream)
	}
}

// onProbeTimeout probes all nodes whose Ack or Leader is awaited, each interval, unless a
// message to them is under way already: then its time-out decides. A Probe asks for more
// than the state of the connection, which TCP knows: whether the other side still takes
// part.
func (n *tcpNode) onProbeTimeout(env *protocol.Env) {
	for i := range n.waiting {
		n.askIdle(env, n.waiting[i].id, awaitsAck)
	}
	if n.awaitsLeader() {
		n.askIdle(env, n.parent, awaitsLeader)
	}
	env.SetTimer(timerTree, n.probeInterval)
}

func (n *tcpNode) askIdle(env *protocol.Env, to protocol.ID, awaits awaits) {
	if at, found := n.lookup(to); !found || len(n.all[at].queue) == 0 {
		n.ask(env, to, awaits, 0)
	}
}
