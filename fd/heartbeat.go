package fd

import "bellwether/protocol"

// kindHeartbeat is Phi's only kind of message.
const kindHeartbeat protocol.Kind = 102

// heartbeat says that its sender is up.
type heartbeat struct{}

func (heartbeat) Kind() protocol.Kind { return kindHeartbeat }
func (m heartbeat) Fields(w *protocol.Wire) protocol.Message {
	return protocol.Done(w, m)
}

// phiKinds describes the heartbeat, for the algorithms that use phi.
func phiKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: heartbeat{}, Name: "heartbeat", Class: protocol.ClassDetector,
		About: "the sender is up",
	}}
}
