package franklin

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

// A Way round the ring, an index into the neighbours that overlay.Ring shows.
type Way uint8

// The ways.
const (
	Back    Way = iota // to the predecessor
	Forward            // to the successor
	ways
)

// Election is a red node's, in one round of one wave.
type Election struct {
	Candidate protocol.Capability
	Wave      uint32
	Round     uint8
	Way       Way
	Hops      uint16 // nodes that have sent it
}

// Elected says who leads.
type Elected struct {
	Leader protocol.Capability
	Wave   uint32
	Hops   uint16 // nodes that have sent it
}

// Sizes of the messages.
const (
	electionBytes = protocol.KindBytes + protocol.CapabilityBytes + 4 + 1 + 1 + 2
	electedBytes  = protocol.KindBytes + protocol.CapabilityBytes + 4 + 2
)

// Kind is KindElection.
func (Election) Kind() protocol.Kind { return KindElection }

// WireSize is 21.
func (Election) WireSize() int { return electionBytes }

// AppendWire appends the candidate, wave, round, way and hops.
func (m Election) AppendWire(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(protocol.AppendCapability(b, m.Candidate), m.Wave)
	return binary.BigEndian.AppendUint16(append(b, m.Round, byte(m.Way)), m.Hops)
}

// Kind is KindElected.
func (Elected) Kind() protocol.Kind { return KindElected }

// WireSize is 19.
func (Elected) WireSize() int { return electedBytes }

// AppendWire appends the leader, wave and hops.
func (m Elected) AppendWire(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(protocol.AppendCapability(b, m.Leader), m.Wave)
	return binary.BigEndian.AppendUint16(b, m.Hops)
}

// kinds describes every message a machine sends, its office's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Kind: KindElection, Name: "election", Class: protocol.ClassElection, Bytes: "21",
		About: "both ways, to the next red node: a candidate in its round",
		Decode: func(d *protocol.Decoder) protocol.Message {
			return Election{d.Capability(), d.Uint32(), d.Uint8(), Way(d.Uint8()), d.Uint16()}
		},
	}, {
		Kind: KindElected, Name: "elected", Class: protocol.ClassAnnouncement, Bytes: "19",
		About: "to the successor: who leads",
		Decode: func(d *protocol.Decoder) protocol.Message {
			return Elected{d.Capability(), d.Uint32(), d.Uint16()}
		},
	}}, overlay.MonitorKinds()...)
}
