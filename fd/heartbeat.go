package fd

import "bellwether/protocol"

// KindHeartbeat is Phi's only kind of message.
const KindHeartbeat protocol.Kind = 102

// Heartbeat says that its sender is up.
type Heartbeat struct{}

// Kind is KindHeartbeat.
func (Heartbeat) Kind() protocol.Kind { return KindHeartbeat }

// WireSize is 1.
func (Heartbeat) WireSize() int { return protocol.KindBytes }

// AppendWire appends nothing.
func (Heartbeat) AppendWire(b []byte) []byte { return b }

// PhiKinds describes Heartbeat, for the algorithms that use a Phi.
func PhiKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: KindHeartbeat, Name: "heartbeat", Class: protocol.ClassDetector, Bytes: "1",
		About:  "the sender is up",
		Decode: func(*protocol.Decoder) protocol.Message { return Heartbeat{} },
	}}
}
