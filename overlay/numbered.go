package overlay

import (
	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// numbered is the message of a Link: it has a number and is acknowledged.
type numbered struct {
	Origin  protocol.ID // the sender
	Session uint32      // the sender's, since its boot
	Seq     uint32      // greater than that of any earlier message
	Repeat  uint8       // 0, or the number of the repetition
	Inner   protocol.Message
}

func (numbered) Kind() protocol.Kind { return kindNumbered }
func (m numbered) Fields(w *protocol.Wire) protocol.Message {
	w.ID(&m.Origin)
	w.Uint32(&m.Session)
	w.Uint32(&m.Seq)
	w.Uint8(&m.Repeat)
	w.Message(&m.Inner)
	return protocol.Done(w, m)
}

// Carried returns the message within; origin is Nobody for a repetition.
func (m numbered) Carried() (origin protocol.ID, inner protocol.Message) {
	if m.Repeat > 0 {
		return protocol.Nobody, m.Inner
	}
	return m.Origin, m.Inner
}

// Renumbered returns the numbered form of the renumbered message. The link's own numbers
// stay.
func (m numbered) Renumbered(to optional.Renumbering) protocol.Message {
	m.Inner = optional.Renumbered(m.Inner, to)
	return m
}

// receipt acknowledges a numbered message.
type receipt struct{ Session, Seq uint32 }

func (receipt) Kind() protocol.Kind { return kindReceipt }
func (m receipt) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Session)
	w.Uint32(&m.Seq)
	return protocol.Done(w, m)
}

// linkKinds describes the messages of a Link.
func linkKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: numbered{}, Name: "numbered", Class: protocol.ClassRouting,
		About: "a message of m bytes to a neighbour, to be acknowledged",
	}, {
		Message: receipt{}, Name: "receipt", Class: protocol.ClassRouting,
		About: "acknowledges a numbered message",
	}}
}
