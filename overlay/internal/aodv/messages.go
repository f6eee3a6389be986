package aodv

import (
	"bellwether/overlay/internal/layer"
	"bellwether/overlay/internal/routing"
	"bellwether/protocol"
)

// Flags of requests, replies and errors (RFC 3561 §5).
const (
	flagGratuitous  = 1 << 0 // request: the destination shall learn the way to the origin
	flagDestination = 1 << 1 // request: only the destination shall answer
	flagUnknown     = 1 << 2 // request: no number of the destination is known
	flagAcknowledge = 1 << 3 // reply: answer by a reply-ack
)

// RouteRequest is AODV's RREQ. Its wire form has the 24 bytes of the RFC's: the IP
// header's TTL stands in a reserved byte.
type RouteRequest struct {
	Flags, TTL, Hops uint8
	Number           uint32 // RREQ ID: with Origin it names the request
	Destination      protocol.ID
	DestinationSeq   uint32
	Origin           protocol.ID
	OriginSeq        uint32
}

func (RouteRequest) Kind() protocol.Kind { return layer.KindRouteRequest }
func (m RouteRequest) Fields(w *protocol.Wire) protocol.Message {
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

// RouteReply is AODV's RREP: there is a way to Destination. It travels to Origin.
type RouteReply struct {
	Flags, Hops    uint8
	Destination    protocol.ID
	DestinationSeq uint32
	Origin         protocol.ID
	Lifetime       uint32 // ms
}

func (RouteReply) Kind() protocol.Kind { return layer.KindRouteReply }
func (m RouteReply) Fields(w *protocol.Wire) protocol.Message {
	w.Uint8(&m.Flags)
	w.Uint8(&m.Hops)
	w.ID(&m.Destination)
	w.Uint32(&m.DestinationSeq)
	w.ID(&m.Origin)
	w.Uint32(&m.Lifetime)
	return protocol.Done(w, m)
}

// RouteHello is AODV's hello: the RFC's is a RREP of the sender for itself.
type RouteHello struct{ Seq uint32 }

func (RouteHello) Kind() protocol.Kind { return layer.KindRouteHello }
func (m RouteHello) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Seq)
	return protocol.Done(w, m)
}

// maxUnreachable bounds the destinations in one error: DestCount is a byte.
const maxUnreachable = 255

// RouteError is AODV's RERR: the sender has no way to these any more.
type RouteError struct{ Lost []Unreachable }

// Unreachable is a destination in an error. A Seq of 0 is unknown.
type Unreachable struct {
	Destination protocol.ID
	Seq         uint32
}

func (RouteError) Kind() protocol.Kind { return layer.KindRouteError }
func (m RouteError) Fields(w *protocol.Wire) protocol.Message {
	protocol.Count(w, &m.Lost, maxUnreachable)
	for i := range m.Lost {
		w.ID(&m.Lost[i].Destination)
		w.Uint32(&m.Lost[i].Seq)
	}
	return protocol.Done(w, m)
}

// RouteRepaired is AODV's RERR with the flag N: the sender has repaired its route, which is longer
// now. It has 4 bytes, for it is a message of its own.
type RouteRepaired struct{ Destination protocol.ID }

func (RouteRepaired) Kind() protocol.Kind { return layer.KindRouteMended }
func (m RouteRepaired) Fields(w *protocol.Wire) protocol.Message {
	w.ID(&m.Destination)
	return protocol.Done(w, m)
}

// HopAck answers a data packet, or a reply with the flag A (RREP-ACK), to the node that
// sent it over this hop.
type HopAck struct{}

func (HopAck) Kind() protocol.Kind                        { return layer.KindHopAck }
func (m HopAck) Fields(w *protocol.Wire) protocol.Message { return protocol.Done(w, m) }

// Kinds describes the messages of an AODV.
func Kinds() []protocol.MessageKind {
	kind := func(m protocol.Message, name, about string) protocol.MessageKind {
		return protocol.MessageKind{Message: m, Name: name, Class: protocol.ClassRouting, About: about}
	}
	return []protocol.MessageKind{
		routing.PacketKind(),
		kind(RouteRequest{}, "rreq", "seeks a route to a member; flooded as far as its TTL allows"),
		kind(RouteReply{}, "rrep", "tells the origin of a request the way to the member sought"),
		kind(RouteError{}, "rerr", "the sender has no route to these members any more"),
		kind(RouteHello{}, "route-hello", "the sender, which is on an active route, is within hearing"),
		kind(HopAck{}, "hop-ack", "answers a packet or a reply over one hop"),
		kind(RouteRepaired{}, "rerr-n", "the sender has repaired its route to this member, which is longer now"),
	}
}
