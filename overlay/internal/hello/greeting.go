package hello

import (
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

// Kinds describes the messages of a Hello.
func Kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: Greeting{}, Name: "hello", Class: protocol.ClassHello,
		About: "the sender is within hearing; a new number since its boot",
	}}
}
