package floodmax

import (
	"bellwether/protocol"
)

// The kinds of messages.
const (
	KindClaim  protocol.Kind = 1
	KindBeacon protocol.Kind = 2
)

// Claim is the first flood of a node that wants to lead.
type Claim struct {
	Leader protocol.Capability
	Stamp  protocol.Time // the leader's clock when it began the flood
}

// Beacon is the flood of a leader in office.
type Beacon struct {
	Leader protocol.Capability
	Stamp  protocol.Time // the leader's clock when it began the flood
}

// wireBytes is the size of each message.
const wireBytes = protocol.KindBytes + protocol.CapabilityBytes + protocol.TimeBytes

// Kind is KindClaim.
func (Claim) Kind() protocol.Kind { return KindClaim }

// WireSize is 21.
func (Claim) WireSize() int { return wireBytes }

// AppendWire appends the leader and the stamp.
func (m Claim) AppendWire(b []byte) []byte {
	return protocol.AppendTime(protocol.AppendCapability(b, m.Leader), m.Stamp)
}

// Kind is KindBeacon.
func (Beacon) Kind() protocol.Kind { return KindBeacon }

// WireSize is 21.
func (Beacon) WireSize() int { return wireBytes }

// AppendWire appends the leader and the stamp.
func (m Beacon) AppendWire(b []byte) []byte {
	return protocol.AppendTime(protocol.AppendCapability(b, m.Leader), m.Stamp)
}

// kinds describes every message a machine sends.
func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: KindClaim, Name: "claim", Class: protocol.ClassElection, Bytes: "21",
		About:  "flooded: I lead from now on",
		Decode: func(d *protocol.Decoder) protocol.Message { return Claim{d.Capability(), d.Time()} },
	}, {
		Kind: KindBeacon, Name: "beacon", Class: protocol.ClassBeacon, Bytes: "21",
		About:  "flooded: I still lead",
		Decode: func(d *protocol.Decoder) protocol.Message { return Beacon{d.Capability(), d.Time()} },
	}}
}
