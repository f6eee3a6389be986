package lelann

import (
	"encoding/binary"

	"bellwether/overlay"
	"bellwether/protocol"
)

// The kinds of messages.
const (
	KindToken   protocol.Kind = 1
	KindElected protocol.Kind = 2
)

// Token is an initiator's.
type Token struct {
	Initiator protocol.Capability
	Hops      uint16 // nodes that have sent it
}

// Elected says who leads.
type Elected struct {
	Leader protocol.Capability
	Hops   uint16 // nodes that have sent it
}

// wireBytes is the size of each message.
const wireBytes = protocol.KindBytes + protocol.CapabilityBytes + 2

// Kind is KindToken.
func (Token) Kind() protocol.Kind { return KindToken }

// WireSize is 15.
func (Token) WireSize() int { return wireBytes }

// AppendWire appends the initiator and the hops.
func (m Token) AppendWire(b []byte) []byte {
	return binary.BigEndian.AppendUint16(protocol.AppendCapability(b, m.Initiator), m.Hops)
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
		Kind: KindToken, Name: "token", Class: protocol.ClassElection, Bytes: "15",
		About:  "to the successor: an initiator, on its way round the whole ring",
		Decode: func(d *protocol.Decoder) protocol.Message { return Token{d.Capability(), d.Uint16()} },
	}, {
		Kind: KindElected, Name: "elected", Class: protocol.ClassAnnouncement, Bytes: "15",
		About:  "to the successor: who leads",
		Decode: func(d *protocol.Decoder) protocol.Message { return Elected{d.Capability(), d.Uint16()} },
	}}, overlay.MonitorKinds()...)
}
