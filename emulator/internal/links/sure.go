package links

import (
	"math"
	"math/bits"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/place"
	"bellwether/protocol"
)

// doubts are the parts of an epoch in which rounding may decide on which side of the rim a pair is:
// then what is followed may differ from what places say. An epoch has 64 parts of 2^long ns from since on.
type doubts struct {
	of    []uint64 // by node, a bit for each part; nil: links are not known between two looks
	since int64
	long  int
}

// Bounds on what rounding does. A pair crosses the rim at an instant that is known to far less than
// aroundCrossing, unless it hardly crosses at all: if b² - a·c, whose root is how fast the square of
// its distance changes then, is below grazing.
const (
	aroundCrossing = int64(time.Millisecond)
	grazing        = 1e-4 // m⁴/s²
)

// Sure returns the nodes that have a link with node i, sorted, if they are followed to the instant
// and are without doubt who is in range now. Valid until a handler runs.
func (l *Links) Sure(i kernel.Slot) (ids []protocol.ID, sure bool) {
	d := &l.doubts
	if d.of == nil {
		return nil, false
	}
	return l.of[i], d.of[i]>>d.part(l.k.Now())&1 == 0
}

// part is the part of the epoch in which an instant lies.
func (d *doubts) part(at int64) int { return int((at-d.since)>>d.long) & 63 }

// trust begins an epoch without doubts.
func (l *Links) trust() {
	d := &l.doubts
	clear(d.of)
	d.since = l.k.Now()
	d.long = bits.Len64(uint64(l.epochEnd-d.since) / 64)
}

// mistrust doubts the links of two nodes around the instants of this epoch at which they cross the
// rim. Where nobody moves there are none.
func (l *Links) mistrust(i, j kernel.Slot, g *place.Gap) {
	if l.doubts.of == nil || l.field.SpeedMPS() == 0 || l.stays(g) {
		return
	}
	now := l.k.Now()
	a, b, c := l.course(g)
	slope := float64(b*b) - float64(a*c)
	if a == 0 || math.Abs(slope) <= grazing {
		l.suspect(i, j, now, l.epochEnd)
		return
	}
	if slope < 0 {
		return
	}
	root := math.Sqrt(slope)
	for _, crosses := range [...]float64{(-b - root) / a, (-b + root) / a} {
		if at := crosses * float64(time.Second); math.Abs(at) < place.Soon {
			l.suspect(i, j, now+int64(at)-aroundCrossing, now+int64(at)+aroundCrossing)
		}
	}
}

// suspect doubts the links of two nodes from an instant to another.
func (l *Links) suspect(i, j kernel.Slot, from, until int64) {
	d := &l.doubts
	if from, until = max(from, d.since), min(until, l.epochEnd); from > until {
		return
	}
	parts := ^uint64(0) << d.part(from) & (^uint64(0) >> (63 - d.part(until)))
	d.of[i] |= parts
	d.of[j] |= parts
}

// course is how the square of a pair's distance, less that of the range, goes on: a·t² + 2·b·t + c.
func (l *Links) course(g *place.Gap) (a, b, c float64) {
	a = float64(g.VX*g.VX) + float64(g.VY*g.VY) + float64(g.Climb*g.Climb)
	b = float64(g.X*g.VX) + float64(g.Y*g.VY) + float64(g.Up*g.Climb)
	return a, b, g.SquareM2() - float64(l.rangeM*l.rangeM)
}

// stays reports whether a pair certainly stays on its side of the rim, more than rimM from it, until
// a moment after the end of the epoch.
func (l *Links) stays(g *place.Gap) bool {
	a, b, c := l.course(g)
	rim := 2 * rimM * l.rangeM
	t := float64(l.epochEnd-l.k.Now())*1e-9 + 1e-3
	end := float64(a*t*t) + float64(2*b*t) + c
	switch {
	case c < -rim:
		return end < -rim // its distance is greatest at an end
	case c <= rim:
		return false
	case b >= 0:
		return true
	case b+float64(a*t) < 0:
		return end > rim // it is nearest at the end
	}
	return float64(a*(c-rim)) > b*b
}
