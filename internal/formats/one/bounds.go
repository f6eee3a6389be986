package one

import (
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// bounds are the bounds in a header, with counts of the places outside.
type bounds struct {
	from, to time.Duration
	area     orb.Bound

	places  int // in all
	outside int // of them, in space or in time
	first   movetrace.Fix
}

// rounding, in metres, is how far outside the bounds a place may be: headers are often
// rounded to whole centimetres.
const rounding = 0.01

// meet checks a place against the bounds.
func (b *bounds) meet(at time.Duration, place orb.Point) {
	b.places++
	if at >= b.from && at <= b.to && b.area.Pad(rounding).Contains(place) {
		return
	}
	if b.outside++; b.outside == 1 {
		b.first = movetrace.Fix{At: at, Place: place}
	}
}

// remark notes the places outside.
func (b *bounds) remark(in text.File) {
	if b == nil || b.outside == 0 {
		return
	}
	in.Remark("%d of %d places lie outside of the header's bounds, %s to %s and [%g, %g] to [%g, %g], and count all the same, as in The ONE; the first is [%g, %g] at %s",
		b.outside, b.places, movetrace.Stamp(b.from), movetrace.Stamp(b.to), b.area.Min[0], b.area.Min[1], b.area.Max[0], b.area.Max[1],
		b.first.Place[0], b.first.Place[1], movetrace.Stamp(b.first.At))
}
