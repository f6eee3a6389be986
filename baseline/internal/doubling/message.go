package doubling

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// The kinds of messages.
const (
	kindCapture protocol.Kind = 1
	kindAck     protocol.Kind = 2
	kindRefuse  protocol.Kind = 3
	kindLeader  protocol.Kind = 4
)

// Capture asks a member to be owned by the sender. Num is the election's number,
// the pulse it began with, in this and every other message.
type Capture struct {
	Num        uint32
	Capability protocol.Capability
}

// Ack says that the sender is captured.
type Ack struct{ Num uint32 }

// Refuse says that the sender is not captured.
type Refuse struct{ Num uint32 }

// Leader says that the sender has won.
type Leader struct {
	Num        uint32
	Capability protocol.Capability
}

func (Capture) Kind() protocol.Kind { return kindCapture }
func (m Capture) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	w.Capability(&m.Capability)
	return protocol.Done(w, m)
}

func (Ack) Kind() protocol.Kind { return kindAck }
func (m Ack) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	return protocol.Done(w, m)
}

func (Refuse) Kind() protocol.Kind { return kindRefuse }
func (m Refuse) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	return protocol.Done(w, m)
}

func (Leader) Kind() protocol.Kind { return kindLeader }
func (m Leader) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	w.Capability(&m.Capability)
	return protocol.Done(w, m)
}

// kinds describes every message a machine sends, its leader monitor's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Message: Capture{}, Name: "capture", Class: protocol.ClassElection,
		About: "a candidate to a group of members, at an even pulse: be mine",
	}, {
		Message: Ack{}, Name: "ack", Class: protocol.ClassElection,
		About: "to the best captor of a pulse, at the odd one after: I am yours",
	}, {
		Message: Refuse{}, Name: "refuse", Class: protocol.ClassElection,
		About: "to every other captor, at the odd pulse: you have lost",
	}, {
		Message: Leader{}, Name: "leader", Class: protocol.ClassAnnouncement,
		About: "to every member: I lead",
	}}, overlay.MonitorKinds()...)
}
