package link

import (
	"bellwether/internal/contract/optional"
	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// Numbered is the message of a Link: it has a number and is acknowledged.
type Numbered struct {
	Origin  protocol.ID // the sender
	Session uint32      // the sender's, since its boot
	Seq     uint32      // greater than that of any earlier message
	Repeat  uint8       // 0, or the number of the repetition
	Inner   protocol.Message
}

func (Numbered) Kind() protocol.Kind { return layer.KindNumbered }
func (m Numbered) Fields(w *protocol.Wire) protocol.Message {
	w.ID(&m.Origin)
	w.Uint32(&m.Session)
	w.Uint32(&m.Seq)
	w.Uint8(&m.Repeat)
	w.Message(&m.Inner)
	return protocol.Done(w, m)
}

// Carried returns the message within; origin is Nobody for a repetition.
func (m Numbered) Carried() (origin protocol.ID, inner protocol.Message) {
	if m.Repeat > 0 {
		return protocol.Nobody, m.Inner
	}
	return m.Origin, m.Inner
}

// Renumbered returns the numbered form of the renumbered message. The link's own numbers
// stay.
func (m Numbered) Renumbered(to optional.Renumbering) protocol.Message {
	m.Inner = optional.Renumbered(m.Inner, to)
	return m
}

// Receipt acknowledges a numbered message.
type Receipt struct{ Session, Seq uint32 }

func (Receipt) Kind() protocol.Kind { return layer.KindReceipt }
func (m Receipt) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Session)
	w.Uint32(&m.Seq)
	return protocol.Done(w, m)
}

// Kinds describes the messages of a Link.
func Kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: Numbered{}, Name: "numbered", Class: protocol.ClassRouting,
		About: "a message of m bytes to a neighbour, to be acknowledged",
	}, {
		Message: Receipt{}, Name: "receipt", Class: protocol.ClassRouting,
		About: "acknowledges a numbered message",
	}}
}
