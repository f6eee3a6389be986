package floodmax

import "bellwether/protocol"

// The kinds of messages.
const (
	kindClaim  protocol.Kind = 1
	kindBeacon protocol.Kind = 2
)

// Claim is the first flood of a node that wants to lead.
type Claim struct {
	Leader protocol.Capability
	Stamp  protocol.Time // the leader's clock when it began the flood
}

// Beacon is the flood of a node that leads already.
type Beacon struct {
	Leader protocol.Capability
	Stamp  protocol.Time // the leader's clock when it began the flood
}

func (Claim) Kind() protocol.Kind { return kindClaim }
func (m Claim) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Leader)
	w.Time(&m.Stamp)
	return protocol.Done(w, m)
}

func (Beacon) Kind() protocol.Kind { return kindBeacon }
func (m Beacon) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Leader)
	w.Time(&m.Stamp)
	return protocol.Done(w, m)
}

// kinds describes every message a machine sends.
func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: Claim{}, Name: "claim", Class: protocol.ClassElection,
		About: "flooded: I lead from now on",
	}, {
		Message: Beacon{}, Name: "beacon", Class: protocol.ClassBeacon,
		About: "flooded: I still lead",
	}}
}
