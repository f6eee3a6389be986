package recovery

import (
	"encoding/binary"

	"bellwether/protocol"
)

// KindHeartbeat is the only kind of message.
const KindHeartbeat protocol.Kind = 1

// Heartbeat says that its sender is up, and in which incarnation.
type Heartbeat struct{ Incarnation uint32 }

// Kind is KindHeartbeat.
func (Heartbeat) Kind() protocol.Kind { return KindHeartbeat }

// WireSize is 5.
func (Heartbeat) WireSize() int { return protocol.KindBytes + 4 }

// AppendWire appends the incarnation.
func (m Heartbeat) AppendWire(b []byte) []byte {
	return binary.BigEndian.AppendUint32(b, m.Incarnation)
}

func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: KindHeartbeat, Name: "heartbeat", Class: protocol.ClassDetector, Bytes: "5",
		About:  "to every member: I am up, and have been booted so often",
		Decode: func(d *protocol.Decoder) protocol.Message { return Heartbeat{d.Uint32()} },
	}}
}
