package mobility

import (
	"math"

	"github.com/paulmach/orb"
)

// rover is a mover that goes by displacements, which the borders of its world
// reflect as a mirror does light.
type rover struct {
	mover
	way      orb.Point // metres, still to go
	speed    float64   // m/s
	mirrored [2]bool   // along x, along y: the way was turned about so far
}

// advance returns the leg to where the way ends or meets a border, or reports
// that nothing is left to go.
func (r *rover) advance(w Area) (l Leg, under bool) {
	for length(r.way) >= micrometre {
		if to := r.next(w); to != r.at {
			return r.goTo(to, r.speed), true
		}
	}
	return Leg{}, false
}

// cut leaves a part of the way, of one that was begun before time 0.
func (r *rover) cut(part float64) {
	r.way = orb.Point{r.way[0] * part, r.way[1] * part}
}

// next takes the straight part of the way off it, turns the rest about at the
// border that was met, and returns where that is, in metres. Borders are a
// micrometre inside, so that rounding never puts a node out of the world, and
// a node within a micrometre of a border counts as being there.
func (r *rover) next(w Area) orb.Point {
	bound := w.Inset(micrometre).Bound()
	part := 1.0
	var until [2]float64 // the part of the way at which a border is met
	for axis, way := range r.way {
		room := bound.Max[axis] - r.at[axis]
		if way < 0 {
			room = r.at[axis] - bound.Min[axis]
		}
		if room < micrometre {
			room = 0
		}
		until[axis] = math.Inf(1)
		if way = math.Abs(way); way > room {
			until[axis] = room / way
		}
		part = min(part, until[axis])
	}
	to := r.at
	for axis, way := range r.way {
		if part > 0 {
			to[axis] += float64(way * part)
			to[axis] = min(max(to[axis], bound.Min[axis]), bound.Max[axis])
		}
		r.way[axis] = way * (1 - part)
		if until[axis] <= part {
			r.way[axis] = -r.way[axis]
			r.mirrored[axis] = !r.mirrored[axis]
		}
	}
	return to
}
