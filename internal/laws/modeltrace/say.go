package modeltrace

import "bellwether/protocol"

// say checks a message that is sent.
func (n *node) say(to protocol.ID, m said) error {
	if n.world.live {
		return n.sayLate(to, m)
	}
	switch m.Kind {
	case "election":
		return n.sayElection(to, m)
	case "ack":
		return n.sayAck(to, m)
	case "probe":
		return n.sayProbe(to, m)
	case "leader", "exchange", "beacon":
		return n.sayClaim(m)
	}
	return nil
}

// sayLate checks a message whose record may come after its step.
func (n *node) sayLate(to protocol.ID, m said) error {
	switch m.Kind {
	case "election":
		if m.Index.newer(n.newest()) {
			return n.wrong("enter", "says Election of %v, but took part in none newer than %v", m.Index, n.newest())
		}
	case "probe":
		if n.electing {
			n.silent[to] = true
		}
	case "leader", "exchange", "beacon":
		return n.sayClaim(m)
	}
	return nil
}

func (n *node) sayElection(to protocol.ID, m said) error {
	switch {
	case !n.electing || m.Index != n.src:
		return n.wrong("enter", "says Election of %v, but is in %v (δ = %t)", m.Index, n.src, n.electing)
	case m.Retry && n.src.newer(n.cause.said.Index):
		return nil // says again to an electing neighbour that there is a newer computation
	case to == n.parent:
		return n.wrong("enter", "asks its parent %v", to)
	case n.waits[to] && !m.Retry:
		return n.wrong("enter", "asks %v twice", to)
	}
	n.waits[to] = true
	return nil
}

// asked reports whether the cause of the step is an Election or a Probe for an Ack from to.
func (n *node) asked(to protocol.ID, c index) bool {
	k := n.cause.said.Kind
	return n.cause.from == to && n.cause.said.Index == c && (k == "election" || k == "probe")
}

func (n *node) sayAck(to protocol.ID, m said) error {
	if m.Best.Capability.ID == protocol.Nobody {
		switch {
		case !n.asked(to, m.Index):
			return n.wrong("onElection", "declines %v to %v, which did not ask", m.Index, to)
		case m.Index == n.src && n.electing && to == n.parent && n.owes:
			return n.wrong("onElection", "declines to its parent %v", to)
		case m.Index.newer(n.src):
			return n.wrong("onElection", "declines %v, which is newer than its %v", m.Index, n.src)
		}
		return nil
	}
	switch {
	case !n.electing || m.Index != n.src:
		return n.wrong("report", "sends the pending Ack of %v, but is in %v (δ = %t)", m.Index, n.src, n.electing)
	case to != n.parent:
		return n.wrong("report", "sends its pending Ack to %v; its parent is %v", to, n.parent)
	case m.Best.Capability != n.best.Capability:
		return n.wrong("report", "names %v the best; what it heard of makes it %v", m.Best.Capability, n.best.Capability)
	case m.Retry && n.owes:
		return n.wrong("report", "repeats an Ack that it never sent")
	case m.Retry:
		return nil
	case !n.owes:
		return n.wrong("report", "sends its pending Ack twice")
	case !n.collected():
		return n.wrong("report", "sends its pending Ack while S is %v", n.waiting())
	}
	n.owes, n.waits = false, nil
	return nil
}

func (n *node) sayProbe(to protocol.ID, m said) error {
	switch {
	case !n.electing || m.Index != n.src:
		return n.wrong("ask", "probes for %v, but is in %v (δ = %t)", m.Index, n.src, n.electing)
	case m.Awaits == 0 && !(n.owes && n.waits[to]):
		return n.wrong("probeChild", "probes %v, which is not in S", to)
	case m.Awaits == 1 && (n.owes || to != n.parent):
		return n.wrong("probeParent", "probes %v for the Leader; its parent is %v (Δ = %t)", to, n.parent, n.owes)
	}
	n.silent[to] = true
	return nil
}

// sayClaim: a node names only a leader and a stamp that it was told.
func (n *node) sayClaim(m said) error {
	c := m.claims()
	if c.Leader.ID != n.id && !n.heard[c] {
		return n.wrong("flood", "names %v with the stamp %v, which nobody told it", c.Leader, c.Stamp)
	}
	if m.Kind == "beacon" && c.Leader.ID == n.id && (n.electing || n.lid.ID != n.id) {
		return n.wrong("reign", "says a beacon of its own, but follows %v (δ = %t)", n.lid.ID, n.electing)
	}
	return nil
}
