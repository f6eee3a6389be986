package radio

import (
	"math"
	"time"

	"bellwether/internal/chance"
	"bellwether/internal/refuse"
	"bellwether/internal/wyhash"
	"bellwether/protocol"
)

// RangedLoss is a loss that depends on the distance too. A caller that knows the distance
// calls LostAt; Lost is for a distance of 0.
type RangedLoss interface {
	Loss
	// LostAt reports whether a frame is lost over a squared distance, the one when the
	// frame ends.
	LostAt(from, to protocol.ID, at protocol.Time, squareM2 float64) bool
}

// DistanceLoss is a probability of loss that rises with distance:
//
//	p(d) = Near + (Far − Near) · (d/RangeM)^Exponent, d at most RangeM.
//
// It is the simplest picture of what D. Kotz et al., "Experimental evaluation of
// wireless simulation assumptions", MSWiM 2004, measured: no rim, but ever fewer
// frames.
type DistanceLoss struct {
	Near     float64       // probability at no distance; default 0
	Far      float64       // and at the range; default 0.5
	RangeM   float64       // metres; no default: the radio's range
	Exponent float64       // default 4: most of the loss in the outer third
	Slot     time.Duration // default DefaultSlot
}

// DefaultDistanceLoss loses nothing near and half of the frames at the range.
func DefaultDistanceLoss() DistanceLoss {
	return DistanceLoss{Far: 0.5, Exponent: 4, Slot: DefaultSlot}
}

// validate says which parameters make no sense, all at once.
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
	key uint64
}

// NewDistanceLoss makes the losses of one seed ready.
func NewDistanceLoss(o DistanceLoss, seed uint64) (RangedLoss, error) {
	if err := o.validate(); err != nil {
		return nil, refuse.Radio.Errorf("loss by distance: %w", err)
	}
	return &rangedDraws{o, wyhash.Mix(seed, chance.ForDistanceLoss)}, nil
}

// Lost is LostAt over no distance.
func (d *rangedDraws) Lost(from, to protocol.ID, at protocol.Time) bool {
	return d.LostAt(from, to, at, 0)
}

// LostAt draws for a link, a slot and a distance. Frames of one slot share the
// draw: who is nearer loses nothing that who is farther does not.
func (d *rangedDraws) LostAt(from, to protocol.ID, at protocol.Time, squareM2 float64) bool {
	share := min(squareM2/(d.RangeM*d.RangeM), 1)
	p := d.Near + float64((d.Far-d.Near)*math.Pow(share, d.Exponent/2))
	const unit = 1 << 24 // rounded, as what comes of pow must be
	link := uint64(from)<<32 | uint64(to)
	return wyhash.Mix(link^d.key, uint64(at)/uint64(d.Slot))>>40 < uint64(math.Round(p*unit))
}
