package franklin

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// The kinds of messages.
const (
	KindElection protocol.Kind = 1
	KindElected  protocol.Kind = 2
)

// A Way is a direction round the ring, an index into the neighbours that overlay's Ring
// returns.
type Way uint8

// The ways.
const (
	Back    Way = iota // to the predecessor
	Forward            // to the successor
	ways
)

// Election is a red node's message in one round of one wave.
type Election struct {
	Candidate protocol.Capability
	Wave      uint32
	Round     uint8
	Way       Way
	Hops      uint16 // nodes that have sent it
}

// Elected names the leader.
type Elected struct {
	Leader protocol.Capability
	Wave   uint32
	Hops   uint16 // nodes that have sent it
}

func (Election) Kind() protocol.Kind { return KindElection }
func (m Election) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Candidate)
	w.Uint32(&m.Wave)
	w.Uint8(&m.Round)
	w.Uint8((*uint8)(&m.Way))
	w.Uint16(&m.Hops)
	return protocol.Done(w, m)
}

func (Elected) Kind() protocol.Kind { return KindElected }
func (m Elected) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Leader)
	w.Uint32(&m.Wave)
	w.Uint16(&m.Hops)
	return protocol.Done(w, m)
}

// kinds describes every message a machine sends, its leader monitor's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Message: Election{}, Name: "election", Class: protocol.ClassElection,
		About: "both ways, to the next red node: a candidate in its round",
	}, {
		Message: Elected{}, Name: "elected", Class: protocol.ClassAnnouncement,
		About: "to the successor: the leader",
	}}, overlay.MonitorKinds()...)
}
