package optional

import (
	"fmt"

	"bellwether/protocol"
)

// A World is the nodes that an algorithm's machines may name: 1 to Nodes.
type World struct {
	Algorithm string
	Nodes     int
}

// Names reports whether the node that an effect names is in the world, or Nobody. If it is
// not, the machine has broken its contract. Every driver whose nodes are fixed asks it before
// it carries the effect out; agents, whose members come and go, drop what goes to a stranger.
func Names(d *protocol.Driver, e *protocol.Effect, w World) bool {
	return int(e.To) <= w.Nodes || stranger(d, e, w)
}

// stranger breaks the contract, and is false.
func stranger(d *protocol.Driver, e *protocol.Effect, w World) bool {
	d.Break(&protocol.Breach{Algorithm: w.Algorithm, Did: fmt.Sprintf("names node %d, and there are nodes 1 to %d", e.To, w.Nodes),
		Instead: "name a node that it knows: a neighbour, a member, or one from a message"})
	return false
}
