package olsr

import (
	"time"

	"bellwether/protocol"
)

// Hold sets a hold to a byte of the wire.
func Hold(h *hold, b byte) { *h = hold(b) }

// HoldOf is a time in OLSR's one byte, and what that byte says.
func HoldOf(d time.Duration) (byte, time.Duration) { return byte(holdOf(d)), holdOf(d).time() }

// Way is where the OLSR of a node would send a packet for a member.
func Way(m protocol.Machine, now protocol.Time, self, to protocol.ID) (next protocol.ID, is bool) {
	l := m.(*OLSR)
	l.forget(now)
	if l.stale {
		l.findWays(self)
	}
	at, is := l.way(to)
	if !is {
		return protocol.Nobody, false
	}
	return l.ways[at].next, true
}

// Relays are the neighbours that an OLSR chose, and those it has.
func Relays(m protocol.Machine) (relays, neighbours []protocol.ID) {
	for _, k := range m.(*OLSR).links {
		if k.sym != 0 {
			neighbours = append(neighbours, k.id)
		}
		if k.relay {
			relays = append(relays, k.id)
		}
	}
	return relays, neighbours
}
