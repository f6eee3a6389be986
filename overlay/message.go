package overlay

import (
	"encoding/binary"

	"bellwether/fd"
	"bellwether/protocol"
)

// The kinds of the overlay's messages.
const (
	KindPull     = protocol.FirstOverlayKind + 0 // Ring
	KindAnswer   = protocol.FirstOverlayKind + 1 // Ring
	KindEnvelope = protocol.FirstOverlayKind + 2 // Flood
	KindGreeting = protocol.FirstOverlayKind + 4 // Hello
	KindNumbered = protocol.FirstOverlayKind + 6 // Link
	KindReceipt  = protocol.FirstOverlayKind + 7 // Link
)

// Greeting is Hello's: I am here.
type Greeting struct {
	Boot uint32 // drawn when the sender booted
}

// Kind is KindGreeting.
func (Greeting) Kind() protocol.Kind { return KindGreeting }

// WireSize is 5.
func (Greeting) WireSize() int { return protocol.KindBytes + 4 }

// AppendWire appends the boot number.
func (m Greeting) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Boot) }

// HelloKinds describes the messages of a Hello.
func HelloKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: KindGreeting, Name: "hello", Class: protocol.ClassHello, Bytes: "5",
		About:  "the sender is within hearing; a new number since its boot",
		Decode: func(d *protocol.Decoder) protocol.Message { return Greeting{d.Uint32()} },
	}}
}

// Pull is Ring's question to a member it watches.
type Pull struct{ Seq uint32 }

// Kind is KindPull.
func (Pull) Kind() protocol.Kind { return KindPull }

// WireSize is 5.
func (Pull) WireSize() int { return protocol.KindBytes + 4 }

// AppendWire appends the number.
func (m Pull) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Seq) }

// Answer is the answer to a Pull.
type Answer struct{ Seq uint32 }

// Kind is KindAnswer.
func (Answer) Kind() protocol.Kind { return KindAnswer }

// WireSize is 5.
func (Answer) WireSize() int { return protocol.KindBytes + 4 }

// AppendWire appends the number.
func (m Answer) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Seq) }

// RingKinds describes the messages of a Ring.
func RingKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: KindPull, Name: "ring-pull", Class: protocol.ClassDetector, Bytes: "5",
		About:  "asks a successor, or a member passed over, for a sign of life",
		Decode: func(d *protocol.Decoder) protocol.Message { return Pull{d.Uint32()} },
	}, {
		Kind: KindAnswer, Name: "ring-answer", Class: protocol.ClassDetector, Bytes: "5",
		About:  "answers a ring-pull",
		Decode: func(d *protocol.Decoder) protocol.Message { return Answer{d.Uint32()} },
	}}
}

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

// Numbered is Link's: a message with a number, to be acknowledged.
type Numbered struct {
	Origin  protocol.ID // who sends it
	Session uint32      // the sender's, since its boot
	Seq     uint32      // greater than that of any earlier one
	Repeat  uint8       // 0, or which repetition
	Inner   protocol.Message
}

// numberedBytes is a Numbered's size without what it carries.
const numberedBytes = protocol.KindBytes + protocol.IDBytes + 4 + 4 + 1

// Kind is KindNumbered.
func (Numbered) Kind() protocol.Kind { return KindNumbered }

// WireSize is 14 and what it carries.
func (m Numbered) WireSize() int { return numberedBytes + m.Inner.WireSize() }

// AppendWire appends the header and the message carried.
func (m Numbered) AppendWire(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(protocol.AppendID(b, m.Origin), m.Session)
	b = append(binary.BigEndian.AppendUint32(b, m.Seq), m.Repeat)
	return protocol.Marshal(b, m.Inner)
}

// Carried is the message within; a repetition is nobody's own word.
func (m Numbered) Carried() (origin protocol.ID, inner protocol.Message) {
	if m.Repeat > 0 {
		return protocol.Nobody, m.Inner
	}
	return m.Origin, m.Inner
}

// Receipt acknowledges a Numbered.
type Receipt struct{ Session, Seq uint32 }

// Kind is KindReceipt.
func (Receipt) Kind() protocol.Kind { return KindReceipt }

// WireSize is 9.
func (Receipt) WireSize() int { return protocol.KindBytes + 4 + 4 }

// AppendWire appends session and number.
func (m Receipt) AppendWire(b []byte) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, m.Session), m.Seq)
}

// LinkKinds describes the messages of a Link.
func LinkKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: KindNumbered, Name: "numbered", Class: protocol.ClassRouting, Bytes: "14+m",
		About: "a message of m bytes to a neighbour, to be acknowledged",
		Decode: func(d *protocol.Decoder) protocol.Message {
			return Numbered{d.ID(), d.Uint32(), d.Uint32(), d.Uint8(), d.Message()}
		},
	}, {
		Kind: KindReceipt, Name: "receipt", Class: protocol.ClassRouting, Bytes: "9",
		About:  "acknowledges a numbered message",
		Decode: func(d *protocol.Decoder) protocol.Message { return Receipt{d.Uint32(), d.Uint32()} },
	}}
}

// KindReign lies in the algorithms' range: an Office is part of their machines.
const KindReign protocol.Kind = 110

// Reign is Office's: the sender leads.
type Reign struct{ Capability protocol.Capability }

// Kind is KindReign.
func (Reign) Kind() protocol.Kind { return KindReign }

// WireSize is 13.
func (Reign) WireSize() int { return protocol.KindBytes + protocol.CapabilityBytes }

// AppendWire appends the capability.
func (m Reign) AppendWire(b []byte) []byte { return protocol.AppendCapability(b, m.Capability) }

// OfficeKinds describes the messages of an Office, for the algorithms that have
// one.
func OfficeKinds() []protocol.MessageKind {
	return append(fd.Kinds(), protocol.MessageKind{
		Kind: KindReign, Name: "reign", Class: protocol.ClassBeacon, Bytes: "13",
		About:  "the sender is in office; to members that do not pull it",
		Decode: func(d *protocol.Decoder) protocol.Message { return Reign{d.Capability()} },
	})
}
