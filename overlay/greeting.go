package overlay

import "bellwether/protocol"

// HelloBytes is the size of a hello, its kind included, for bounds on its airtime.
const HelloBytes = 1 + 4

// greeting is the message of a Hello: the sender is here.
type greeting struct {
	Boot uint32 // drawn when the sender booted
}

func (greeting) Kind() protocol.Kind { return kindGreeting }
func (m greeting) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Boot)
	return protocol.Done(w, m)
}

// helloKinds describes the messages of a Hello.
func helloKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: greeting{}, Name: "hello", Class: protocol.ClassHello,
		About: "the sender is within hearing; a new number since its boot",
	}}
}
