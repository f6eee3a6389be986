package lelann

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// The kinds of messages.
const (
	KindToken   protocol.Kind = 1
	KindElected protocol.Kind = 2
)

// Token is an initiator's token.
type Token struct {
	Initiator protocol.Capability
	Hops      uint16 // nodes that have sent it
}

// Elected names the leader.
type Elected struct {
	Leader protocol.Capability
	Hops   uint16 // nodes that have sent it
}

func (Token) Kind() protocol.Kind { return KindToken }
func (m Token) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Initiator)
	w.Uint16(&m.Hops)
	return protocol.Done(w, m)
}

func (Elected) Kind() protocol.Kind { return KindElected }
func (m Elected) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Leader)
	w.Uint16(&m.Hops)
	return protocol.Done(w, m)
}

// kinds describes every message a machine sends, its leader monitor's included.
func kinds() []protocol.MessageKind {
	return append([]protocol.MessageKind{{
		Message: Token{}, Name: "token", Class: protocol.ClassElection,
		About: "to the successor: an initiator, on its way round the whole ring",
	}, {
		Message: Elected{}, Name: "elected", Class: protocol.ClassAnnouncement,
		About: "to the successor: the leader",
	}}, overlay.MonitorKinds()...)
}
