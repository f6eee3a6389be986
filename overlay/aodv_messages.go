package overlay

import (
	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// Flags of requests, replies and errors (RFC 3561 §5).
const (
	flagGratuitous  = 1 << 0 // request: the destination shall learn the way to the origin
	flagDestination = 1 << 1 // request: only the destination shall answer
	flagUnknown     = 1 << 2 // request: no number of the destination is known
	flagAcknowledge = 1 << 3 // reply: answer by a reply-ack
)

// routeRequest is AODV's RREQ. Its wire form has the 24 bytes of the RFC's: the IP
// header's TTL stands in a reserved byte.
type routeRequest struct {
	Flags, TTL, Hops uint8
	Number           uint32 // RREQ ID: with Origin it names the request
	Destination      protocol.ID
	DestinationSeq   uint32
	Origin           protocol.ID
	OriginSeq        uint32
}

func (routeRequest) Kind() protocol.Kind { return kindRouteRequest }
func (m routeRequest) Fields(w *protocol.Wire) protocol.Message {
	w.Uint8(&m.Flags)
	w.Uint8(&m.TTL)
	w.Uint8(&m.Hops)
	w.Uint32(&m.Number)
	w.ID(&m.Destination)
	w.Uint32(&m.DestinationSeq)
	w.ID(&m.Origin)
	w.Uint32(&m.OriginSeq)
	return protocol.Done(w, m)
}

// routeReply is AODV's RREP: there is a way to Destination. It travels to Origin.
type routeReply struct {
	Flags, Hops    uint8
	Destination    protocol.ID
	DestinationSeq uint32
	Origin         protocol.ID
	Lifetime       uint32 // ms
}

func (routeReply) Kind() protocol.Kind { return kindRouteReply }
func (m routeReply) Fields(w *protocol.Wire) protocol.Message {
	w.Uint8(&m.Flags)
	w.Uint8(&m.Hops)
	w.ID(&m.Destination)
	w.Uint32(&m.DestinationSeq)
	w.ID(&m.Origin)
	w.Uint32(&m.Lifetime)
	return protocol.Done(w, m)
}

// routeHello is AODV's hello: the RFC's is a RREP of the sender for itself.
type routeHello struct{ Seq uint32 }

func (routeHello) Kind() protocol.Kind { return kindRouteHello }
func (m routeHello) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Seq)
	return protocol.Done(w, m)
}

// maxUnreachable bounds the destinations in one error: DestCount is a byte.
const maxUnreachable = 255

// routeError is AODV's RERR: the sender has no way to these any more.
type routeError struct{ Lost []unreachable }

// unreachable is a destination in an error. A Seq of 0 is unknown.
type unreachable struct {
	Destination protocol.ID
	Seq         uint32
}

func (routeError) Kind() protocol.Kind { return kindRouteError }
func (m routeError) Fields(w *protocol.Wire) protocol.Message {
	protocol.Count(w, &m.Lost, maxUnreachable)
	for i := range m.Lost {
		w.ID(&m.Lost[i].Destination)
		w.Uint32(&m.Lost[i].Seq)
	}
	return protocol.Done(w, m)
}

// routeRepaired is AODV's RERR with the flag N: the sender has repaired its route, which is longer
// now. It has 4 bytes, for it is a message of its own.
type routeRepaired struct{ Destination protocol.ID }

func (routeRepaired) Kind() protocol.Kind { return kindRouteMended }
func (m routeRepaired) Fields(w *protocol.Wire) protocol.Message {
	w.ID(&m.Destination)
	return protocol.Done(w, m)
}

// hopAck answers a data packet, or a reply with the flag A (RREP-ACK), to the node that
// sent it over this hop.
type hopAck struct{}

func (hopAck) Kind() protocol.Kind                        { return kindHopAck }
func (m hopAck) Fields(w *protocol.Wire) protocol.Message { return protocol.Done(w, m) }

// packet is a data packet of an AODV or an OLSR, on its way from Origin to Destination.
type packet struct {
	Origin, Destination protocol.ID
	Hops                uint8 // hops behind it
	Inner               protocol.Message
}

func (packet) Kind() protocol.Kind { return kindPacket }
func (m packet) Fields(w *protocol.Wire) protocol.Message {
	w.ID(&m.Origin)
	w.ID(&m.Destination)
	w.Uint8(&m.Hops)
	w.Message(&m.Inner)
	return protocol.Done(w, m)
}

// Carried returns the message within.
func (m packet) Carried() (origin protocol.ID, inner protocol.Message) { return m.Origin, m.Inner }

// Taken returns the hops that the packet took, that on which it is now included.
func (m packet) Taken() (hops int) { return int(m.Hops) }

// Renumbered returns the packet of the renumbered message. AODV's own numbers stay.
func (m packet) Renumbered(to optional.Renumbering) protocol.Message {
	m.Inner = optional.Renumbered(m.Inner, to)
	return m
}

// packetKind describes a packet.
func packetKind() protocol.MessageKind {
	return protocol.MessageKind{Message: packet{}, Name: "packet", Class: protocol.ClassRouting,
		About: "a message of m bytes on its way to a member, along a route"}
}

// aodvKinds describes the messages of an AODV.
func aodvKinds() []protocol.MessageKind {
	kind := func(m protocol.Message, name, about string) protocol.MessageKind {
		return protocol.MessageKind{Message: m, Name: name, Class: protocol.ClassRouting, About: about}
	}
	return []protocol.MessageKind{
		packetKind(),
		kind(routeRequest{}, "rreq", "seeks a route to a member; flooded as far as its TTL allows"),
		kind(routeReply{}, "rrep", "tells the origin of a request the way to the member sought"),
		kind(routeError{}, "rerr", "the sender has no route to these members any more"),
		kind(routeHello{}, "route-hello", "the sender, which is on an active route, is within hearing"),
		kind(hopAck{}, "hop-ack", "answers a packet or a reply over one hop"),
		kind(routeRepaired{}, "rerr-n", "the sender has repaired its route to this member, which is longer now"),
	}
}
