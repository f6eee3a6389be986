package bully

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// The kinds of messages.
const (
	KindElection    protocol.Kind = 1
	KindOK          protocol.Kind = 2
	KindCoordinator protocol.Kind = 3
)

// Election asks a higher member to take over.
type Election struct{ Capability protocol.Capability }

// OK tells a lower member to stand back.
type OK struct{ Capability protocol.Capability }

// Coordinator says that the sender leads.
type Coordinator struct{ Capability protocol.Capability }

func (Election) Kind() protocol.Kind { return KindElection }
func (m Election) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Capability)
	return protocol.Done(w, m)
}

func (OK) Kind() protocol.Kind { return KindOK }
func (m OK) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Capability)
	return protocol.Done(w, m)
}

func (Coordinator) Kind() protocol.Kind { return KindCoordinator }
func (m Coordinator) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Capability)
	return protocol.Done(w, m)
}

// kinds describes every message a machine sends, its leader monitor's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Message: Election{}, Name: "election", Class: protocol.ClassElection,
		About: "to a higher member: will you lead?",
	}, {
		Message: OK{}, Name: "ok", Class: protocol.ClassElection,
		About: "to a lower member: stand back, I hold an election",
	}, {
		Message: Coordinator{}, Name: "coordinator", Class: protocol.ClassAnnouncement,
		About: "to every member: I lead",
	}}, overlay.MonitorKinds()...)
}
