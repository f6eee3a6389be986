package doubling

import (
	"encoding/binary"
	"slices"

	"bellwether/protocol"
)

// pulse is the number of the newest pulse at an instant.
func (m *machine) pulse(at protocol.Time) int64 { return int64(at) / int64(m.length) }

// arm sets the timer to a pulse, unless it is set to an earlier one.
func (m *machine) arm(env *protocol.Env, pulse int64) {
	due := protocol.Time(pulse * int64(m.length))
	if m.armed && m.due <= due {
		return
	}
	m.due, m.armed = due, true
	env.SetTimer(timerPulse, due.Sub(env.Now()))
}

// pending reports whether this node is about to stand: its election has not begun.
func (m *machine) pending(env *protocol.Env) bool {
	return m.electing && m.candidate && int64(m.num-1)*2 > m.pulse(env.Now())
}

// Follow ends the election, if one is under way: leader leads.
func (m *machine) Follow(env *protocol.Env, leader protocol.Capability) {
	m.monitor.Follow(env, leader, m.computation(env))
	if m.electing {
		env.StopTimer(timerResult)
	}
	m.electing, m.candidate, m.asked = false, false, m.asked[:0]
}

// computation is the election in which a leader was elected: the one running here; none for
// a leader that announces itself.
func (m *machine) computation(env *protocol.Env) protocol.Computation {
	if !m.electing {
		return protocol.Computation{}
	}
	return protocol.Computation{Num: m.num, Source: env.Self()}
}

// NeverFollowsWorse marks an algorithm whose nodes never follow a worse one: a node refuses
// worse candidates.
func (*machine) NeverFollowsWorse() {}

// KeepsWithinMargin marks an algorithm that keeps the hysteresis: a node challenges its leader
// only beyond it.
func (*machine) KeepsWithinMargin() {}

// FollowsOnlyBest marks an algorithm in which only the best wins: only the best candidate
// is never refused.
func (*machine) FollowsOnlyBest() {}

// Inspect shows the node's standing.
func (m *machine) Inspect(show func(name string, value int64)) {
	show("electing", int64(protocol.Bit(m.electing)))
	show("leader", int64(m.monitor.Leader().ID))
	show("election", int64(m.num))
	show("candidate", int64(protocol.Bit(m.candidate)))
	show("owner", int64(m.owner.ID))
	show("groups", int64(m.groups))
}

// Copy returns a machine that behaves the same.
func (m *machine) Copy() protocol.Machine {
	c := *m
	c.monitor = m.monitor.Copy()
	c.asked, c.captors = slices.Clone(m.asked), slices.Clone(m.captors)
	return &c
}

// Snapshot appends the state in canonical form.
func (m *machine) Snapshot(b []byte) []byte {
	b = append(b, protocol.Bit(m.electing)|protocol.Bit(m.candidate)<<1|protocol.Bit(m.armed)<<2, m.groups)
	b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, m.num), m.tried)
	b = protocol.AppendCapability(b, m.owner)
	if m.armed {
		b = protocol.AppendTime(b, m.due)
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(m.asked)))
	for _, t := range m.asked {
		b = append(protocol.AppendID(b, t.id), protocol.Bit(t.again))
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(m.captors)))
	for _, c := range m.captors {
		b = protocol.AppendCapability(binary.BigEndian.AppendUint32(b, c.num), c.capability)
	}
	return m.monitor.Snapshot(b)
}
