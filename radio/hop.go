package radio

import (
	"github.com/paulmach/orb"

	"bellwether/protocol"
)

// A Hop is the way of one frame from a sender to one receiver.
type Hop struct {
	From, To protocol.ID
	FromM    orb.Point     // the sender's place when the frame ends, metres
	ToM      orb.Point     // the receiver's place when the frame ends, metres
	At       protocol.Time // when the frame begins
	Ends     protocol.Time // when the frame ends
}

// Reception is what becomes of a frame at one node.
type Reception uint8

// The receptions. A frame that is Beyond takes no energy of its receiver; a Spoilt one
// does, as a frame that is Heard.
const (
	Beyond Reception = iota // not heard: the path is no link
	Spoilt                  // not decoded because of a fade or noise, on a path that is a link
	Heard
)
