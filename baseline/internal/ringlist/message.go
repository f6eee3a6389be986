package ringlist

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// The kinds of messages.
const (
	kindElection    protocol.Kind = 1
	kindCoordinator protocol.Kind = 2
)

// Election is a list on its way round. It is immutable: a node that adds itself copies it.
type Election struct {
	Members []protocol.Capability // in the order of the ring, the initiator first
}

// Coordinator names the leader.
type Coordinator struct {
	Leader    protocol.Capability
	Initiator protocol.ID // of the list that determined it
	Hops      uint16      // nodes that have sent it
}

func (Election) Kind() protocol.Kind { return kindElection }
func (m Election) Fields(w *protocol.Wire) protocol.Message {
	protocol.Count(w, &m.Members, maxNodes)
	for i := range m.Members {
		w.Capability(&m.Members[i])
	}
	return protocol.Done(w, m)
}

// with is the list with one more member.
func (m Election) with(c protocol.Capability) Election {
	members := make([]protocol.Capability, 0, len(m.Members)+1)
	return Election{append(append(members, m.Members...), c)}
}

// holds reports whether a node is in the list.
func (m Election) holds(id protocol.ID) bool {
	for _, c := range m.Members {
		if c.ID == id {
			return true
		}
	}
	return false
}

func (Coordinator) Kind() protocol.Kind { return kindCoordinator }
func (m Coordinator) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Leader)
	w.ID(&m.Initiator)
	w.Uint16(&m.Hops)
	return protocol.Done(w, m)
}

// kinds describes every message a machine sends, its leader monitor's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Message: Election{}, Name: "election", Class: protocol.ClassElection,
		About: "to the successor: the k members that it has passed",
	}, {
		Message: Coordinator{}, Name: "coordinator", Class: protocol.ClassAnnouncement,
		About: "to the successor: the leader, and the initiator whose list determined it",
	}}, overlay.MonitorKinds()...)
}
