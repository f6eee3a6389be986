package capture

import (
	"encoding/binary"

	"bellwether/overlay"
	"bellwether/protocol"
)

// The kinds of messages, in the paper's order; the last four are this package's.
const (
	KindCapture    protocol.Kind = 1
	KindAck        protocol.Kind = 2
	KindNack       protocol.Kind = 3
	KindCheck      protocol.Kind = 4
	KindEliminate  protocol.Kind = 5
	KindEliminated protocol.Kind = 6
	KindLeader     protocol.Kind = 7
	KindBehind     protocol.Kind = 8
	KindCall       protocol.Kind = 9
	KindHere       protocol.Kind = 10
	KindStand      protocol.Kind = 11
)

// Capture asks a member to be owned by the sender. Num is the election's number
// in this and every other message.
type Capture struct {
	Num   uint32
	Level uint8 // of the sender
}

// Ack says that the sender is captured.
type Ack struct{ Num uint32 }

// Nack says that the receiver is a candidate no more.
type Nack struct{ Num uint32 }

// Check says that the sender has an owner, who must be eliminated first.
type Check struct {
	Num   uint32
	Owner protocol.ID
}

// Eliminate asks a member's owner to give up.
type Eliminate struct {
	Num   uint32
	Level uint8 // of the sender
}

// Eliminated says that the sender is no candidate, or no more.
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

// Wire sizes, in bytes.
const (
	plainBytes  = protocol.KindBytes + 4
	levelBytes  = plainBytes + 1
	checkBytes  = plainBytes + protocol.IDBytes
	leaderBytes = plainBytes + protocol.CapabilityBytes
)

// Kind is KindCapture.
func (Capture) Kind() protocol.Kind { return KindCapture }

// WireSize is 6.
func (Capture) WireSize() int { return levelBytes }

// AppendWire appends number and level.
func (m Capture) AppendWire(b []byte) []byte {
	return append(binary.BigEndian.AppendUint32(b, m.Num), m.Level)
}

// Kind is KindAck.
func (Ack) Kind() protocol.Kind { return KindAck }

// WireSize is 5.
func (Ack) WireSize() int { return plainBytes }

// AppendWire appends the number.
func (m Ack) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Num) }

// Kind is KindNack.
func (Nack) Kind() protocol.Kind { return KindNack }

// WireSize is 5.
func (Nack) WireSize() int { return plainBytes }

// AppendWire appends the number.
func (m Nack) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Num) }

// Kind is KindCheck.
func (Check) Kind() protocol.Kind { return KindCheck }

// WireSize is 9.
func (Check) WireSize() int { return checkBytes }

// AppendWire appends number and owner.
func (m Check) AppendWire(b []byte) []byte {
	return protocol.AppendID(binary.BigEndian.AppendUint32(b, m.Num), m.Owner)
}

// Kind is KindEliminate.
func (Eliminate) Kind() protocol.Kind { return KindEliminate }

// WireSize is 6.
func (Eliminate) WireSize() int { return levelBytes }

// AppendWire appends number and level.
func (m Eliminate) AppendWire(b []byte) []byte {
	return append(binary.BigEndian.AppendUint32(b, m.Num), m.Level)
}

// Kind is KindEliminated.
func (Eliminated) Kind() protocol.Kind { return KindEliminated }

// WireSize is 5.
func (Eliminated) WireSize() int { return plainBytes }

// AppendWire appends the number.
func (m Eliminated) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Num) }

// Kind is KindLeader.
func (Leader) Kind() protocol.Kind { return KindLeader }

// WireSize is 17.
func (Leader) WireSize() int { return leaderBytes }

// AppendWire appends number and capability.
func (m Leader) AppendWire(b []byte) []byte {
	return protocol.AppendCapability(binary.BigEndian.AppendUint32(b, m.Num), m.Capability)
}

// Kind is KindBehind.
func (Behind) Kind() protocol.Kind { return KindBehind }

// WireSize is 5.
func (Behind) WireSize() int { return plainBytes }

// AppendWire appends the number.
func (m Behind) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Num) }

// Kind is KindCall.
func (Call) Kind() protocol.Kind { return KindCall }

// WireSize is 5.
func (Call) WireSize() int { return plainBytes }

// AppendWire appends the number.
func (m Call) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Num) }

// Kind is KindHere.
func (Here) Kind() protocol.Kind { return KindHere }

// WireSize is 5.
func (Here) WireSize() int { return plainBytes }

// AppendWire appends the number.
func (m Here) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Num) }

// Kind is KindStand.
func (Stand) Kind() protocol.Kind { return KindStand }

// WireSize is 5.
func (Stand) WireSize() int { return plainBytes }

// AppendWire appends the number.
func (m Stand) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Num) }

// kinds describes every message a machine sends, its office's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Kind: KindCapture, Name: "capture", Class: protocol.ClassElection, Bytes: "6",
		About:  "a candidate to a member it has not tried: be mine",
		Decode: func(d *protocol.Decoder) protocol.Message { return Capture{d.Uint32(), d.Uint8()} },
	}, {
		Kind: KindAck, Name: "ack", Class: protocol.ClassElection, Bytes: "5",
		About:  "to the captor: I am yours",
		Decode: func(d *protocol.Decoder) protocol.Message { return Ack{d.Uint32()} },
	}, {
		Kind: KindNack, Name: "nack", Class: protocol.ClassElection, Bytes: "5",
		About:  "to a candidate: you have lost",
		Decode: func(d *protocol.Decoder) protocol.Message { return Nack{d.Uint32()} },
	}, {
		Kind: KindCheck, Name: "check", Class: protocol.ClassElection, Bytes: "9",
		About:  "to the captor: I have an owner, eliminate it first",
		Decode: func(d *protocol.Decoder) protocol.Message { return Check{d.Uint32(), d.ID()} },
	}, {
		Kind: KindEliminate, Name: "eliminate", Class: protocol.ClassElection, Bytes: "6",
		About:  "a captor to the owner of whom it captures: give up",
		Decode: func(d *protocol.Decoder) protocol.Message { return Eliminate{d.Uint32(), d.Uint8()} },
	}, {
		Kind: KindEliminated, Name: "eliminated", Class: protocol.ClassElection, Bytes: "5",
		About:  "an owner to the captor: I am no candidate now",
		Decode: func(d *protocol.Decoder) protocol.Message { return Eliminated{d.Uint32()} },
	}, {
		Kind: KindLeader, Name: "leader", Class: protocol.ClassAnnouncement, Bytes: "17",
		About:  "to every member: I lead",
		Decode: func(d *protocol.Decoder) protocol.Message { return Leader{d.Uint32(), d.Capability()} },
	}, {
		Kind: KindBehind, Name: "behind", Class: protocol.ClassElection, Bytes: "5",
		About:  "to a candidate of an election that is over: stand in this one",
		Decode: func(d *protocol.Decoder) protocol.Message { return Behind{d.Uint32()} },
	}, {
		Kind: KindCall, Name: "call", Class: protocol.ClassProbe, Bytes: "5",
		About:  "a candidate that got no answer, to all it has not captured: are you there?",
		Decode: func(d *protocol.Decoder) protocol.Message { return Call{d.Uint32()} },
	}, {
		Kind: KindHere, Name: "here", Class: protocol.ClassProbe, Bytes: "5",
		About:  "answer to call",
		Decode: func(d *protocol.Decoder) protocol.Message { return Here{d.Uint32()} },
	}, {
		Kind: KindStand, Name: "stand", Class: protocol.ClassElection, Bytes: "5",
		About:  "a leader that resigns to the best member that tests it: hold an election",
		Decode: func(d *protocol.Decoder) protocol.Message { return Stand{d.Uint32()} },
	}}, overlay.MonitorKinds()...)
}
