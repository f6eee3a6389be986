package radio

import (
	"time"

	"bellwether/internal/contract/chance"
	"bellwether/protocol"
)

// DefaultSlot is the length of a time slot; the frames of one slot on one directed link
// share one draw of loss, except control frames: see [ControlLoss]. One millisecond is the
// airtime of 250 bytes at the default 2 Mbit/s: longer than most frames, and not longer than
// the delay before a retry.
const DefaultSlot = time.Millisecond

// Loss decides which frames are lost. Lost is a pure function of the directed link and of
// the instant at which the transmission begins.
type Loss interface {
	Lost(from, to protocol.ID, at protocol.Time) bool
}

// ControlLoss is a loss that draws for each control frame by itself: for each acknowledgement,
// RTS and CTS. All losses of this package do. If a Loss lacks this method, control frames
// share the draws of other frames.
//
// With one draw a slot, an acknowledgement would be lost too seldom. It is often sent in the
// slot in which a frame on the same link has just arrived: the question whose answer it
// acknowledges, or the acknowledgement of the message before.
type ControlLoss interface {
	Loss
	// LostControl reports whether a control frame is lost whose transmission begins at an
	// instant, over a squared distance in m², measured when the frame ends.
	LostControl(from, to protocol.ID, at protocol.Time, squareM2 float64) bool
}

// LostControl asks a loss about a control frame: by LostControl, or as about another frame if
// it has no such method. A loss that wraps another passes the question on by it.
func LostControl(l Loss, from, to protocol.ID, at protocol.Time, squareM2 float64) bool {
	switch l := l.(type) {
	case ControlLoss:
		return l.LostControl(from, to, at, squareM2)
	case RangedLoss:
		return l.LostAt(from, to, at, squareM2)
	}
	return l.Lost(from, to, at)
}

// NewBernoulli returns the losses of one seed by which all frames of a (directed link, time
// slot) are lost with one probability, independently of all other links and slots. They are
// the same on every machine. Slots begin at multiples of slot; see [DefaultSlot]. The error
// names every argument that is out of bounds.
func NewBernoulli(seed uint64, probability float64, slot time.Duration) (Loss, error) {
	b, err := chance.NewBernoulli(seed, probability, slot)
	if err != nil {
		return nil, err
	}
	return b, nil
}
