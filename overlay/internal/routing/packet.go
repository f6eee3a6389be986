// Package routing has what several services that route share: the packet of AODV and OLSR, and
// the memory by which flood, AODV and OLSR know a message again.
//
// It assumes that an origin and a number name a message. It never sends. Cost: 8 bytes and the
// overhead of a map for each remembered message, of 2^15 at most.
package routing

import (
	"bellwether/internal/contract/optional"
	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// MaxPacketHops ends a packet that goes round: the TTL of IP by default (RFC 1700).
const MaxPacketHops = 64

// Packet is a data packet of an AODV or an OLSR, on its way from Origin to Destination.
type Packet struct {
	Origin, Destination protocol.ID
	Hops                uint8 // hops behind it
	Inner               protocol.Message
}

func (Packet) Kind() protocol.Kind { return layer.KindPacket }
func (m Packet) Fields(w *protocol.Wire) protocol.Message {
	w.ID(&m.Origin)
	w.ID(&m.Destination)
	w.Uint8(&m.Hops)
	w.Message(&m.Inner)
	return protocol.Done(w, m)
}

// Carried returns the message within.
func (m Packet) Carried() (origin protocol.ID, inner protocol.Message) { return m.Origin, m.Inner }

// Taken returns the hops that the packet took, that on which it is now included.
func (m Packet) Taken() (hops int) { return int(m.Hops) }

// Renumbered returns the packet of the renumbered message. AODV's own numbers stay.
func (m Packet) Renumbered(to optional.Renumbering) protocol.Message {
	m.Inner = optional.Renumbered(m.Inner, to)
	return m
}

// PacketKind describes a packet.
func PacketKind() protocol.MessageKind {
	return protocol.MessageKind{Message: Packet{}, Name: "packet", Class: protocol.ClassRouting,
		About: "a message of m bytes on its way to a member, along a route"}
}
