package overlay

import (
	"encoding/binary"

	"bellwether/protocol"
)

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
