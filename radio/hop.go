package radio

import (
	"github.com/paulmach/orb"

	"bellwether/protocol"
)

// A Hop is one frame's way, or a question about one.
type Hop struct {
	From, To protocol.ID
	FromM    orb.Point     // where they are when the frame ends, metres
	ToM      orb.Point     //
	At       protocol.Time // when it began
	Ends     protocol.Time // when it ends
}

// Reception is what becomes of a frame at one node.
type Reception uint8

// The receptions. Beyond costs a receiver nothing; a Spoilt frame, which a calmer
// instant would have carried, keeps it busy.
const (
	Beyond Reception = iota // not heard, as is usual on this path
	Spoilt                  // not decoded, by a fade or by noise, on a path that is a link
	Heard
)
