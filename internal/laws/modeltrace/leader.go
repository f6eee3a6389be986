package modeltrace

import "bellwether/protocol"

// elected checks a leader that is taken.
func (n *node) elected(id protocol.ID, by index) error {
	if n.electing {
		return n.conclude(id, by)
	}
	switch {
	case id == protocol.Nobody:
		n.lid = capability{}
		return nil
	case id == n.id:
		n.lid = capability{n.id, n.offers}
		return nil
	}
	told, known := n.named(id)
	if !known {
		return n.wrong("weigh", "follows %v, of which it was told neither just now nor in its last election", id)
	}
	if !told.better(n.lid) {
		return n.wrong("weigh", "follows %v instead of %v, which is better", told, n.lid)
	}
	n.lid = told
	return nil
}

// named is what the node was told of id just now, or while δ was 1.
func (n *node) named(id protocol.ID) (capability, bool) {
	m := n.cause.said
	if c := m.claims().Leader; c.ID == id {
		return c, true
	}
	if m.Kind == "ack" && m.Best.Capability.ID == id && m.Index == n.src {
		return m.Best.Capability, true // late, and better than what the election found
	}
	c, ok := n.meant[id]
	return c, ok
}

// conclude is the model's: told and announce lead to it. A Beacon of the own computation
// tells as its Leader does, which was lost: the model asks the parent instead.
func (n *node) conclude(id protocol.ID, by index) error {
	if by != n.src {
		return n.wrong("conclude", "ends %v, but is in %v", by, n.src)
	}
	m := n.cause.said
	told := (m.Kind == "leader" || m.Kind == "beacon") && m.Index == n.src
	won := m.claims().Leader
	switch {
	case told && id == won.ID && !n.best.Capability.better(won):
		n.lid = won
	case id != n.best.Capability.ID:
		return n.wrong("conclude", "names %v, which is neither announced to it nor the best of its subtree, %v", id, n.best.Capability)
	case told: // less than the best of the own subtree, or too old: announces
		n.lid = n.best.Capability
	case n.parent != protocol.Nobody && !n.gone(n.parent):
		return n.wrong("conclude", "announces, but has the parent %v", n.parent)
	case n.owes && !n.collected():
		return n.wrong("conclude", "announces while S is %v", n.waiting())
	default:
		n.lid = n.best.Capability
	}
	n.electing, n.owes, n.parent, n.waits = false, false, protocol.Nobody, nil
	return nil
}

func (n *node) waiting() (ids []protocol.ID) {
	for id := range n.waits {
		if !n.gone(id) {
			ids = append(ids, id)
		}
	}
	return ids
}
