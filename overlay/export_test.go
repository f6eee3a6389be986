package overlay

import "bellwether/protocol"

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

// Lag is by how much what a node knows of another's number exceeds that number; 0 if it
// knows none.
func Lag(m, of protocol.Machine, id protocol.ID) int32 {
	at, known := m.(*aodv).find(id)
	if !known || !m.(*aodv).routes[at].known {
		return 0
	}
	return int32(m.(*aodv).routes[at].seq - of.(*aodv).seq)
}
