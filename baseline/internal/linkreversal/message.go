package linkreversal

import "bellwether/protocol"

// The kinds of messages.
const (
	kindUpdate protocol.Kind = 1
	kindBeacon protocol.Kind = 2
)

// Update tells a neighbour that the sender's height has changed.
type Update struct {
	Height Height
	Clock  int64 // the sender's causal clock
}

// Beacon tells the sender's height again, or to a new neighbour.
type Beacon struct {
	Height Height
	Clock  int64 // the sender's causal clock
}

func (Update) Kind() protocol.Kind { return kindUpdate }
func (m Update) Fields(w *protocol.Wire) protocol.Message {
	m.Height.fields(w)
	w.Int64(&m.Clock)
	return protocol.Done(w, m)
}

func (Beacon) Kind() protocol.Kind { return kindBeacon }
func (m Beacon) Fields(w *protocol.Wire) protocol.Message {
	m.Height.fields(w)
	w.Int64(&m.Clock)
	return protocol.Done(w, m)
}

// kinds describes every message a machine sends.
func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: Update{}, Name: "update", Class: protocol.ClassElection,
		About: "my height has changed to this; to every neighbour",
	}, {
		Message: Beacon{}, Name: "beacon", Class: protocol.ClassBeacon,
		About: "my height is this; to a new neighbour, and to all each detection interval",
	}}
}
