package agent

import (
	"testing"

	"bellwether/protocol"
)

// Wire is a datagram with an empty message, for tests.
func Wire(_ testing.TB, stack uint32, from, to byte) []byte {
	p := packet{stack: stack, from: protocol.ID(from), to: protocol.ID(to), incarnation: 1, message: []byte{132, 0, 0, 0, 1}}
	return p.append(nil)
}
