package radio

import (
	"errors"
	"fmt"
	"time"

	"bellwether/protocol"
)

// DefaultSlot is the time in which the frames of one directed link share a
// fate. One millisecond is about the airtime of a maximal election message at
// 2 Mbit/s, and the delay before a link-layer retry.
const DefaultSlot = time.Millisecond

// Loss says which frames are lost: a pure function of the directed link and the
// instant the transmission began.
type Loss interface {
	Lost(from, to protocol.ID, at protocol.Time) bool
}

// Lossless loses nothing.
type Lossless struct{}

// Lost is always false.
func (Lossless) Lost(_, _ protocol.ID, _ protocol.Time) bool { return false }

// Bernoulli loses each (directed link, slot) with one probability, independent
// of all others. The zero Bernoulli loses nothing.
type Bernoulli struct {
	key       uint64
	threshold uint64 // of 2^53
	slot      protocol.Time
}

// NewBernoulli gives the loss of a seed. Two values made alike agree for ever.
func NewBernoulli(seed uint64, probability float64, slot time.Duration) (Bernoulli, error) {
	var faults []error
	if !(probability >= 0 && probability <= 1) {
		faults = append(faults, fmt.Errorf("radio: loss probability must be between 0 and 1, got %g", probability))
	}
	if slot <= 0 {
		faults = append(faults, fmt.Errorf("radio: loss slot must be above 0, got %v", slot))
	}
	if len(faults) > 0 {
		return Bernoulli{}, errors.Join(faults...)
	}
	return Bernoulli{
		key:       mix(seed + golden),
		threshold: uint64(probability * (1 << 53)),
		slot:      protocol.Time(slot),
	}, nil
}

// Lost says whether a frame that from begins to transmit at this instant is lost
// on its way to to.
func (b Bernoulli) Lost(from, to protocol.ID, at protocol.Time) bool {
	if b.threshold == 0 {
		return false
	}
	stream := mix(b.key ^ (uint64(from)<<32 | uint64(to)))
	return mix(stream+uint64(at/b.slot)*golden)>>11 < b.threshold
}

// golden is 2^64 divided by the golden ratio, odd: SplitMix64's step.
const golden = 0x9e3779b97f4a7c15

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood 2014; constants of
// Stafford's variant 13, as in Vigna's splitmix64.c).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
