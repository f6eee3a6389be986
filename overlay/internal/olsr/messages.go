package olsr

import (
	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// A LinkCode is what a node says of a link in a hello (RFC 3626 §6.1.1): the type of the
// link in the lower two bits, that of the neighbour in the next two.
type LinkCode uint8

const (
	linkAsym LinkCode = 1 // heard
	linkSym  LinkCode = 2 // heard both ways
	linkLost LinkCode = 3
	linkType LinkCode = 3 // mask

	neighNot  LinkCode = 0 << 2
	neighSym  LinkCode = 1 << 2
	neighMPR  LinkCode = 2 << 2 // a neighbour that the sender chose as a relay
	neighType LinkCode = 3 << 2 // mask
)

// maxOLSRLinks bounds the links in a message: a count is a byte on the wire.
const maxOLSRLinks = 255

// Hello tells the neighbours which links its sender has. It is not relayed.
type Hello struct {
	Holds hold
	Links []Said
}

// Said is what a hello says of one link.
type Said struct {
	Code LinkCode
	ID   protocol.ID
}

func (Hello) Kind() protocol.Kind { return layer.KindOLSRHello }
func (m Hello) Fields(w *protocol.Wire) protocol.Message {
	protocol.Count(w, &m.Links, maxOLSRLinks)
	w.Uint8((*uint8)(&m.Holds))
	for i := range m.Links {
		w.Uint8((*uint8)(&m.Links[i].Code))
		w.ID(&m.Links[i].ID)
	}
	return protocol.Done(w, m)
}

// TC is a topology control message: its origin has links to these. Relays pass it on.
type TC struct {
	Holds     hold
	Origin    protocol.ID
	TTL, Hops uint8
	Seq       uint16 // of the message
	ANSN      uint16 // of the list: a greater one replaces it
	Links     []protocol.ID
}

func (TC) Kind() protocol.Kind { return layer.KindOLSRTC }
func (m TC) Fields(w *protocol.Wire) protocol.Message {
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

// Kinds describes the messages of an OLSR, beside the packets that it shares with AODV.
func Kinds() []protocol.MessageKind {
	kind := func(m protocol.Message, name, about string) protocol.MessageKind {
		return protocol.MessageKind{Message: m, Name: name, Class: protocol.ClassRouting, About: about}
	}
	return []protocol.MessageKind{
		kind(Hello{}, "olsr-hello", "the links of the sender, and whom it chose as relays"),
		kind(TC{}, "tc", "links of its origin, for routes; flooded by relays"),
	}
}
