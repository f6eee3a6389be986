package hello

import (
	"bellwether/internal/contract/optional"
	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// Bytes is the size of a hello, its kind included, for bounds on its airtime.
const Bytes = 1 + 4

// Greeting is the message of a Hello: the sender is here.
type Greeting struct {
	Boot uint32 // drawn when the sender booted
}

func (Greeting) Kind() protocol.Kind { return layer.KindGreeting }
func (m Greeting) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Boot)
	return protocol.Done(w, m)
}

// Laden is a Greeting on which a message of the sender's algorithm rides.
//
// It is no [protocol.Carrier], since those count as the message within: a node sends as many hellos
// whatever rides on them, and all of them count as hellos.
type Laden struct {
	Boot  uint32
	Inner protocol.Message
}

func (Laden) Kind() protocol.Kind { return layer.KindLaden }
func (m Laden) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Boot)
	w.Message(&m.Inner)
	return protocol.Done(w, m)
}

// Renumbered returns the hello with the renumbered message.
func (m Laden) Renumbered(to optional.Renumbering) protocol.Message {
	m.Inner = optional.Renumbered(m.Inner, to)
	return m
}

// LadenKind describes hellos on which messages ride.
func LadenKind() protocol.MessageKind {
	return protocol.MessageKind{
		Message: Laden{}, Name: "laden-hello", Class: protocol.ClassHello,
		About: "a hello on which a message of m bytes rides",
	}
}

// Kinds describes the messages of a Hello.
func Kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: Greeting{}, Name: "hello", Class: protocol.ClassHello,
		About: "the sender is within hearing; a new number since its boot",
	}}
}
