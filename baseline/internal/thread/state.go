package thread

import (
	"encoding/binary"
	"time"

	"bellwether/protocol"
)

// Inspect shows the partition and the node's part in it.
func (m *machine) Inspect(show func(name string, value int64)) {
	show("leader", int64(m.leader))
	show("role", int64(m.role))
	show("weight", int64(m.in.Weight))
	show("sequence", int64(m.in.Sequence))
	show("attaching", int64(m.attach.to))
	show("elections", int64(m.num))
}

// Regular draws no delays from the driver's numbers.
func (m *machine) Regular() { m.regular = true }

// Copy returns a machine that behaves the same.
func (m *machine) Copy() protocol.Machine {
	c := *m
	return &c
}

// Shift moves every instant that the machine remembers.
func (m *machine) Shift(now protocol.Time, d time.Duration) {
	for _, t := range []*protocol.Time{&m.members, &m.barred, &m.left.until} {
		if *t <= now {
			*t = 0
		}
		*t = t.Shift(d)
	}
	if m.left.until == 0 {
		m.left = memory{}
	}
	m.expires = m.expires.Shift(d)
}

// Renumber replaces each ID sequence by the result of to, for its leader and partition.
func (m *machine) Renumber(to func(of protocol.ID, term, number uint32) uint32) {
	m.in = m.in.renumbered(to)
	m.attach.offer = m.attach.offer.renumbered(to)
	if m.left.until != 0 {
		m.left.sequence = to(m.left.leader, m.left.id, m.left.sequence)
	}
}

func (p Partition) renumbered(to func(of protocol.ID, term, number uint32) uint32) Partition {
	if p.Leader != protocol.Nobody {
		p.Sequence = to(p.Leader, p.ID, p.Sequence)
	}
	return p
}

// Renumbered returns the message with its sequence replaced.
func (m Advertisement) Renumbered(to func(of protocol.ID, term, number uint32) uint32) protocol.Message {
	m.In = m.In.renumbered(to)
	return m
}

// Renumbered returns the message with its sequence replaced.
func (m ParentResponse) Renumbered(to func(of protocol.ID, term, number uint32) uint32) protocol.Message {
	m.In = m.In.renumbered(to)
	return m
}

// Renumbered returns the message with its sequence replaced.
func (m ChildIDResponse) Renumbered(to func(of protocol.ID, term, number uint32) uint32) protocol.Message {
	m.In = m.In.renumbered(to)
	return m
}

// Snapshot appends the state in canonical form.
func (m *machine) Snapshot(b []byte) []byte {
	b = m.in.append(append(b, byte(m.role)))
	for _, t := range []protocol.Time{m.expires, m.members, m.barred, m.left.until} {
		b = protocol.AppendTime(b, t)
	}
	b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(protocol.AppendID(b, m.left.leader), m.left.id), m.left.sequence)
	a := m.attach
	b = append(b, byte(a.to), byte(a.sent), byte(min(a.tries, 16)), protocol.Bit(a.asked))
	b = a.offer.append(protocol.AppendID(b, a.parent))
	b = binary.BigEndian.AppendUint32(b, a.ageMs)
	b = protocol.AppendTime(b, protocol.Time(m.trickle.interval))
	b = append(protocol.AppendTime(b, protocol.Time(m.trickle.rest)), protocol.Bit(m.trickle.spoken))
	b = protocol.AppendID(b, m.leader)
	return binary.BigEndian.AppendUint32(b, m.num)
}

func (p Partition) append(b []byte) []byte {
	b = protocol.AppendID(binary.BigEndian.AppendUint32(b, p.ID), p.Leader)
	return binary.BigEndian.AppendUint32(append(b, p.Weight, protocol.Bit(p.Several)), p.Sequence)
}
