package doubling

import (
	"encoding/binary"

	"bellwether/overlay"
	"bellwether/protocol"
)

// The kinds of messages.
const (
	KindCapture protocol.Kind = 1
	KindAck     protocol.Kind = 2
	KindRefuse  protocol.Kind = 3
	KindLeader  protocol.Kind = 4
)

// Capture asks a member to be owned by the sender. Num is the election's number,
// the pulse it began with, in this and every other message.
type Capture struct {
	Num        uint32
	Capability protocol.Capability
}

// Ack says that the sender is captured.
type Ack struct{ Num uint32 }

// Refuse says that the sender is not.
type Refuse struct{ Num uint32 }

// Leader says that the sender has won.
type Leader struct {
	Num        uint32
	Capability protocol.Capability
}

// Wire sizes, in bytes.
const (
	plainBytes = protocol.KindBytes + 4
	wholeBytes = plainBytes + protocol.CapabilityBytes
)

// Kind is KindCapture.
func (Capture) Kind() protocol.Kind { return KindCapture }

// WireSize is 17.
func (Capture) WireSize() int { return wholeBytes }

// AppendWire appends number and capability.
func (m Capture) AppendWire(b []byte) []byte {
	return protocol.AppendCapability(binary.BigEndian.AppendUint32(b, m.Num), m.Capability)
}

// Kind is KindAck.
func (Ack) Kind() protocol.Kind { return KindAck }

// WireSize is 5.
func (Ack) WireSize() int { return plainBytes }

// AppendWire appends the number.
func (m Ack) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Num) }

// Kind is KindRefuse.
func (Refuse) Kind() protocol.Kind { return KindRefuse }

// WireSize is 5.
func (Refuse) WireSize() int { return plainBytes }

// AppendWire appends the number.
func (m Refuse) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Num) }

// Kind is KindLeader.
func (Leader) Kind() protocol.Kind { return KindLeader }

// WireSize is 17.
func (Leader) WireSize() int { return wholeBytes }

// AppendWire appends number and capability.
func (m Leader) AppendWire(b []byte) []byte {
	return protocol.AppendCapability(binary.BigEndian.AppendUint32(b, m.Num), m.Capability)
}

// kinds describes every message a machine sends, its office's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Kind: KindCapture, Name: "capture", Class: protocol.ClassElection, Bytes: "17",
		About:  "a candidate to a group of members, at an even pulse: be mine",
		Decode: func(d *protocol.Decoder) protocol.Message { return Capture{d.Uint32(), d.Capability()} },
	}, {
		Kind: KindAck, Name: "ack", Class: protocol.ClassElection, Bytes: "5",
		About:  "to the best captor of a pulse, at the odd one after: I am yours",
		Decode: func(d *protocol.Decoder) protocol.Message { return Ack{d.Uint32()} },
	}, {
		Kind: KindRefuse, Name: "refuse", Class: protocol.ClassElection, Bytes: "5",
		About:  "to every other captor, at the odd pulse: you have lost",
		Decode: func(d *protocol.Decoder) protocol.Message { return Refuse{d.Uint32()} },
	}, {
		Kind: KindLeader, Name: "leader", Class: protocol.ClassAnnouncement, Bytes: "17",
		About:  "to every member: I lead",
		Decode: func(d *protocol.Decoder) protocol.Message { return Leader{d.Uint32(), d.Capability()} },
	}}, overlay.MonitorKinds()...)
}
