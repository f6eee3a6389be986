package overlay

import (
	"encoding/binary"

	"bellwether/protocol"
)

// Envelope is Flood's: a message on its way from Origin to Destination.
type Envelope struct {
	Origin, Destination protocol.ID
	Seq                 uint32 // counted by the origin, from a random number at boot
	Hops                uint8  // relays so far
	Copy                uint8  // 0, or which repetition of the same broadcast
	Inner               protocol.Message
}

// envelopeBytes is an Envelope's size without what it carries.
const envelopeBytes = protocol.KindBytes + 2*protocol.IDBytes + 4 + 2

// Kind is KindEnvelope.
func (Envelope) Kind() protocol.Kind { return KindEnvelope }

// WireSize is 15 and what it carries.
func (m Envelope) WireSize() int { return envelopeBytes + m.Inner.WireSize() }

// AppendWire appends the header and the message carried.
func (m Envelope) AppendWire(b []byte) []byte {
	b = protocol.AppendID(protocol.AppendID(b, m.Origin), m.Destination)
	b = append(binary.BigEndian.AppendUint32(b, m.Seq), m.Hops, m.Copy)
	return protocol.Marshal(b, m.Inner)
}

// Carried is the message within; a repetition is nobody's own word.
func (m Envelope) Carried() (origin protocol.ID, inner protocol.Message) {
	if m.Copy > 0 {
		return protocol.Nobody, m.Inner
	}
	return m.Origin, m.Inner
}

// FloodKinds describes the messages of a Flood.
func FloodKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: KindEnvelope, Name: "envelope", Class: protocol.ClassRouting, Bytes: "15+m",
		About: "a message of m bytes on its way to a member; every node passes it on once",
		Decode: func(d *protocol.Decoder) protocol.Message {
			return Envelope{d.ID(), d.ID(), d.Uint32(), d.Uint8(), d.Uint8(), d.Message()}
		},
	}}
}
