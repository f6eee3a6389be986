package overlay

import (
	"encoding/binary"

	"bellwether/protocol"
)

// numbered is Link's: a message with a number, to be acknowledged.
type numbered struct {
	Origin  protocol.ID // who sends it
	Session uint32      // the sender's, since its boot
	Seq     uint32      // greater than that of any earlier one
	Repeat  uint8       // 0, or which repetition
	Inner   protocol.Message
}

// numberedBytes is a Numbered's size without what it carries.
const numberedBytes = protocol.KindBytes + protocol.IDBytes + 4 + 4 + 1

// Kind is KindNumbered.
func (numbered) Kind() protocol.Kind { return kindNumbered }

// WireSize is 14 and what it carries.
func (m numbered) WireSize() int { return numberedBytes + protocol.Size(m.Inner) }

// AppendWire appends the header and the message carried.
func (m numbered) AppendWire(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(protocol.AppendID(b, m.Origin), m.Session)
	b = append(binary.BigEndian.AppendUint32(b, m.Seq), m.Repeat)
	return protocol.Marshal(b, m.Inner)
}

// Carried is the message within; a repetition is nobody's own word.
func (m numbered) Carried() (origin protocol.ID, inner protocol.Message) {
	if m.Repeat > 0 {
		return protocol.Nobody, m.Inner
	}
	return m.Origin, m.Inner
}

// receipt acknowledges a Numbered.
type receipt struct{ Session, Seq uint32 }

// Kind is KindReceipt.
func (receipt) Kind() protocol.Kind { return kindReceipt }

// WireSize is 9.
func (receipt) WireSize() int { return protocol.KindBytes + 4 + 4 }

// AppendWire appends session and number.
func (m receipt) AppendWire(b []byte) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, m.Session), m.Seq)
}

// linkKinds describes the messages of a Link.
func linkKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: kindNumbered, Name: "numbered", Class: protocol.ClassRouting, Bytes: "14+m",
		About: "a message of m bytes to a neighbour, to be acknowledged",
		Decode: func(d *protocol.Decoder) protocol.Message {
			return numbered{d.ID(), d.Uint32(), d.Uint32(), d.Uint8(), d.Message()}
		},
	}, {
		Kind: kindReceipt, Name: "receipt", Class: protocol.ClassRouting, Bytes: "9",
		About:  "acknowledges a numbered message",
		Decode: func(d *protocol.Decoder) protocol.Message { return receipt{d.Uint32(), d.Uint32()} },
	}}
}
