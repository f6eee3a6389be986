package causes

import (
	"bellwether/internal/goals"
	"bellwether/protocol"
	"bellwether/trace"
)

// told takes in which component a node is.
func (m *Meter) told(n *node, r *trace.Record) {
	if !n.live || n.here.number == m.number {
		return
	}
	n.before, n.here = n.here, look{number: m.number, component: r.Peer}
	m.members = append(m.members, n)
}

// sampled judges the nodes of a whole sample.
func (m *Meter) sampled(at protocol.Time) {
	m.newest, m.last = at, newestSample{number: m.number}
	m.parts = map[protocol.ID]*component{}
	for _, n := range m.members {
		c := m.parts[n.here.component]
		if c == nil {
			c = &component{first: n}
			m.parts[n.here.component] = c
		}
		c.Add(goals.Standing{ID: n.id, Value: n.value, Incarnation: n.incarnation, Leader: n.leader})
		c.nodes = append(c.nodes, n)
	}
	for _, n := range m.members {
		if c := m.parts[n.here.component]; c.first == n {
			c.wanted = c.Wanted(m.options.Goal, 0, func(id protocol.ID) bool { return m.beside(n, id) })
		}
	}
	for _, n := range m.members {
		c := m.parts[n.here.component]
		n.here.right = c.wanted.Leader
		cause := m.judge(n, c)
		if at >= m.options.Warmup {
			m.tally.Nodes++
			m.last.Nodes++
		}
		switch {
		case cause == none:
		case n.leader == protocol.Nobody: // settle knows, once it ends
			n.pending = append(n.pending, sample{at, m.number})
		default:
			m.count(n, cause, sample{at, m.number})
		}
	}
	m.number++
	m.members = m.members[:0]
	m.forget(m.oldest(at))
}

// oldest is when the oldest election under way began.
func (m *Meter) oldest(now protocol.Time) protocol.Time {
	for _, n := range m.nodes {
		if n.electing {
			now = min(now, n.since)
		}
	}
	return now
}

// beside reports whether a node is a live member of n's component in the sample under way.
func (m *Meter) beside(n *node, id protocol.ID) bool {
	p := m.nodes[id]
	return p != nil && p.live && p.here.number == m.number && p.here.component == n.here.component
}

// judge returns why a node's leader is wrong, none if it is right. Of a node that follows nobody
// the cause is not yet known.
func (m *Meter) judge(n *node, c *component) Cause {
	gone := n.leader != protocol.Nobody && !m.beside(n, n.leader)
	was := n.stretch
	n.stretch = none
	switch {
	case c.wanted.Right(n.leader):
		n.met = n.leader != protocol.Nobody
		return none
	case n.leader == protocol.Nobody:
		return Idle
	case gone && n.met:
		n.stretch = Detection
		return Detection
	case gone:
		n.stretch = Stale
		return Stale
	}
	back := was == Detection || was == Stale
	n.met = true
	if was == none || back {
		was = m.wrong(n, c)
		if back && was != Arrival {
			was = Merge
		}
	}
	n.stretch = was
	return was
}

// wrong returns why a stretch begins in which a node follows a leader in its component that is not the right one.
// A node whose right one was the same at the sample before was right then or followed nobody, so that it has
// taken its leader since.
func (m *Meter) wrong(n *node, c *component) Cause {
	right := m.rightOne(n, c)
	switch {
	case n.before.number != m.number-1 || right.before.number != m.number-1:
		return Arrival
	case right.before.component != n.before.component:
		return Merge
	case c.wanted.Leader == protocol.Nobody || n.before.right == right.id:
		return Choice
	}
	return Offers
}

// rightOne is the member that a node should follow; where any single one will do, the one of the smallest
// ID that follows another.
func (m *Meter) rightOne(n *node, c *component) *node {
	if c.wanted.Leader != protocol.Nobody {
		return m.nodes[c.wanted.Leader]
	}
	var right *node
	for _, p := range c.nodes {
		if p.leader != n.leader && p.leader != protocol.Nobody && (right == nil || p.id < right.id) {
			right = p
		}
	}
	if right == nil {
		return n
	}
	return right
}
