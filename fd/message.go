package fd

import (
	"encoding/binary"

	"bellwether/protocol"
)

// Kinds 100 … 109 are the detectors', whatever algorithm uses them; algorithms
// number theirs from 1.
const (
	kindPing protocol.Kind = 100
	kindPong protocol.Kind = 101
)

// wireBytes is the size of a Ping or Pong: kind, number, capability.
const wireBytes = protocol.KindBytes + 4 + protocol.CapabilityBytes

// Ping asks a peer for a sign of life (RequisTeste).
type Ping struct {
	Seq        uint32              // the asker's round
	Capability protocol.Capability // the asker's
}

// Kind is KindPing.
func (Ping) Kind() protocol.Kind { return kindPing }

// WireSize is 17.
func (Ping) WireSize() int { return wireBytes }

// AppendWire appends number and capability.
func (m Ping) AppendWire(b []byte) []byte { return appendTest(b, m.Seq, m.Capability) }

// Pong is the sign of life (RespostaTeste).
type Pong struct {
	Seq        uint32              // of the Ping it answers
	Capability protocol.Capability // the answerer's
}

// Kind is KindPong.
func (Pong) Kind() protocol.Kind { return kindPong }

// WireSize is 17.
func (Pong) WireSize() int { return wireBytes }

// AppendWire appends number and capability.
func (m Pong) AppendWire(b []byte) []byte { return appendTest(b, m.Seq, m.Capability) }

func appendTest(b []byte, seq uint32, c protocol.Capability) []byte {
	return protocol.AppendCapability(binary.BigEndian.AppendUint32(b, seq), c)
}

// AllKinds describes the messages of all detectors.
func AllKinds() []protocol.MessageKind { return append(append(Kinds(), phiKinds()...), swimKinds()...) }

// Kinds describes Ping and Pong, for the algorithms that use them.
func Kinds() []protocol.MessageKind {
	return []protocol.MessageKind{
		{
			Kind: kindPing, Name: "ping", Class: protocol.ClassDetector, Bytes: "17",
			About:  "asks for a sign of life; carries the asker's capability",
			Decode: func(d *protocol.Decoder) protocol.Message { return Ping{d.Uint32(), d.Capability()} },
		},
		{
			Kind: kindPong, Name: "pong", Class: protocol.ClassDetector, Bytes: "17",
			About:  "answers a ping; carries the answerer's capability",
			Decode: func(d *protocol.Decoder) protocol.Message { return Pong{d.Uint32(), d.Capability()} },
		},
	}
}
