package agent

import (
	"testing"

	"bellwether/protocol"
)

// Wire returns a datagram with an empty message, of a sender's first life.
func Wire(t testing.TB, stack uint32, from, to byte) []byte {
	return WireOf(t, 1, packet{stack: stack, from: protocol.ID(from), to: protocol.ID(to)})
}

// WireOf returns a datagram of any life.
func WireOf(_ testing.TB, life uint32, p packet) []byte {
	p.incarnation, p.message = life, []byte{132, 0, 0, 0, 1}
	return p.append(nil)
}

// Packet returns a datagram without a message.
func Packet(stack uint32, from, to byte) packet {
	return packet{stack: stack, from: protocol.ID(from), to: protocol.ID(to)}
}
