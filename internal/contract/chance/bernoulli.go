package chance

import (
	"errors"
	"time"

	"bellwether/internal/base/errs"

	"bellwether/protocol"
)

// Bernoulli loses everything on a (directed link, time slot) with one
// probability, independently of all other links and slots. The zero Bernoulli
// loses nothing.
type Bernoulli struct {
	linkKey, slotKey uint64 // the seed, spread
	threshold        uint64 // probability · 2^53
	slot             uint64 // nanoseconds
	control          Control
}

// NewBernoulli returns the losses of one seed: two values made alike agree, on
// every machine. Slots begin at multiples of slot; see DefaultSlot. The error
// names every argument that makes no sense.
func NewBernoulli(seed uint64, probability float64, slot time.Duration) (Bernoulli, error) {
	var faults []error
	if !(probability >= 0 && probability <= 1) {
		faults = append(faults, errs.Radio.Errorf("loss probability must be between 0 and 1, got %g", probability))
	}
	if slot <= 0 {
		faults = append(faults, errs.Radio.Errorf("loss slot must be above 0, got %v", slot))
	}
	if len(faults) > 0 {
		return Bernoulli{}, errors.Join(faults...)
	}
	return Bernoulli{
		linkKey:   Mix(seed, 1),
		slotKey:   Mix(seed, 2),
		threshold: uint64(probability * (1 << 53)), // exact: a power of two
		slot:      uint64(slot),
		control:   NewControl(Mix(seed, ForControl)),
	}, nil
}

// Lost reports whether a frame that from begins to transmit at this instant fails
// to reach to.
func (b Bernoulli) Lost(from, to protocol.ID, at protocol.Time) bool {
	if b.threshold == 0 {
		return false
	}
	link := uint64(from)<<32 | uint64(to)
	return Mix(link^b.linkKey, uint64(at)/b.slot^b.slotKey)>>11 < b.threshold
}

// LostControl reports whether a control frame that from begins to transmit at this instant
// fails to reach to, over any distance.
func (b Bernoulli) LostControl(from, to protocol.ID, at protocol.Time, _ float64) bool {
	return b.threshold != 0 && b.control.Draw(from, to, at)>>11 < b.threshold
}

// During returns the losses of the time slot that an instant is in: of a frame with many
// receivers all but the link is worked out once.
func (b Bernoulli) During(at protocol.Time) Draws {
	if b.threshold == 0 {
		return Draws{}
	}
	return Draws{linkKey: b.linkKey, slotKey: uint64(at)/b.slot ^ b.slotKey, threshold: b.threshold}
}

// Draws are the losses of one time slot.
type Draws struct{ linkKey, slotKey, threshold uint64 }

// Lost returns the result of [Bernoulli.Lost].
func (d *Draws) Lost(from, to protocol.ID) bool {
	return Mix(uint64(from)<<32|uint64(to)^d.linkKey, d.slotKey)>>11 < d.threshold
}
