package figure

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

	"bellwether/internal/draw/table"
)

// A scale maps values to places on the page.
type scale struct {
	lo, hi   float64
	from, to vg.Length
	kind     Scale
}

func (s scale) at(v float64) vg.Length {
	if s.kind == Log {
		// Values of 0 or less have no place on it, and are drawn at its edge.
		v = max(v, s.lo)
		return s.from + vg.Length(math.Log(v/s.lo)/math.Log(s.hi/s.lo))*(s.to-s.from)
	}
	return s.from + vg.Length((v-s.lo)/(s.hi-s.lo))*(s.to-s.from)
}

// ticks returns round values of an axis within an extent, about as many as wanted.
func (a Axis) ticks(e extent, want int) []tick {
	if a.Scale == Log {
		return logTicks(e.lo, e.hi, want)
	}
	return ticks(e.lo, e.hi, want)
}

// logTicks returns powers of ten, and 2 and 5 times these if there are few.
func logTicks(lo, hi float64, want int) []tick {
	if !(lo > 0) || !(hi > lo) || want < 1 {
		return nil
	}
	const rounding = 1e-9 // error of a whole power
	first, last := math.Floor(math.Log10(lo)), math.Ceil(math.Log10(hi))
	every := max(math.Ceil((last-first)/float64(want)), 1)
	steps := []float64{1}
	if math.Log10(hi/lo)*3 <= float64(want)+1 {
		steps = []float64{1, 2, 5}
	}
	var out []tick
	for e := first; e <= last; e += every {
		for _, m := range steps {
			v := m * math.Pow(10, e)
			if v >= lo*(1-rounding) && v <= hi*(1+rounding) {
				out = append(out, tick{v, tickLabel(v, max(int(-e), 0))})
			}
		}
	}
	if len(out) < 2 && want > 1 {
		return ticks(lo, hi, want) // within one power of ten
	}
	return out
}

// A tick is a value that is written on an axis.
type tick struct {
	value float64
	label string
}

// ticks returns round values within [lo, hi], about as many as wanted: steps are 1,
// 2 or 5 times a power of ten.
func ticks(lo, hi float64, want int) []tick {
	if !(hi > lo) || want < 1 {
		return nil
	}
	const rounding = 1e-9 // error of a whole number
	raw := (hi - lo) / float64(want)
	exponent := int(math.Floor(math.Log10(raw)))
	step := math.Pow10(exponent)
	switch m := raw / step; {
	case m > 5+rounding:
		step *= 10
		exponent++
	case m > 2+rounding:
		step *= 5
	case m > 1+rounding:
		step *= 2
	}
	// Values are whole numbers of steps, so that none is 0.30000000000000004.
	first, last := math.Ceil(lo/step-rounding), math.Floor(hi/step+rounding)
	var out []tick
	for i := first; i <= last && len(out) <= 2*want+2; i++ {
		i += 0 // no minus zero
		out = append(out, tick{i * step, tickLabel(i*step, max(-exponent, 0))})
	}
	return out
}

// tickLabel returns a value with a number of decimals, or as a power of ten if that
// would be too long.
func tickLabel(v float64, decimals int) string {
	if a := math.Abs(v); decimals > 4 || a >= 1e6 {
		text := strconv.FormatFloat(v, 'g', 6, 64)
		return strings.Replace(strings.Replace(text, "e+0", "e", 1), "e-0", "e-", 1)
	}
	return table.Number(v, decimals)
}

func tickLabels(list []tick) []string {
	var out []string
	for _, t := range list {
		out = append(out, t.label)
	}
	return out
}

// An extent is a range of values.
type extent struct{ lo, hi float64 }

// nothing returns the extent of no values.
func nothing() extent { return extent{math.Inf(1), math.Inf(-1)} }

func (e *extent) add(v float64) { e.lo, e.hi = min(e.lo, v), max(e.hi, v) }

// on adds a value as an axis shows it, if it has a place there.
func (e *extent) on(a Axis, v float64) {
	if v = a.of(v); a.Scale != Log || v > 0 {
		e.add(v)
	}
}

// shownOn returns the extent that an axis shows. A logarithmic axis never shows zero.
func (e extent) shownOn(a Axis) extent {
	if a.Scale != Log {
		return e.shown()
	}
	if e.hi < e.lo*1.01 {
		e.lo, e.hi = e.lo/2, e.hi*2
	}
	return e
}

// shown returns the extent that a linear axis shows: with zero unless all values are
// above half of the greatest, and with some room if all values are equal.
func (e extent) shown() extent {
	if e.lo > 0 && e.lo < e.hi/2 {
		e.lo = 0
	}
	if e.hi < 0 && e.hi > e.lo/2 {
		e.hi = 0
	}
	return e.wide()
}

// wide returns an extent that is not narrower than the precision of its numbers.
func (e extent) wide() extent {
	least := max(math.Abs(e.lo), math.Abs(e.hi)) * 1e-6
	if least == 0 {
		least = 1
	}
	if e.hi-e.lo < least {
		middle := e.lo + (e.hi-e.lo)/2
		half := max(math.Abs(middle)*0.1, least)
		e.lo, e.hi = middle-half, middle+half
		if middle == 0 {
			e.lo = 0
		}
	}
	return e
}

// greatest bounds the values that are drawn: beyond it sums of squares overflow, and no
// quantity of a network is so large.
const greatest = 1e100

// drawable reports whether v is a number that a figure can show.
func drawable(v float64) bool { return math.Abs(v) <= greatest }
