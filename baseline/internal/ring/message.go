package ring

import (
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

// Elected names the leader.
type Elected struct {
	Leader protocol.Capability
	Hops   uint16 // nodes that have sent it
}

func (Election) Kind() protocol.Kind { return KindElection }
func (m Election) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Candidate)
	w.Uint16(&m.Hops)
	return protocol.Done(w, m)
}

func (Elected) Kind() protocol.Kind { return KindElected }
func (m Elected) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Leader)
	w.Uint16(&m.Hops)
	return protocol.Done(w, m)
}

// kinds describes every message a machine sends, its leader monitor's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Message: Election{}, Name: "election", Class: protocol.ClassElection,
		About: "to the successor: a candidate that no node on its way has exceeded",
	}, {
		Message: Elected{}, Name: "elected", Class: protocol.ClassAnnouncement,
		About: "to the successor: the leader",
	}}, overlay.MonitorKinds()...)
}
