package radio

import (
	"math"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/contract/chance"

	"bellwether/protocol"
)

// RangedLoss is a loss that depends on the distance too. A caller that knows the distance
// calls LostAt; Lost is LostAt at a distance of 0.
type RangedLoss interface {
	Loss
	// LostAt reports whether a frame is lost over a squared distance in m², measured when
	// the frame ends.
	LostAt(from, to protocol.ID, at protocol.Time, squareM2 float64) bool
}

// DistanceLoss is a probability of loss that rises with distance:
//
//	p(d) = Near + (Far − Near) · (d/RangeM)^Exponent, d at most RangeM.
//
// It is the simplest model of what D. Kotz et al., "Experimental evaluation of
// wireless simulation assumptions", MSWiM 2004, measured: the share of frames received
// falls gradually with distance, without a sharp rim.
type DistanceLoss struct {
	Near     float64       // probability at a distance of 0; default 0
	Far      float64       // probability at RangeM and beyond; default 0.5
	RangeM   float64       // metres; no default: the radio's range
	Exponent float64       // default 4: most of the loss in the outer third
	Slot     time.Duration // default DefaultSlot
}

// DefaultDistanceLoss loses no frame at a distance of 0 and half of the frames at the range.
func DefaultDistanceLoss() DistanceLoss {
	return DistanceLoss{Far: 0.5, Exponent: 4, Slot: DefaultSlot}
}

// validate reports every parameter that is out of bounds.
func (o DistanceLoss) validate() error {
	var f faults
	f.check(o.Near >= 0 && o.Near <= 1 && o.Far >= 0 && o.Far <= 1,
		"loss probability must be between 0 and 1, got %g near and %g far", o.Near, o.Far)
	f.check(o.RangeM > 0 && o.RangeM <= maxRangeM, "range of loss must be above 0 m and at most %g m, got %g", float64(maxRangeM), o.RangeM)
	f.check(o.Exponent > 0 && o.Exponent <= 100, "exponent of loss must be above 0 and at most 100, got %g", o.Exponent)
	f.check(o.Slot > 0, "loss slot must be above 0, got %v", o.Slot)
	return f.err()
}

// rangedDraws are the losses of a DistanceLoss for one seed.
type rangedDraws struct {
	DistanceLoss
	key     uint64
	control chance.Control
}

// NewDistanceLoss returns the losses of one seed.
func NewDistanceLoss(o DistanceLoss, seed uint64) (RangedLoss, error) {
	if err := o.validate(); err != nil {
		return nil, errs.Radio.Errorf("loss by distance: %w", err)
	}
	key := chance.Mix(seed, chance.ForDistanceLoss)
	return &rangedDraws{o, key, chance.NewControl(key)}, nil
}

// Lost is LostAt at a distance of 0.
func (d *rangedDraws) Lost(from, to protocol.ID, at protocol.Time) bool {
	return d.LostAt(from, to, at, 0)
}

// LostAt draws for a link and a slot, and compares the draw with the probability at the
// distance. So a frame that arrives at a distance also arrives nearer in the same slot.
func (d *rangedDraws) LostAt(from, to protocol.ID, at protocol.Time, squareM2 float64) bool {
	link := uint64(from)<<32 | uint64(to)
	return chance.Mix(link^d.key, uint64(at)/uint64(d.Slot))>>40 < d.threshold(squareM2)
}

// LostControl compares a draw of the control frame's own.
func (d *rangedDraws) LostControl(from, to protocol.ID, at protocol.Time, squareM2 float64) bool {
	return d.control.Draw(from, to, at)>>40 < d.threshold(squareM2)
}

// threshold is the probability of loss over a squared distance, in units of 2^-24: results of
// pow are rounded, see the package comment.
func (d *rangedDraws) threshold(squareM2 float64) uint64 {
	share := min(squareM2/(d.RangeM*d.RangeM), 1)
	p := d.Near + float64((d.Far-d.Near)*math.Pow(share, d.Exponent/2))
	return uint64(math.Round(p * (1 << 24)))
}
