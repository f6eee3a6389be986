package overlay

import (
	"encoding/binary"

	"bellwether/protocol"
)

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
