package check

import "bellwether/protocol"

// A Part is what a message does in an election by a spanning tree.
type Part uint8

// The parts, in VKT04's words.
const (
	Asks      Part = iota + 1 // grows the tree: its Election
	Reports                   // tells the parent the best of a subtree: its pending Ack
	Announces                 // tells who leads: its Leader
)

// A Saying is what a message says in an election by a spanning tree, whatever
// its algorithm calls it.
type Saying struct {
	Part        Part
	Again       bool // said before, and repeated in case it was lost
	Computation protocol.Computation
	Best        protocol.Capability // Reports, Announces
}

// A Reading gives what a message says; false: nothing of that kind.
type Reading func(m protocol.Message) (Saying, bool)
