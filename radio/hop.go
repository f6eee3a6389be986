package radio

import (
	"github.com/paulmach/orb"

	"bellwether/protocol"
)

// A Hop is the way of one frame from a sender to one receiver.
type Hop struct {
	From, To protocol.ID
	FromM    orb.Point // the sender's place when the frame ends, metres
	ToM      orb.Point // the receiver's place when the frame ends, metres
	// How high they are then, metres above the ground; 0 in a flat world.
	FromAltitudeM, ToAltitudeM float64
	At                         protocol.Time // when the frame begins
	Ends                       protocol.Time // when the frame ends
	Control                    bool          // an acknowledgement, RTS or CTS: see [ControlLoss]
}

// SquareM2 returns the squared distance of the two ends, in m², the same to the last bit on
// every machine.
func (h *Hop) SquareM2() float64 {
	dx, dy, dz := h.FromM[0]-h.ToM[0], h.FromM[1]-h.ToM[1], h.FromAltitudeM-h.ToAltitudeM
	return float64(dx*dx) + float64(dy*dy) + float64(dz*dz)
}

// Reception is what becomes of a frame at one node.
type Reception uint8

// The receptions. A frame that is Beyond takes no energy of its receiver; a Spoilt one
// does, as a frame that is Heard.
const (
	Beyond Reception = iota // not heard: the path does not carry
	Spoilt                  // not decoded because of a fade or noise, on a path that is a link
	Heard
)
