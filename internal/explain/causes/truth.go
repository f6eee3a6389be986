package causes

import (
	"time"

	"bellwether/internal/contract/goals"
	"bellwether/protocol"
	"bellwether/trace"
)

// told notes the component of a node.
func (m *meter) told(n *node, r *trace.Record) {
	if m.clock.Steps {
		n.component = r.Peer
		return
	}
	if !n.live || n.here.number == m.number {
		return
	}
	n.before, n.here = n.here, look{number: m.number, component: r.Peer}
	m.members = append(m.members, n)
}

// lasted judges all nodes of a state that held from an instant until another.
func (m *meter) lasted(from, until protocol.Time) {
	for _, n := range m.order {
		if n.live && n.component != protocol.Nobody {
			n.before, n.here = n.here, look{number: m.number, component: n.component}
			m.members = append(m.members, n)
		}
	}
	m.judgeAll(sample{at: from, until: until, number: m.number, weight: max(0, int64(until-max(from, m.options.Warmup)))})
	if until-m.forgot > forgetEvery {
		m.forget(m.oldest(until))
		m.forgot = until
	}
}

// forgetEvery is the interval at which steps are dropped that no election needs any more.
const forgetEvery = protocol.Time(time.Second)

// sampled judges the nodes of a whole sample.
func (m *meter) sampled(at protocol.Time) {
	m.newest, m.last = at, newestSample{number: m.number}
	s := sample{at: at, until: at, number: m.number, weight: 1}
	if at < m.options.Warmup {
		s.weight = 0
	}
	m.judgeAll(s)
	m.forget(m.oldest(at))
}

// judgeAll judges the members of a sample.
func (m *meter) judgeAll(s sample) {
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
		m.tally.Nodes += s.weight
		m.last.Nodes += s.weight
		switch {
		case cause == none && c.wanted.Ineligible && m.clock.Steps && n.leader == protocol.Nobody:
			n.excuse(s.at, s.until)
		case cause == none:
		case n.leader != protocol.Nobody:
			if m.within(n, c, cause) {
				cause = withinMargin
			}
			if !m.tolerated(n, c) {
				m.count(n, cause, s)
			}
		case !m.clock.Steps: // settle knows, once it ends
			n.pending = append(n.pending, s)
		}
	}
	m.number++
	m.members = m.members[:0]
}

// within reports whether the right leader may not replace that of n by the scenario's margin.
func (m *meter) within(n *node, c *component, cause Cause) bool {
	if cause != offers || m.options.Goal != "" && m.options.Goal != protocol.GoalBest {
		return false
	}
	return !c.Best.Deposes(m.offer(n.leader), m.options.Margin)
}

// tolerated reports whether n is not badly led by its leader, where only badly led nodes count.
func (m *meter) tolerated(n *node, c *component) bool {
	return m.badly && m.beside(n, n.leader) && !m.options.Tolerance.Exceeded(c.Best, m.offer(n.leader))
}

func (m *meter) offer(id protocol.ID) protocol.Capability {
	return protocol.Capability{Value: m.nodes[id].value, ID: id}
}

// oldest is when the oldest election under way began.
func (m *meter) oldest(now protocol.Time) protocol.Time {
	for _, n := range m.nodes {
		if n.electing {
			now = min(now, n.since)
		}
	}
	return now
}

// beside reports whether a node is a live member of n's component in the sample under way.
func (m *meter) beside(n *node, id protocol.ID) bool {
	p := m.nodes[id]
	return p != nil && p.live && p.here.number == m.number && p.here.component == n.here.component
}

// judge returns why a node's leader is wrong, or none if it is right. For a node that follows
// nobody the cause is not known yet.
func (m *meter) judge(n *node, c *component) Cause {
	gone := n.leader != protocol.Nobody && !m.beside(n, n.leader)
	was := n.stretch
	n.stretch = none
	switch {
	case c.wanted.Right(n.leader):
		n.met = n.leader != protocol.Nobody
		return none
	case n.leader == protocol.Nobody:
		return idle
	case gone && n.met:
		n.stretch = detection
		return detection
	case gone:
		n.stretch = stale
		return stale
	}
	back := was == detection || was == stale
	n.met = true
	if was == none || back {
		was = m.wrong(n, c)
		if back && was != arrival {
			was = merge
		}
	}
	n.stretch = was
	return was
}

// wrong returns why a stretch begins in which a node follows a wrong leader of its own
// component. If its right leader was the same at the sample before, the node followed it then
// or followed nobody, so it has taken its leader since.
func (m *meter) wrong(n *node, c *component) Cause {
	right := m.rightOne(n, c)
	switch {
	case n.before.number != m.number-1 || right.before.number != m.number-1:
		return arrival
	case right.before.component != n.before.component:
		return merge
	case c.wanted.Leader == protocol.Nobody || n.before.right == right.id:
		return choice
	}
	return offers
}

// rightOne returns the member that a node should follow. If any single leader will do, it
// returns the member with the smallest ID that follows another leader.
func (m *meter) rightOne(n *node, c *component) *node {
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
