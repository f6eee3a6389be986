package linkreversal

import (
	"encoding/binary"

	"bellwether/protocol"
)

// sink reports whether this node has lost its last path to the leader: it has neighbours,
// all of them follow the same leader pair and are higher, and it does not lead.
func (m *machine) sink(self protocol.ID) bool {
	if m.height.Lid == self {
		return false
	}
	for c := range m.channels.heard {
		by := m.height.compare(c.height)
		if !m.height.samePair(c.height) || by > 0 || by == 0 && self > c.id {
			return false
		}
	}
	return true
}

// reverse is the reaction of a sink.
func (m *machine) reverse(env *protocol.Env) {
	level, one := m.largestLevel()
	switch {
	case !one:
		m.propagateLargestRefLevel(level)
	case level.Tau > 0 && level.R == 0:
		m.reflectRefLevel(level)
	case level.Tau > 0 && level.R == 1 && level.Oid == env.Self():
		m.electSelf(env)
	default: // no search, or one of another node that found no path
		m.startNewRefLevel(env)
	}
}

// largestLevel returns the lowest height of the largest reference level in N, and reports
// whether N has only that level.
func (m *machine) largestLevel() (lowest Height, one bool) {
	one = true
	begun := false
	for c := range m.channels.heard {
		by := c.height.compareLevel(lowest)
		one = one && (!begun || by == 0)
		if !begun || by > 0 || by == 0 && c.height.Delta < lowest.Delta {
			lowest, begun = c.height, true
		}
	}
	return lowest, one
}

// electSelf makes this node the leader: its search has come back from everywhere, or it has
// no neighbours.
func (m *machine) electSelf(env *protocol.Env) {
	m.height = Height{Nlts: -m.clock, Lid: env.Self()}
	m.save(env)
	c := protocol.Computation{Num: uint32(m.clock), Source: env.Self()}
	env.Electing(c)
	env.Elected(env.Self(), c)
	m.leader = env.Self()
}

// startNewRefLevel begins a search.
func (m *machine) startNewRefLevel(env *protocol.Env) {
	m.height = m.height.levelOf(Height{Tau: m.clock, Oid: env.Self()})
	m.height.Delta = 0
	m.save(env)
}

// reflectRefLevel reflects a search at a dead end.
func (m *machine) reflectRefLevel(level Height) {
	m.height = m.height.levelOf(level)
	m.height.R, m.height.Delta = 1, 0
}

// propagateLargestRefLevel joins the newest search, below all that are in it.
func (m *machine) propagateLargestRefLevel(lowest Height) {
	m.height = m.height.levelOf(lowest)
	m.height.Delta = lowest.Delta - 1
}

// adoptLPIfPriority adopts a neighbour's leader pair. If the pair names this node, it comes
// from a former incarnation of this node, or from a leader that resigns in its favour: the
// node makes a newer one.
func (m *machine) adoptLPIfPriority(env *protocol.Env, h Height) {
	switch {
	case !h.hasPriority(m.height):
	case h.Lid == env.Self():
		m.electSelf(env)
	default:
		m.height = h
		m.height.Delta++
	}
}

// save stores the clock, so that no leader pair or search has the same clock twice.
func (m *machine) save(env *protocol.Env) {
	env.Save(binary.BigEndian.AppendUint64(nil, uint64(m.clock)))
}
