package reach

import (
	"slices"

	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/radio"
)

// meetings are the contacts of this instant, by a timetable.
//
// Contacts change before all other events of their instant, whatever was scheduled first:
// a contact is [from, until), and the emulator at the end of a frame and the mask of an
// agent must get the same answer. Cost: an event for each instant at which contacts
// change, and about a microsecond a contact (BenchmarkMeetings).
type meetings struct {
	k       *kernel.Kernel
	met     func(i, j kernel.Slot, up bool)
	of      [][]protocol.ID // by node: the nodes that it meets now, sorted
	walk    func() (radio.Change, bool)
	next    radio.Change
	more    bool           // next is one
	changes []radio.Change // of the last instant
	event   kernel.Event
}

func newMeetings(k *kernel.Kernel, t radio.Timetable, met func(i, j kernel.Slot, up bool)) *meetings {
	m := &meetings{k: k, met: met, of: make([][]protocol.ID, k.Nodes), walk: t.Changes()}
	m.event = k.On(func(uint32) { m.onContacts() })
	m.next, m.more = m.walk()
	return m
}

// pass makes the changes up to this instant, lists them, and schedules the next instant.
func (m *meetings) pass() {
	m.changes = m.changes[:0]
	for m.more && int64(m.next.At) <= m.k.Now() {
		c := m.next
		m.next, m.more = m.walk()
		if int(max(c.A, c.B)) > len(m.of) {
			continue // the timetable has more nodes than the world
		}
		a, b := m.k.Slot(c.A), m.k.Slot(c.B)
		m.of[a] = With(m.of[a], c.B, c.Up)
		m.of[b] = With(m.of[b], c.A, c.Up)
		m.changes = append(m.changes, c)
	}
	if m.more {
		m.k.AtFirst(int64(m.next.At), m.event)
	}
}

// onContacts begins and ends contacts.
func (m *meetings) onContacts() {
	m.pass()
	for _, c := range m.changes {
		m.met(m.k.Slot(c.A), m.k.Slot(c.B), c.Up)
	}
}

// With returns the sorted list with or without an ID.
func With(list []protocol.ID, peer protocol.ID, in bool) []protocol.ID {
	at, has := slices.BinarySearch(list, peer)
	switch {
	case in && !has:
		return slices.Insert(list, at, peer)
	case !in && has:
		return slices.Delete(list, at, at+1)
	}
	return list
}
