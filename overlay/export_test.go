package overlay

import (
	"time"

	"bellwether/protocol"
)

// Names for the external tests: they are external because their lab imports this package.
type (
	Hello    = hello
	Greeting = greeting
	Envelope = envelope
	Numbered = numbered
	Receipt  = receipt
	Pull     = pull
	Answer   = answer
	Roster   = roster

	Packet        = packet
	RouteRequest  = routeRequest
	RouteReply    = routeReply
	RouteError    = routeError
	Unreachable   = unreachable
	RouteHello    = routeHello
	HopAck        = hopAck
	RouteRepaired = routeRepaired

	OLSRHello = olsrHello
	OLSRSaid  = olsrSaid
	OLSRTC    = olsrTC
	LinkCode  = linkCode
)

const (
	KindPull     = kindPull
	KindAnswer   = kindAnswer
	KindEnvelope = kindEnvelope
	KindGreeting = kindGreeting
	KindNumbered = kindNumbered
	KindReceipt  = kindReceipt
	KindPacket   = kindPacket
)

func RingKinds() []protocol.MessageKind  { return ringKinds() }
func FloodKinds() []protocol.MessageKind { return floodKinds() }
func HelloKinds() []protocol.MessageKind { return helloKinds() }
func LinkKinds() []protocol.MessageKind  { return linkKinds() }
func AODVKinds() []protocol.MessageKind  { return aodvKinds() }
func OLSRKinds() []protocol.MessageKind  { return olsrKinds() }

// Hold sets a hold to a byte of the wire.
func Hold(h *hold, b byte) { *h = hold(b) }

// HoldOf is a time in OLSR's one byte, and what that byte says.
func HoldOf(d time.Duration) (byte, time.Duration) { return byte(holdOf(d)), holdOf(d).time() }

// Way is where the OLSR of a node would send a packet for a member.
func Way(m protocol.Machine, now protocol.Time, self, to protocol.ID) (next protocol.ID, is bool) {
	l := m.(*olsr)
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
	for _, k := range m.(*olsr).links {
		if k.sym != 0 {
			neighbours = append(neighbours, k.id)
		}
		if k.relay {
			relays = append(relays, k.id)
		}
	}
	return relays, neighbours
}

// Lag is by how much what a node knows of another's number exceeds that number; 0 if it
// knows none.
func Lag(m, of protocol.Machine, id protocol.ID) int32 {
	at, known := m.(*aodv).find(id)
	if !known || !m.(*aodv).routes[at].known {
		return 0
	}
	return int32(m.(*aodv).routes[at].seq - of.(*aodv).seq)
}
