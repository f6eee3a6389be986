package mobility

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/paulmach/orb"
)

// stop is a place where a way may begin or end.
type stop struct {
	at   orb.Point
	gate int // a bend to which a straight way leads
}

// draw returns a place uniform in the part of the world that nodes can reach.
func (o *Obstacles) draw(r *rand.Rand) stop {
	for {
		p := o.world.draw(r)
		if !o.clear(p) {
			continue
		}
		if gate := o.gate(p); gate >= 0 {
			return stop{p, gate}
		}
	}
}

// gate returns the nearest bend to which a straight way leads, -1 if no bend is such.
func (o *Obstacles) gate(p orb.Point) int { return o.gateOf(p, o.bends) }

// gateOf is that among the given bends.
func (o *Obstacles) gateOf(p orb.Point, bends []orb.Point) int {
	squares := make([]float64, len(bends))
	for i, b := range bends {
		squares[i] = square(p, b)
	}
	for range squares {
		nearest := 0
		for i, s := range squares {
			if s < squares[nearest] {
				nearest = i
			}
		}
		if o.straight(p, bends[nearest]) {
			return nearest
		}
		squares[nearest] = math.Inf(1)
	}
	return -1
}

// along returns the length of the way through the gates of two stops, in metres. The shortest
// way is not longer.
func (o *Obstacles) along(from, to stop) float64 {
	return o.through(from.at, to.at, [2]int{from.gate, to.gate})
}

// through returns the length of the way from p by the bends ends[0] to ends[1] to q, in metres.
func (o *Obstacles) through(p, q orb.Point, ends [2]int) float64 {
	first, last := o.bends[ends[0]], o.bends[ends[1]]
	return math.Sqrt(square(p, first)) + o.far[ends[0]*len(o.bends)+ends[1]] + math.Sqrt(square(last, q))
}

// A route is a way between two stops: the bends at its ends and its length. Without bends
// it is straight.
type route struct {
	ends     [2]int // the first and the last bend
	straight bool
	metres   float64
}

// shortest returns the shortest way. Of equal ones it is the way of the lowest numbers of bends.
func (o *Obstacles) shortest(from, to stop) route {
	if o.straight(from.at, to.at) {
		return route{straight: true, metres: math.Sqrt(square(from.at, to.at))}
	}
	best := route{ends: [2]int{from.gate, to.gate}, metres: o.along(from, to)}
	var firsts, lasts []int
	for i, b := range o.bends {
		if math.Sqrt(square(from.at, b))+math.Sqrt(square(b, to.at)) > best.metres {
			continue
		}
		if o.straight(from.at, b) {
			firsts = append(firsts, i)
		}
		if o.straight(b, to.at) {
			lasts = append(lasts, i)
		}
	}
	for _, i := range firsts {
		for _, k := range lasts {
			if metres := o.through(from.at, to.at, [2]int{i, k}); metres < best.metres {
				best = route{ends: [2]int{i, k}, metres: metres}
			}
		}
	}
	return best
}

// appendWay appends the places after the first of a way: its bends, and where it ends.
func (o *Obstacles) appendWay(places []orb.Point, of route, to orb.Point) []orb.Point {
	if !of.straight {
		n := len(o.bends)
		for i := of.ends[0]; ; i = int(o.next[i*n+of.ends[1]]) {
			places = append(places, o.bends[i])
			if i == of.ends[1] {
				break
			}
		}
	}
	return append(places, to)
}

// join leaves out bends that nodes cannot reach, and finds the ways between the others.
func (o *Obstacles) join() error {
	kept := o.bends[:0]
	for _, b := range o.bends {
		if o.clear(b) && !slices.Contains(kept, b) {
			kept = append(kept, b)
		}
	}
	if o.bends = kept; len(kept) > maxBends {
		return fmt.Errorf("ways bend at %d points beside their corners, at most %d allowed: leave out what is far away, or simplify outlines", len(kept), maxBends)
	}
	o.keepLargest(o.pieces())
	if o.reached < leastReached {
		return fmt.Errorf("they leave %.2g %% of the world to nodes that keep %g m from walls, at least %g %% needed", 100*o.reached, clearanceM, 100*leastReached)
	}
	o.measure()
	return nil
}
