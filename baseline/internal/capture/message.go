package capture

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// The kinds of messages, in the paper's order; the last four are this package's.
const (
	kindCapture    protocol.Kind = 1
	kindAck        protocol.Kind = 2
	kindNack       protocol.Kind = 3
	kindCheck      protocol.Kind = 4
	kindEliminate  protocol.Kind = 5
	kindEliminated protocol.Kind = 6
	kindLeader     protocol.Kind = 7
	kindBehind     protocol.Kind = 8
	kindCall       protocol.Kind = 9
	kindHere       protocol.Kind = 10
	kindStand      protocol.Kind = 11
)

// Capture asks a member to be owned by the sender. Num is the election's number
// in this and every other message.
type Capture struct {
	Num   uint32
	Level uint8 // of the sender
}

// Ack says that the sender is captured.
type Ack struct{ Num uint32 }

// Nack says that the receiver is no longer a candidate.
type Nack struct{ Num uint32 }

// Check says that the sender has an owner, which must be eliminated first.
type Check struct {
	Num   uint32
	Owner protocol.ID
}

// Eliminate asks a member's owner to give up.
type Eliminate struct {
	Num   uint32
	Level uint8 // of the sender
}

// Eliminated says that the sender is not a candidate, or no longer.
type Eliminated struct{ Num uint32 }

// Leader says that the sender has won.
type Leader struct {
	Num        uint32
	Capability protocol.Capability
}

// Behind says that the receiver's election is over: Num is one to stand in.
type Behind struct{ Num uint32 }

// Call asks who is there.
type Call struct{ Num uint32 }

// Here answers Call.
type Here struct{ Num uint32 }

// Stand asks the receiver to hold election Num: the sender resigns.
type Stand struct{ Num uint32 }

func (Capture) Kind() protocol.Kind { return kindCapture }
func (m Capture) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	w.Uint8(&m.Level)
	return protocol.Done(w, m)
}

func (Ack) Kind() protocol.Kind { return kindAck }
func (m Ack) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	return protocol.Done(w, m)
}

func (Nack) Kind() protocol.Kind { return kindNack }
func (m Nack) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	return protocol.Done(w, m)
}

func (Check) Kind() protocol.Kind { return kindCheck }
func (m Check) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	w.ID(&m.Owner)
	return protocol.Done(w, m)
}

func (Eliminate) Kind() protocol.Kind { return kindEliminate }
func (m Eliminate) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	w.Uint8(&m.Level)
	return protocol.Done(w, m)
}

func (Eliminated) Kind() protocol.Kind { return kindEliminated }
func (m Eliminated) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	return protocol.Done(w, m)
}

func (Leader) Kind() protocol.Kind { return kindLeader }
func (m Leader) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	w.Capability(&m.Capability)
	return protocol.Done(w, m)
}

func (Behind) Kind() protocol.Kind { return kindBehind }
func (m Behind) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	return protocol.Done(w, m)
}

func (Call) Kind() protocol.Kind { return kindCall }
func (m Call) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	return protocol.Done(w, m)
}

func (Here) Kind() protocol.Kind { return kindHere }
func (m Here) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	return protocol.Done(w, m)
}

func (Stand) Kind() protocol.Kind { return kindStand }
func (m Stand) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Num)
	return protocol.Done(w, m)
}

// kinds describes every message a machine sends, its leader monitor's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Message: Capture{}, Name: "capture", Class: protocol.ClassElection,
		About: "a candidate to a member it has not tried: be mine",
	}, {
		Message: Ack{}, Name: "ack", Class: protocol.ClassElection,
		About: "to the captor: I am yours",
	}, {
		Message: Nack{}, Name: "nack", Class: protocol.ClassElection,
		About: "to a candidate: you have lost",
	}, {
		Message: Check{}, Name: "check", Class: protocol.ClassElection,
		About: "to the captor: I have an owner, eliminate it first",
	}, {
		Message: Eliminate{}, Name: "eliminate", Class: protocol.ClassElection,
		About: "a captor to the owner of the member that it captures: give up",
	}, {
		Message: Eliminated{}, Name: "eliminated", Class: protocol.ClassElection,
		About: "an owner to the captor: I am no candidate now",
	}, {
		Message: Leader{}, Name: "leader", Class: protocol.ClassAnnouncement,
		About: "to every member: I lead",
	}, {
		Message: Behind{}, Name: "behind", Class: protocol.ClassElection,
		About: "to a candidate of an election that is over: stand in this one",
	}, {
		Message: Call{}, Name: "call", Class: protocol.ClassProbe,
		About: "a candidate that got no answer, to all it has not captured: are you there?",
	}, {
		Message: Here{}, Name: "here", Class: protocol.ClassProbe,
		About: "answer to call",
	}, {
		Message: Stand{}, Name: "stand", Class: protocol.ClassElection,
		About: "a leader that resigns to the best member that tests it: hold an election",
	}}, overlay.MonitorKinds()...)
}
