package radio

import (
	"time"

	"bellwether/internal/chance"
	"bellwether/protocol"
)

// DefaultSlot is the time in which the frames on one directed link share a fate.
// One millisecond is the airtime of 250 bytes at the default 2 Mbit/s, longer
// than most frames and no longer than the delay before a retry.
const DefaultSlot = time.Millisecond

// Loss says which frames are lost: a pure function of the directed link and of
// the instant the transmission began. How often it is asked changes nothing.
type Loss interface {
	Lost(from, to protocol.ID, at protocol.Time) bool
}

// NewBernoulli gives a loss of everything on a (directed link, time slot) with one
// probability, independently of all other links and slots: of one seed, and the same on
// every machine. Slots begin at multiples of slot; see [DefaultSlot]. The error names
// every argument that makes no sense.
func NewBernoulli(seed uint64, probability float64, slot time.Duration) (Loss, error) {
	b, err := chance.NewBernoulli(seed, probability, slot)
	if err != nil {
		return nil, err
	}
	return b, nil
}
