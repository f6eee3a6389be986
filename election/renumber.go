package election

import "bellwether/protocol"

// Renumber replaces each number of a beacon by the result of to for its node, term and
// number. A number is compared only with numbers of the same node and term, by the
// difference: see [stamp].
func (n *node) Renumber(to func(of protocol.ID, term, number uint32) uint32) {
	n.own = n.own.as(n.self, to)
	n.leader.stamp = n.leader.stamp.as(n.leader.leader.ID, to)
	n.queued.stamp = n.queued.stamp.as(n.queued.leader.ID, to)
	n.best = n.best.as(to)
	n.told.stamp = n.told.stamp.as(n.told.leader, to)
	for i := range n.formers {
		n.formers[i].stamp = n.formers[i].stamp.as(n.formers[i].id, to)
	}
}

// Renumber also replaces the numbers in messages that wait in the streams.
func (n *tcpNode) Renumber(to func(of protocol.ID, term, number uint32) uint32) {
	n.node.Renumber(to)
	for i := range n.all {
		for k, m := range n.all[i].queue {
			n.all[i].queue[k] = renumbered(m, to)
		}
	}
}

func (s stamp) as(of protocol.ID, to func(of protocol.ID, term, number uint32) uint32) stamp {
	return stamp{s.Term, to(of, s.Term, s.Beacon)}
}

func (c candidate) as(to func(of protocol.ID, term, number uint32) uint32) candidate {
	return candidate{c.Capability, c.Stamp.as(c.Capability.ID, to)}
}

func (c claim) as(to func(of protocol.ID, term, number uint32) uint32) claim {
	c.Stamp = c.Stamp.as(c.Leader.ID, to)
	return c
}

// Renumbered returns the message with the numbers replaced.
func (m ack) Renumbered(to func(of protocol.ID, term, number uint32) uint32) protocol.Message {
	m.Best = m.Best.as(to)
	return m
}

// Renumbered returns the message with the numbers replaced.
func (m leader) Renumbered(to func(of protocol.ID, term, number uint32) uint32) protocol.Message {
	m.Claim = m.Claim.as(to)
	return m
}

// Renumbered returns the message with the numbers replaced.
func (m beacon) Renumbered(to func(of protocol.ID, term, number uint32) uint32) protocol.Message {
	m.Stamp = m.Stamp.as(m.Leader.ID, to)
	return m
}

// Renumbered returns the message with the numbers replaced.
func (m exchange) Renumbered(to func(of protocol.ID, term, number uint32) uint32) protocol.Message {
	m.Claim = m.Claim.as(to)
	return m
}

// Renumbered returns the message with the numbers replaced.
func (m segment) Renumbered(to func(of protocol.ID, term, number uint32) uint32) protocol.Message {
	m.Inner = renumbered(m.Inner, to)
	return m
}

func renumbered(m protocol.Message, to func(of protocol.ID, term, number uint32) uint32) protocol.Message {
	if c, ok := m.(interface {
		Renumbered(to func(of protocol.ID, term, number uint32) uint32) protocol.Message
	}); ok {
		return c.Renumbered(to)
	}
	return m
}
