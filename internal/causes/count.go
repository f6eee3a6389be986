package causes

import (
	"slices"

	"bellwether/protocol"
)

// settle counts the time since when a node has followed nobody, now that it ends with this leader.
func (m *Meter) settle(n *node, at protocol.Time, leader protocol.ID) {
	parts := []part{{n.since, at, Idle}}
	switch {
	case n.leader != protocol.Nobody:
		return
	case !n.led:
		parts[0].cause = Boot
	case n.electing && leader == protocol.Nobody:
		parts[0].cause = Unended
	case n.electing:
		parts = n.now(at).back(n.since)
	}
	for _, p := range slices.Backward(parts) {
		m.span(n, p)
	}
	k := len(parts) - 1
	for _, sample := range n.pending {
		for k > 0 && sample.at > parts[k].to {
			k--
		}
		cause := Waiting // of an election that ends where it began
		if k >= 0 {
			cause = parts[k].cause
		}
		m.count(n, cause, sample)
	}
	n.pending = n.pending[:0]
}

// span gives a span in which a node follows nobody to its cause.
func (m *Meter) span(n *node, p part) {
	p.from = max(p.from, m.options.Warmup)
	if p.to <= p.from {
		return
	}
	m.tally.Nanos[p.cause] += int64(p.to - p.from)
	if n.alone != (tail{p.cause, int64(p.from)}) {
		m.tally.NanoStretches[p.cause]++
	}
	n.alone = tail{p.cause, int64(p.to)}
}

// count gives a sample of a node to a cause.
func (m *Meter) count(n *node, c Cause, s sample) {
	if s.at < m.options.Warmup {
		return
	}
	var one Tally
	one.Samples[c] = 1
	if n.wrong != (tail{c, s.number - 1}) {
		one.Stretches[c] = 1
	}
	n.wrong = tail{c, s.number}
	m.tally.add(&one, 1)
	at := m.at[s.at]
	at[c]++
	m.at[s.at] = at
	if s.number == m.last.number {
		m.last.add(&one, 1)
	}
}

// finish ends the run.
func (m *Meter) finish(at protocol.Time) {
	m.over = true
	for _, n := range m.nodes {
		m.stop(n, at)
	}
	if m.newest == at { // this sample stands for no span
		m.tally.add(&m.last.Tally, -1)
		delete(m.at, at)
	}
}

// Tally returns what was counted, once the run has ended.
func (m *Meter) Tally() Tally { return m.tally }
