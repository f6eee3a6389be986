package ring

import (
	"encoding/binary"

	"bellwether/overlay"
	"bellwether/protocol"
)

// The kinds of messages.
const (
	KindElection protocol.Kind = 1
	KindElected  protocol.Kind = 2
)

// Election is a candidate's token.
type Election struct {
	Candidate protocol.Capability
	Hops      uint16 // nodes that have sent it
}

// Elected says who leads.
type Elected struct {
	Leader protocol.Capability
	Hops   uint16 // nodes that have sent it
}

// wireBytes is the size of each message.
const wireBytes = protocol.KindBytes + protocol.CapabilityBytes + 2

// Kind is KindElection.
func (Election) Kind() protocol.Kind { return KindElection }

// WireSize is 15.
func (Election) WireSize() int { return wireBytes }

// AppendWire appends the candidate and the hops.
func (m Election) AppendWire(b []byte) []byte {
	return binary.BigEndian.AppendUint16(protocol.AppendCapability(b, m.Candidate), m.Hops)
}

// Kind is KindElected.
func (Elected) Kind() protocol.Kind { return KindElected }

// WireSize is 15.
func (Elected) WireSize() int { return wireBytes }

// AppendWire appends the leader and the hops.
func (m Elected) AppendWire(b []byte) []byte {
	return binary.BigEndian.AppendUint16(protocol.AppendCapability(b, m.Leader), m.Hops)
}

// kinds describes every message a machine sends, its office's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Kind: KindElection, Name: "election", Class: protocol.ClassElection, Bytes: "15",
		About:  "to the successor: a candidate that nobody passed has beaten",
		Decode: func(d *protocol.Decoder) protocol.Message { return Election{d.Capability(), d.Uint16()} },
	}, {
		Kind: KindElected, Name: "elected", Class: protocol.ClassAnnouncement, Bytes: "15",
		About:  "to the successor: who leads",
		Decode: func(d *protocol.Decoder) protocol.Message { return Elected{d.Capability(), d.Uint16()} },
	}}, overlay.MonitorKinds()...)
}
