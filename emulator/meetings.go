package emulator

import (
	"slices"

	"bellwether/protocol"
	"bellwether/radio"
)

// meetings are the contacts of this instant, in a world of contacts.
//
// Contacts change before anything else of their instant happens, whatever was
// scheduled first: a contact is [from, until), and who asks when it is, this world
// at the end of a frame or an Ether, must get the same answer. Cost: an event for each
// instant at which contacts change, and about a microsecond a contact
// (BenchmarkMeetings).
type meetings struct {
	of      [][]protocol.ID // by node, sorted: whom it meets now
	walk    radio.Changes
	next    radio.Change
	more    bool           // next is one
	changes []radio.Change // buffer of onContacts
}

func (m *meetings) init(w *World) {
	if w.cfg.Contacts == nil {
		return
	}
	m.of = make([][]protocol.ID, len(w.nodes))
	m.walk = w.cfg.Contacts.Changes()
	m.next, m.more = m.walk.Next()
}

// begin has everybody meet whom it meets at time 0.
func (m *meetings) begin(w *World) {
	if m.of != nil {
		m.pass(w)
	}
}

// pass makes the changes up to this instant, lists them, and schedules those of the
// next.
func (m *meetings) pass(w *World) {
	m.changes = m.changes[:0]
	for m.more && int64(m.next.At) <= w.Kernel.Now() {
		c := m.next
		m.of[w.Slot(c.A)] = with(m.of[w.Slot(c.A)], c.B, c.Up)
		m.of[w.Slot(c.B)] = with(m.of[w.Slot(c.B)], c.A, c.Up)
		m.changes = append(m.changes, c)
		m.next, m.more = m.walk.Next()
	}
	if m.more {
		// No sequence number: before all else, and nothing else is shifted by it.
		w.AtFirst(int64(m.next.At), w.on.contact)
	}
}

// onContacts begins and ends contacts, and the links of those who can hear.
func (w *World) onContacts() {
	m := &w.meetings
	m.pass(w)
	if !w.links.followed {
		return
	}
	for _, c := range m.changes {
		i, j := w.Slot(c.A), w.Slot(c.B)
		// A handler of an earlier change may have had the links of a node looked at.
		_, linked := slices.BinarySearch(w.links.of[i], c.B)
		if linked != c.Up && !w.apart(i, j) {
			w.links.set(w, i, j, c.Up)
		}
	}
}
