package formats

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/movetrace"
)

// nowhere are numbers by which logs say that there is no place, in both coordinates.
var nowhere = []float64{999, 9999, 99999, 999999, 32767, 32768, 65535}

// doubtSentinels notes fixes at such numbers, if no other is near: a node would fly there and back.
func doubtSentinels(t *movetrace.Trace, in Input) {
	if t.Anchor().OnEarth {
		return
	}
	count, fixes, first := 0, 0, orb.Point{}
	others := orb.Bound{Min: orb.Point{math.Inf(1), math.Inf(1)}, Max: orb.Point{math.Inf(-1), math.Inf(-1)}}
	for node := 1; node <= t.Nodes(); node++ {
		for f := range t.Fixes(node) {
			if f.Away {
				continue
			}
			f.Place = micrometres(f.Place)
			if fixes++; !isNowhere(f.Place) {
				others = others.Extend(f.Place)
			} else if count++; count == 1 {
				first = f.Place
			}
		}
	}
	if count > 0 && count < fixes && !others.Contains(first) && (first != orb.Point{-1, -1} || others.Min[0] >= 0 && others.Min[1] >= 0) {
		in.file().Remark("%d fixes are at %s: if that says that there is no place, delete their rows", count, fmt.Sprintf("%g, %g", first[0], first[1]))
	}
}

// isNowhere reports whether both coordinates are such a number, or -1.
func isNowhere(p orb.Point) bool {
	if p[0] != p[1] {
		return false
	}
	for _, n := range nowhere {
		if math.Abs(p[0]) == n {
			return true
		}
	}
	return p[0] == -1 || p[0] == -99
}

const (
	// zeroTimes is how many times faster the ways to 0, 0 are than all others, if nobody was there.
	zeroTimes = 3

	// zeroM is a speed in m/s that such a way has at least.
	zeroM = 10

	// zeroAway is how far 0, 0 is from all other places, as a part of their extent.
	zeroAway = 0.25
)

// ways are the greatest speeds of nodes to and from 0, 0, and elsewhere.
type ways struct {
	zeros, others    int // fixes
	there, elsewhere float64
	box              orb.Bound // of the others
}

// doubtZeros notes fixes at 0, 0 in metres, by which receivers without a place say so, if they are far from
// all others, and nodes that move elsewhere too reach them much faster.
func doubtZeros(t *movetrace.Trace, in Input) {
	if t.Anchor().OnEarth {
		return
	}
	w := ways{box: orb.Bound{Min: orb.Point{math.Inf(1), math.Inf(1)}, Max: orb.Point{math.Inf(-1), math.Inf(-1)}}}
	for node := 1; node <= t.Nodes(); node++ {
		w.add(t, node)
	}
	away := math.Hypot(max(w.box.Min[0], -w.box.Max[0], 0), max(w.box.Min[1], -w.box.Max[1], 0))
	extent := math.Hypot(w.box.Max[0]-w.box.Min[0], w.box.Max[1]-w.box.Min[1])
	if w.zeros > 0 && w.zeros < w.others && away > zeroAway*extent && w.elsewhere > 0 && w.there > max(zeroM, zeroTimes*w.elsewhere) {
		in.file().Remark("%d fixes are at 0, 0, and are reached at %.3g m/s: if that says that there is no place, delete their rows", w.zeros, w.there)
	}
}

// add adds the ways of a node.
func (w *ways) add(t *movetrace.Trace, node int) {
	var last movetrace.Fix
	known := false
	for f := range t.Fixes(node) {
		if f.Away {
			known = false
			continue
		}
		f.Place = micrometres(f.Place)
		zero := f.Place == orb.Point{}
		if zero {
			w.zeros++
		} else {
			w.others++
			w.box = w.box.Extend(f.Place)
		}
		if known && f.At > last.At && f.Place != last.Place {
			speed := math.Hypot(f.Place[0]-last.Place[0], f.Place[1]-last.Place[1]) / (f.At - last.At).Seconds()
			if zero || last.Place == (orb.Point{}) {
				w.there = max(w.there, speed)
			} else {
				w.elsewhere = max(w.elsewhere, speed)
			}
		}
		last, known = f, true
	}
}

// micrometres rounds a place, which is the end of a leg and perhaps not that of the file in its last bit.
func micrometres(p orb.Point) orb.Point {
	const each = 1e6
	return orb.Point{math.Round(p[0]*each) / each, math.Round(p[1]*each) / each}
}
