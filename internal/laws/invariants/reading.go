package invariants

import "bellwether/protocol"

// A part is what a message does in an election by a spanning tree.
type part uint8

// The parts, in VKT04's words.
const (
	Asks      part = iota + 1 // grows the tree: its Election
	Reports                   // tells the parent the best of a subtree: its pending Ack
	Announces                 // tells who leads: its Leader
)

// A Saying is what a message says in an election by a spanning tree, whatever
// its algorithm calls it.
type Saying struct {
	Part        part
	Again       bool // said before, and repeated in case it was lost
	Resent      bool // Again, by a transport, in the words of the first time
	Computation protocol.Computation
	Best        protocol.Capability // Reports, Announces
}

// A reading gives what a message says; false: nothing of that kind.
type reading func(m protocol.Message) (Saying, bool)
