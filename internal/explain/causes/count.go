package causes

import (
	"slices"

	"bellwether/protocol"
)

// settle counts the time in which a node has followed nobody, which ends now because it
// follows this leader.
func (m *meter) settle(n *node, at protocol.Time, leader protocol.ID) {
	parts := []part{{n.since, at, idle}}
	defer func() { n.excused = n.excused[:0] }()
	switch {
	case n.leader != protocol.Nobody:
		return
	case !n.led:
		parts[0].cause = boot
	case n.electing && leader == protocol.Nobody:
		parts[0].cause = unended
	case n.electing:
		parts = n.now(at).back(n.since)
	}
	for _, p := range slices.Backward(parts) {
		for _, piece := range slices.Backward(n.wrongly(p)) {
			m.span(n, piece)
		}
	}
	k := len(parts) - 1
	for _, sample := range n.pending {
		for k > 0 && sample.at > parts[k].to {
			k--
		}
		cause := waitTime // of an election that ends where it began
		if k >= 0 {
			cause = parts[k].cause
		}
		m.count(n, cause, sample)
	}
	n.pending = n.pending[:0]
}

// span counts a span in which a node follows nobody for its cause.
func (m *meter) span(n *node, p part) {
	p.from = max(p.from, m.options.Warmup)
	if p.to <= p.from {
		return
	}
	begins := n.alone != (tail{p.cause, int64(p.from)})
	n.alone = tail{p.cause, int64(p.to)}
	m.tally.Nanos[p.cause] += int64(p.to - p.from)
	if begins {
		m.tally.NanoStretches[p.cause]++
	}
	if !m.clock.Steps {
		return
	}
	m.tally.Samples[p.cause] += int64(p.to - p.from)
	if begins {
		m.tally.Stretches[p.cause]++
	}
	m.edge(p.from, p.cause, 1)
	m.edge(p.to, p.cause, -1)
}

// count counts a sample of a node for a cause.
func (m *meter) count(n *node, c Cause, s sample) {
	if s.weight == 0 {
		return
	}
	var one tally
	one.Samples[c] = s.weight
	if n.wrong != (tail{c, s.number - 1}) {
		one.Stretches[c] = 1
	}
	n.wrong = tail{c, s.number}
	m.tally.add(&one, 1)
	m.edge(max(s.at, m.options.Warmup), c, 1)
	m.edge(max(s.until, s.at+1), c, -1) // a sample is an instant
	if s.number == m.last.number {
		m.last.add(&one, 1)
	}
}

// edge notes that the number of nodes that are wrong by a cause changes at an instant.
func (m *meter) edge(at protocol.Time, c Cause, by int32) {
	of := m.edges[at]
	of[c] += by
	m.edges[at] = of
}

// finish ends the run.
func (m *meter) finish(at protocol.Time) {
	m.over = true
	for _, n := range m.nodes {
		m.stop(n, at)
	}
	if m.newest == at { // this sample stands for no span
		m.tally.add(&m.last.tally, -1)
		delete(m.edges, at)
	}
}

// total returns what was counted, once the run has ended.
func (m *meter) total() tally { return m.tally }
