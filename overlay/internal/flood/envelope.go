package flood

import (
	"bellwether/internal/contract/optional"
	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// Envelope is the message of a Flood, on its way from Origin to Destination.
type Envelope struct {
	Origin, Destination protocol.ID
	Seq                 uint32 // counted by the origin, from a random number at boot
	Hops                uint8  // relays so far
	Copy                uint8  // 0, or the number of the repetition
	Inner               protocol.Message
}

func (Envelope) Kind() protocol.Kind { return layer.KindEnvelope }
func (m Envelope) Fields(w *protocol.Wire) protocol.Message {
	w.ID(&m.Origin)
	w.ID(&m.Destination)
	w.Uint32(&m.Seq)
	w.Uint8(&m.Hops)
	w.Uint8(&m.Copy)
	w.Message(&m.Inner)
	return protocol.Done(w, m)
}

// Carried returns the message within; origin is Nobody for a repetition.
func (m Envelope) Carried() (origin protocol.ID, inner protocol.Message) {
	if m.Copy > 0 {
		return protocol.Nobody, m.Inner
	}
	return m.Origin, m.Inner
}

// Renumbered returns the envelope of the renumbered message.
func (m Envelope) Renumbered(to optional.Renumbering) protocol.Message {
	m.Inner = optional.Renumbered(m.Inner, to)
	return m
}

// Kinds describes the messages of a Flood.
func Kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: Envelope{}, Name: "envelope", Class: protocol.ClassRouting,
		About: "a message of m bytes on its way to a member; every node passes it on once",
	}}
}
