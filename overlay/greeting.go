package overlay

import (
	"encoding/binary"

	"bellwether/protocol"
)

// Greeting is Hello's: I am here.
type Greeting struct {
	Boot uint32 // drawn when the sender booted
}

// Kind is KindGreeting.
func (Greeting) Kind() protocol.Kind { return KindGreeting }

// WireSize is 5.
func (Greeting) WireSize() int { return protocol.KindBytes + 4 }

// AppendWire appends the boot number.
func (m Greeting) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Boot) }

// HelloKinds describes the messages of a Hello.
func HelloKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: KindGreeting, Name: "hello", Class: protocol.ClassHello, Bytes: "5",
		About:  "the sender is within hearing; a new number since its boot",
		Decode: func(d *protocol.Decoder) protocol.Message { return Greeting{d.Uint32()} },
	}}
}
