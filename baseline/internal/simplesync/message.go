package simplesync

import (
	"encoding/binary"

	"bellwether/overlay"
	"bellwether/protocol"
)

// KindCandidate is the only message.
const KindCandidate protocol.Kind = 1

// Candidate offers the sender at a pulse.
type Candidate struct {
	Pulse      uint32 // the election's number
	Capability protocol.Capability
}

// Kind is KindCandidate.
func (Candidate) Kind() protocol.Kind { return KindCandidate }

// WireSize is 17.
func (Candidate) WireSize() int { return protocol.KindBytes + 4 + protocol.CapabilityBytes }

// AppendWire appends pulse and capability.
func (m Candidate) AppendWire(b []byte) []byte {
	return protocol.AppendCapability(binary.BigEndian.AppendUint32(b, m.Pulse), m.Capability)
}

// kinds describes every message a machine sends, its office's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Kind: KindCandidate, Name: "candidate", Class: protocol.ClassElection, Bytes: "17",
		About:  "to every member, at a pulse: I stand; the best that is heard before the next leads",
		Decode: func(d *protocol.Decoder) protocol.Message { return Candidate{d.Uint32(), d.Capability()} },
	}}, overlay.MonitorKinds()...)
}
