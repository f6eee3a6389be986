package radio

import (
	"time"

	"bellwether/internal/chance"
	"bellwether/protocol"
)

// DefaultSlot is the length of a time slot; the frames of one slot on one directed link
// share one draw of loss. One millisecond is the airtime of 250 bytes at the default
// 2 Mbit/s: longer than most frames, and not longer than the delay before a retry.
const DefaultSlot = time.Millisecond

// Loss decides which frames are lost. Lost is a pure function of the directed link and of
// the instant at which the transmission begins.
type Loss interface {
	Lost(from, to protocol.ID, at protocol.Time) bool
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
