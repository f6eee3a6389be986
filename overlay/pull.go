package overlay

import (
	"encoding/binary"

	"bellwether/protocol"
)

// pull is Ring's question to a member it watches.
type pull struct{ Seq uint32 }

// Kind is KindPull.
func (pull) Kind() protocol.Kind { return kindPull }

// WireSize is 5.
func (pull) WireSize() int { return protocol.KindBytes + 4 }

// AppendWire appends the number.
func (m pull) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Seq) }

// answer is the answer to a Pull.
type answer struct{ Seq uint32 }

// Kind is KindAnswer.
func (answer) Kind() protocol.Kind { return kindAnswer }

// WireSize is 5.
func (answer) WireSize() int { return protocol.KindBytes + 4 }

// AppendWire appends the number.
func (m answer) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Seq) }

// ringKinds describes the messages of a Ring.
func ringKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: kindPull, Name: "ring-pull", Class: protocol.ClassDetector, Bytes: "5",
		About:  "asks a successor, or a member passed over, for a sign of life",
		Decode: func(d *protocol.Decoder) protocol.Message { return pull{d.Uint32()} },
	}, {
		Kind: kindAnswer, Name: "ring-answer", Class: protocol.ClassDetector, Bytes: "5",
		About:  "answers a ring-pull",
		Decode: func(d *protocol.Decoder) protocol.Message { return answer{d.Uint32()} },
	}}
}
