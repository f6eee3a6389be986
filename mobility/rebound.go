package mobility

import (
	"math"

	"github.com/paulmach/orb"
)

// rover is a mover that goes by displacements. The borders of its world reflect it as a
// mirror reflects light.
type rover struct {
	mover
	way      orb.Point // metres, the displacement that is left
	speed    float64   // m/s
	mirrored [2]bool   // whether the way is now mirrored along x, along y
}

// advance returns the leg to where the way ends or meets a border, or false if no way is
// left.
func (r *rover) advance(w Area) (l Leg, under bool) {
	for length(r.way) >= micrometre {
		if to := r.next(w); to != r.at {
			return r.goTo(to, r.speed), true
		}
	}
	return Leg{}, false
}

// cut keeps a part of the way, from 0 to 1: what is left at time 0 of a way begun before.
func (r *rover) cut(part float64) {
	r.way = orb.Point{r.way[0] * part, r.way[1] * part}
}

// next removes the first straight part from the way and returns the place where that part
// ends, in metres. If that is at a border, it mirrors the rest of the way. Borders are a
// micrometre inside the world's, so that rounding never puts a node out of the world. A node
// within a micrometre of a border counts as being at it.
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
