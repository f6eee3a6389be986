package ringlist

import (
	"encoding/binary"

	"bellwether/overlay"
	"bellwether/protocol"
)

// The kinds of messages.
const (
	KindElection    protocol.Kind = 1
	KindCoordinator protocol.Kind = 2
)

// Election is a list on its way round. It is immutable: who adds itself copies it.
type Election struct {
	Members []protocol.Capability // in the order of the ring, the initiator first
}

// Coordinator says who leads.
type Coordinator struct {
	Leader    protocol.Capability
	Initiator protocol.ID // whose list found it
	Hops      uint16      // nodes that have sent it
}

// Sizes of the messages.
const (
	electionBytes    = protocol.KindBytes + 2 // without the list
	coordinatorBytes = protocol.KindBytes + protocol.CapabilityBytes + protocol.IDBytes + 2
)

// Kind is KindElection.
func (Election) Kind() protocol.Kind { return KindElection }

// WireSize is 3 and 12 for each member.
func (m Election) WireSize() int { return electionBytes + protocol.CapabilityBytes*len(m.Members) }

// AppendWire appends the length and the members.
func (m Election) AppendWire(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(m.Members)))
	for _, c := range m.Members {
		b = protocol.AppendCapability(b, c)
	}
	return b
}

// with is the list with one more member.
func (m Election) with(c protocol.Capability) Election {
	members := make([]protocol.Capability, 0, len(m.Members)+1)
	return Election{append(append(members, m.Members...), c)}
}

// holds says whether a node is in the list.
func (m Election) holds(id protocol.ID) bool {
	for _, c := range m.Members {
		if c.ID == id {
			return true
		}
	}
	return false
}

// Kind is KindCoordinator.
func (Coordinator) Kind() protocol.Kind { return KindCoordinator }

// WireSize is 19.
func (Coordinator) WireSize() int { return coordinatorBytes }

// AppendWire appends the leader, the initiator and the hops.
func (m Coordinator) AppendWire(b []byte) []byte {
	b = protocol.AppendID(protocol.AppendCapability(b, m.Leader), m.Initiator)
	return binary.BigEndian.AppendUint16(b, m.Hops)
}

// kinds describes every message a machine sends, its office's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Kind: KindElection, Name: "election", Class: protocol.ClassElection, Bytes: "3+12k",
		About:  "to the successor: the k members that it has passed",
		Decode: decodeElection,
	}, {
		Kind: KindCoordinator, Name: "coordinator", Class: protocol.ClassAnnouncement, Bytes: "19",
		About: "to the successor: who leads, and whose list found it",
		Decode: func(d *protocol.Decoder) protocol.Message {
			return Coordinator{d.Capability(), d.ID(), d.Uint16()}
		},
	}}, overlay.MonitorKinds()...)
}

// decodeElection refuses a length beyond maxNodes before it makes room.
func decodeElection(d *protocol.Decoder) protocol.Message {
	length := int(d.Uint16())
	if length > maxNodes {
		d.Fail("list longer than any ring")
		return Election{}
	}
	var m Election
	for range length {
		m.Members = append(m.Members, d.Capability())
	}
	return m
}
