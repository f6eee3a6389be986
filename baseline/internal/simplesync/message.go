package simplesync

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// kindCandidate is the only message.
const kindCandidate protocol.Kind = 1

// Candidate offers the sender at a pulse.
type Candidate struct {
	Pulse      uint32 // the election's number
	Capability protocol.Capability
}

func (Candidate) Kind() protocol.Kind { return kindCandidate }
func (m Candidate) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Pulse)
	w.Capability(&m.Capability)
	return protocol.Done(w, m)
}

// kinds describes every message a machine sends, its leader monitor's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Message: Candidate{}, Name: "candidate", Class: protocol.ClassElection,
		About: "to every member, at a pulse: I stand; the best that is heard before the next leads",
	}}, overlay.MonitorKinds()...)
}
