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

// wireBytes is the size of each message.
const wireBytes = protocol.KindBytes + protocol.CapabilityBytes

// Kind is KindElection.
func (Election) Kind() protocol.Kind { return KindElection }

// WireSize is 13.
func (Election) WireSize() int { return wireBytes }

// AppendWire appends the capability.
func (m Election) AppendWire(b []byte) []byte { return protocol.AppendCapability(b, m.Capability) }

// Kind is KindOK.
func (OK) Kind() protocol.Kind { return KindOK }

// WireSize is 13.
func (OK) WireSize() int { return wireBytes }

// AppendWire appends the capability.
func (m OK) AppendWire(b []byte) []byte { return protocol.AppendCapability(b, m.Capability) }

// Kind is KindCoordinator.
func (Coordinator) Kind() protocol.Kind { return KindCoordinator }

// WireSize is 13.
func (Coordinator) WireSize() int { return wireBytes }

// AppendWire appends the capability.
func (m Coordinator) AppendWire(b []byte) []byte { return protocol.AppendCapability(b, m.Capability) }

// kinds describes every message a machine sends, its office's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Kind: KindElection, Name: "election", Class: protocol.ClassElection, Bytes: "13",
		About:  "to a higher member: will you lead?",
		Decode: func(d *protocol.Decoder) protocol.Message { return Election{d.Capability()} },
	}, {
		Kind: KindOK, Name: "ok", Class: protocol.ClassElection, Bytes: "13",
		About:  "to a lower member: stand back, I hold an election",
		Decode: func(d *protocol.Decoder) protocol.Message { return OK{d.Capability()} },
	}, {
		Kind: KindCoordinator, Name: "coordinator", Class: protocol.ClassAnnouncement, Bytes: "13",
		About:  "to every member: I lead",
		Decode: func(d *protocol.Decoder) protocol.Message { return Coordinator{d.Capability()} },
	}}, overlay.MonitorKinds()...)
}
