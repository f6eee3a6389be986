package merge

import (
	"math"
	"time"

	"bellwether/protocol"
)

// MaxDrift bounds how much faster one clock may run than another: a kernel adjusts its
// clock by at most 500 parts per million (Linux adjtimex(2), RFC 5905 §11.3), and there
// are two clocks.
const MaxDrift = 1e-3

// A line turns instants of one clock into another's: an instant `from` is `to`,
// and each nanosecond since then is 1 + rate nanoseconds.
type line struct {
	from, to protocol.Time
	rate     float64
}

func (l line) at(t protocol.Time) protocol.Time {
	since := t - l.from
	return l.to + since + protocol.Time(math.Round(l.rate*float64(since)))
}

// then is l followed by m.
func (l line) then(m line) line {
	return line{l.from, m.at(l.to), l.rate + m.rate + float64(l.rate*m.rate)}
}

// A fit is the line between two clocks that frames in both directions give.
type fit struct {
	line
	err    time.Duration // the true line is no farther from this one within the span it was made for
	uneven bool          // no straight line is possible: err is a guess
}

// A span is the part of a clock that a life uses.
type span struct{ first, last protocol.Time }

// fitted returns the line from a clock to another. It uses the part `life` of the first. forth are
// the delays of frames to this clock, back the delays of frames from it to the other. Neither
// is empty.
func fitted(forth, back hull, life span) fit {
	b := band{first: life.first, base: back[0].apparent}
	for _, d := range forth { // sent before received: the other clock showed no less
		b.lower = append(b.lower, b.point(d.at, -d.apparent))
	}
	for _, d := range back { // received after sent, which was at this clock's at - apparent
		b.upper = append(b.upper, b.point(d.at.Add(-d.apparent), d.apparent))
	}
	length := float64(life.last - life.first)
	best := greatest(b.gap, -MaxDrift, MaxDrift)
	low, high := best, best
	gap := b.gap(best)
	if gap < -float64(grain) {
		middle := (b.roof(0, best) + b.floor(0, best)) / 2
		return fit{b.line(middle, best), time.Duration(math.Ceil(-gap)), true}
	} else if gap >= 0 {
		low, high = b.edge(best, -MaxDrift), b.edge(best, MaxDrift)
	}
	begin, beginErr := b.middle(0, low, high)
	end, endErr := b.middle(length, low, high)
	rate := best
	if length > 0 {
		rate = slope((end - begin) / length)
	}
	return fit{line: b.line(begin, rate), err: time.Duration(math.Ceil(max(beginErr, endErr, -gap))) + rounding}
}

// grain is the resolution of a clock: a microsecond, since some systems have no finer
// one.
const grain = time.Microsecond

// rounding covers what is lost when a line's instants become whole nanoseconds.
const rounding = time.Nanosecond

// A band is the bounds on the difference between two clocks, the other minus this one,
// less base, by the time since first. All is in nanoseconds, and near zero so that
// floating point keeps whole numbers.
type band struct {
	first        protocol.Time
	base         time.Duration
	upper, lower []point
}

type point struct{ at, difference float64 }

// A slope is how much faster the other clock runs, as a fraction.
type slope float64

func (b *band) point(at protocol.Time, difference time.Duration) point {
	return point{float64(at - b.first), float64(difference - b.base)}
}

func (b *band) line(difference float64, rate slope) line {
	return line{b.first, b.first.Add(b.base + time.Duration(math.Round(difference))), float64(rate)}
}

// roof is the greatest difference possible at an instant for lines of a slope.
func (b *band) roof(at float64, s slope) float64 {
	least := math.Inf(1)
	for _, p := range b.upper {
		least = min(least, p.difference+float64(float64(s)*(at-p.at)))
	}
	return least
}

// floor is the least.
func (b *band) floor(at float64, s slope) float64 {
	most := math.Inf(-1)
	for _, p := range b.lower {
		most = max(most, p.difference+float64(float64(s)*(at-p.at)))
	}
	return most
}

// gap is the room between them; it is concave in the slope.
func (b *band) gap(s slope) float64 { return b.roof(0, s) - b.floor(0, s) }

// middle is the mean of the greatest and the least difference possible at an instant;
// half is its distance to either.
func (b *band) middle(at float64, low, high slope) (middle, half float64) {
	top := b.roof(at, greatest(func(s slope) float64 { return b.roof(at, s) }, low, high))
	bottom := b.floor(at, greatest(func(s slope) float64 { return -b.floor(at, s) }, low, high))
	return (top + bottom) / 2, max(top-bottom, 0) / 2
}

// halvings of an interval of slopes leave less than a nanosecond in a year.
const halvings = 60

// edge is the last possible slope on the way from a possible one to another slope.
func (b *band) edge(possible, to slope) slope {
	if b.gap(to) >= 0 {
		return to
	}
	for range halvings {
		if middle := (possible + to) / 2; b.gap(middle) >= 0 {
			possible = middle
		} else {
			to = middle
		}
	}
	return to // outside: a bound must not be too narrow
}

// greatest finds where a concave function is greatest, by thirds.
func greatest(f func(slope) float64, low, high slope) slope {
	for range 2 * halvings {
		third := (high - low) / 3
		if f(low+third) < f(high-third) {
			low += third
		} else {
			high -= third
		}
	}
	return (low + high) / 2
}
