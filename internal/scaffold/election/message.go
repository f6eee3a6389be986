package election

import (
	"encoding/binary"

	"bellwether/protocol"
)

// The kinds of messages. A number stays what it is: traces have it.
const (
	kindClaim  protocol.Kind = 1
	kindBeacon protocol.Kind = 2
)

// flood is what both kinds say: who leads. A message is never changed once it is sent.
type flood struct {
	kind   protocol.Kind
	Leader protocol.Capability // its ID, and by what it beats others
	Began  protocol.Time       // the leader's clock when the flood began
}

// Kind says which message this is.
func (f flood) Kind() protocol.Kind { return f.kind }

// WireSize is the length of the wire form with its kind: what a radio sends.
func (f flood) WireSize() int { return protocol.KindBytes + protocol.CapabilityBytes + 8 }

// AppendWire writes the wire form without its kind.
func (f flood) AppendWire(b []byte) []byte {
	return binary.BigEndian.AppendUint64(protocol.AppendCapability(b, f.Leader), uint64(f.Began))
}

// decode reads the wire form. Any bytes give a message or an error: the Decoder sees to that.
func decode(kind protocol.Kind) func(*protocol.Decoder) protocol.Message {
	return func(d *protocol.Decoder) protocol.Message {
		return flood{kind, d.Capability(), protocol.Time(d.Uint64())}
	}
}
