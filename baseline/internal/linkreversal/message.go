package linkreversal

import (
	"encoding/binary"

	"bellwether/protocol"
)

// The kinds of messages.
const (
	KindUpdate protocol.Kind = 1
	KindBeacon protocol.Kind = 2
)

// Update tells a neighbour that the sender's height has changed.
type Update struct {
	Height Height
	Clock  int64 // the sender's causal clock
}

// Beacon tells the sender's height again, or to a new neighbour.
type Beacon struct {
	Height Height
	Clock  int64 // the sender's causal clock
}

// wireBytes is the size of each message.
const wireBytes = protocol.KindBytes + heightBytes + 8

// Kind is KindUpdate.
func (Update) Kind() protocol.Kind { return KindUpdate }

// WireSize is 38.
func (Update) WireSize() int { return wireBytes }

// AppendWire appends the height and the clock.
func (m Update) AppendWire(b []byte) []byte {
	return binary.BigEndian.AppendUint64(appendHeight(b, m.Height), uint64(m.Clock))
}

// Kind is KindBeacon.
func (Beacon) Kind() protocol.Kind { return KindBeacon }

// WireSize is 38.
func (Beacon) WireSize() int { return wireBytes }

// AppendWire appends the height and the clock.
func (m Beacon) AppendWire(b []byte) []byte { return Update(m).AppendWire(b) }

// kinds describes every message a machine sends.
func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: KindUpdate, Name: "update", Class: protocol.ClassElection, Bytes: "38",
		About:  "my height has changed to this; to every neighbour",
		Decode: func(d *protocol.Decoder) protocol.Message { return Update{readHeight(d), int64(d.Uint64())} },
	}, {
		Kind: KindBeacon, Name: "beacon", Class: protocol.ClassBeacon, Bytes: "38",
		About:  "my height is this; to a new neighbour, and to all each detection interval",
		Decode: func(d *protocol.Decoder) protocol.Message { return Beacon{readHeight(d), int64(d.Uint64())} },
	}}
}
