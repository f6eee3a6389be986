package fd

import "bellwether/protocol"

// kindHeartbeat is Phi's only kind of message.
const kindHeartbeat protocol.Kind = 102

// heartbeat says that its sender is up.
type heartbeat struct{}

// Kind is KindHeartbeat.
func (heartbeat) Kind() protocol.Kind { return kindHeartbeat }

// WireSize is 1.
func (heartbeat) WireSize() int { return protocol.KindBytes }

// AppendWire appends nothing.
func (heartbeat) AppendWire(b []byte) []byte { return b }

// phiKinds describes Heartbeat, for the algorithms that use a Phi.
func phiKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: kindHeartbeat, Name: "heartbeat", Class: protocol.ClassDetector, Bytes: "1",
		About:  "the sender is up",
		Decode: func(*protocol.Decoder) protocol.Message { return heartbeat{} },
	}}
}
