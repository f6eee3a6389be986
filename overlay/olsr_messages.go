package overlay

import "bellwether/protocol"

// A linkCode is what a node says of a link in a hello (RFC 3626 §6.1.1): the type of the
// link in the lower two bits, that of the neighbour in the next two.
type linkCode uint8

const (
	linkAsym linkCode = 1 // heard
	linkSym  linkCode = 2 // heard both ways
	linkLost linkCode = 3
	linkType linkCode = 3 // mask

	neighNot  linkCode = 0 << 2
	neighSym  linkCode = 1 << 2
	neighMPR  linkCode = 2 << 2 // a neighbour that the sender chose as a relay
	neighType linkCode = 3 << 2 // mask
)

// maxOLSRLinks bounds the links in a message: a count is a byte on the wire.
const maxOLSRLinks = 255

// olsrHello tells the neighbours which links its sender has. It is not relayed.
type olsrHello struct {
	Holds hold
	Links []olsrSaid
}

// olsrSaid is what a hello says of one link.
type olsrSaid struct {
	Code linkCode
	ID   protocol.ID
}

func (olsrHello) Kind() protocol.Kind { return kindOLSRHello }
func (m olsrHello) Fields(w *protocol.Wire) protocol.Message {
	protocol.Count(w, &m.Links, maxOLSRLinks)
	w.Uint8((*uint8)(&m.Holds))
	for i := range m.Links {
		w.Uint8((*uint8)(&m.Links[i].Code))
		w.ID(&m.Links[i].ID)
	}
	return protocol.Done(w, m)
}

// olsrTC is a topology control message: its origin has links to these. Relays pass it on.
type olsrTC struct {
	Holds     hold
	Origin    protocol.ID
	TTL, Hops uint8
	Seq       uint16 // of the message
	ANSN      uint16 // of the list: a greater one replaces it
	Links     []protocol.ID
}

func (olsrTC) Kind() protocol.Kind { return kindOLSRTC }
func (m olsrTC) Fields(w *protocol.Wire) protocol.Message {
	protocol.Count(w, &m.Links, maxOLSRLinks)
	w.Uint8((*uint8)(&m.Holds))
	w.ID(&m.Origin)
	w.Uint8(&m.TTL)
	w.Uint8(&m.Hops)
	w.Uint16(&m.Seq)
	w.Uint16(&m.ANSN)
	for i := range m.Links {
		w.ID(&m.Links[i])
	}
	return protocol.Done(w, m)
}

// olsrKinds describes the messages of an OLSR, beside the packets that it shares with AODV.
func olsrKinds() []protocol.MessageKind {
	kind := func(m protocol.Message, name, about string) protocol.MessageKind {
		return protocol.MessageKind{Message: m, Name: name, Class: protocol.ClassRouting, About: about}
	}
	return []protocol.MessageKind{
		kind(olsrHello{}, "olsr-hello", "the links of the sender, and whom it chose as relays"),
		kind(olsrTC{}, "tc", "links of its origin, for routes; flooded by relays"),
	}
}
