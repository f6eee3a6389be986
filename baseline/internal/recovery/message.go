package recovery

import "bellwether/protocol"

// kindHeartbeat is the only kind of message.
const kindHeartbeat protocol.Kind = 1

// Heartbeat says that its sender is up, and in which incarnation.
type Heartbeat struct{ Incarnation uint32 }

func (Heartbeat) Kind() protocol.Kind { return kindHeartbeat }
func (m Heartbeat) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Incarnation)
	return protocol.Done(w, m)
}

func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: Heartbeat{}, Name: "heartbeat", Class: protocol.ClassDetector,
		About: "to every member: I am up, and have been booted so often",
	}}
}
