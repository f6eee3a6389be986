package overlay

import (
	"bellwether/fd"
	"bellwether/protocol"
)

// KindReign lies in the algorithms' range: an Office is part of their machines.
const KindReign protocol.Kind = 110

// Reign is Office's: the sender leads.
type Reign struct{ Capability protocol.Capability }

// Kind is KindReign.
func (Reign) Kind() protocol.Kind { return KindReign }

// WireSize is 13.
func (Reign) WireSize() int { return protocol.KindBytes + protocol.CapabilityBytes }

// AppendWire appends the capability.
func (m Reign) AppendWire(b []byte) []byte { return protocol.AppendCapability(b, m.Capability) }

// OfficeCosts are what an Office says where all members follow one leader, for the
// algorithms that have one.
func OfficeCosts() []protocol.Cost {
	return []protocol.Cost{{
		Case:    "in office, each detection interval",
		Charges: []protocol.Charge{{Message: "ping", Formula: "n − 1"}, {Message: "pong", Formula: "n − 1"}},
		Source:  "every follower tests the leader",
	}}
}

// OfficeDeviations are what an Office adds to a paper that elects once, among members
// that neither part nor meet.
func OfficeDeviations() []string {
	return []string{
		"Followers pull-test the leader; who suspects it, or knows none for the detection time-out, begins an election.",
		"Merges: a leader sends Reign each detection interval to the members that do not pull-test it; a node follows the better of its own leader and the one that speaks.",
		"A node whose capability deposes its leader's last word (hysteresis included) begins an election.",
	}
}

// OfficeKinds describes the messages of an Office, for the algorithms that have
// one.
func OfficeKinds() []protocol.MessageKind {
	return append(fd.Kinds(), protocol.MessageKind{
		Kind: KindReign, Name: "reign", Class: protocol.ClassBeacon, Bytes: "13",
		About:  "the sender is in office; to members that do not pull it",
		Decode: func(d *protocol.Decoder) protocol.Message { return Reign{d.Capability()} },
	})
}
