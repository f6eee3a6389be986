package overlay

import (
	"encoding/binary"

	"bellwether/protocol"
)

// envelope is Flood's: a message on its way from Origin to Destination.
type envelope struct {
	Origin, Destination protocol.ID
	Seq                 uint32 // counted by the origin, from a random number at boot
	Hops                uint8  // relays so far
	Copy                uint8  // 0, or which repetition of the same broadcast
	Inner               protocol.Message
}

// envelopeBytes is an Envelope's size without what it carries.
const envelopeBytes = protocol.KindBytes + 2*protocol.IDBytes + 4 + 2

// Kind is KindEnvelope.
func (envelope) Kind() protocol.Kind { return kindEnvelope }

// WireSize is 15 and what it carries.
func (m envelope) WireSize() int { return envelopeBytes + protocol.Size(m.Inner) }

// AppendWire appends the header and the message carried.
func (m envelope) AppendWire(b []byte) []byte {
	b = protocol.AppendID(protocol.AppendID(b, m.Origin), m.Destination)
	b = append(binary.BigEndian.AppendUint32(b, m.Seq), m.Hops, m.Copy)
	return protocol.Marshal(b, m.Inner)
}

// Carried is the message within; a repetition is nobody's own word.
func (m envelope) Carried() (origin protocol.ID, inner protocol.Message) {
	if m.Copy > 0 {
		return protocol.Nobody, m.Inner
	}
	return m.Origin, m.Inner
}

// floodKinds describes the messages of a Flood.
func floodKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: kindEnvelope, Name: "envelope", Class: protocol.ClassRouting, Bytes: "15+m",
		About: "a message of m bytes on its way to a member; every node passes it on once",
		Decode: func(d *protocol.Decoder) protocol.Message {
			return envelope{d.ID(), d.ID(), d.Uint32(), d.Uint8(), d.Uint8(), d.Message()}
		},
	}}
}
