package overlay

import (
	"encoding/binary"

	"bellwether/protocol"
)

// HelloBytes is the size of a hello, for bounds on how much of the air they take.
const HelloBytes = protocol.KindBytes + 4

// greeting is Hello's: I am here.
type greeting struct {
	Boot uint32 // drawn when the sender booted
}

// Kind is KindGreeting.
func (greeting) Kind() protocol.Kind { return kindGreeting }

// WireSize is HelloBytes.
func (greeting) WireSize() int { return HelloBytes }

// AppendWire appends the boot number.
func (m greeting) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.Boot) }

// helloKinds describes the messages of a Hello.
func helloKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: kindGreeting, Name: "hello", Class: protocol.ClassHello, Bytes: "5",
		About:  "the sender is within hearing; a new number since its boot",
		Decode: func(d *protocol.Decoder) protocol.Message { return greeting{d.Uint32()} },
	}}
}
