package mobility

import (
	"math"

	"github.com/paulmach/orb"
)

// outline is an obstacle, and the rectangle around it.
type outline struct {
	rings orb.Polygon
	bound orb.Bound
}

// holds reports whether a place is inside, by the crossings of a line from there eastwards.
func (o *outline) holds(p orb.Point) bool {
	if !o.bound.Contains(p) {
		return false
	}
	inside := false
	for _, ring := range o.rings {
		for i := 1; i < len(ring); i++ {
			a, b := ring[i-1], ring[i]
			if (a[1] > p[1]) == (b[1] > p[1]) {
				continue
			}
			if left := side(a, b, p); left > 0 == (b[1] > a[1]) && left != 0 {
				inside = !inside
			}
		}
	}
	return inside
}

// wall is a side of an outline.
type wall struct {
	a, b      orb.Point
	low, high orb.Point // of the rectangle of all places that are too near, or almost
}

func wallOf(a, b orb.Point) wall {
	return wall{a, b,
		orb.Point{min(a[0], b[0]) - clearanceM, min(a[1], b[1]) - clearanceM},
		orb.Point{max(a[0], b[0]) + clearanceM, max(a[1], b[1]) + clearanceM}}
}

const (
	clearance2 = clearanceM * clearanceM
	surely2    = clearance2 * 1.0001 // rounding is far less
)

// blocks reports whether the straight way from p to q comes nearer to the wall than
// clearanceM.
func (w *wall) blocks(p, q orb.Point) bool {
	if max(p[0], q[0]) <= w.low[0] || min(p[0], q[0]) >= w.high[0] || max(p[1], q[1]) <= w.low[1] || min(p[1], q[1]) >= w.high[1] {
		return false
	}
	toA, toB := side(p, q, w.a), side(p, q, w.b)
	if toA > 0 == (toB > 0) {
		near := min(math.Abs(toA), math.Abs(toB))
		if float64(near*near) > float64(surely2*square(p, q)) {
			return false // the whole line is far enough from the wall
		}
	}
	return cross(p, q, w.a, w.b) ||
		distance2(p, w.a, w.b) < clearance2 || distance2(q, w.a, w.b) < clearance2 ||
		distance2(w.b, p, q) < clearance2 // a is the b of the wall before
}

// clear reports whether a place is in the world, outside all obstacles and not nearer to a
// wall than clearanceM.
func (o *Obstacles) clear(p orb.Point) bool {
	inner := o.world.Inset(micrometre).Bound()
	if !inner.Contains(p) {
		return false
	}
	for _, w := range o.cells.at(p) {
		if distance2(p, w.a, w.b) < clearance2 {
			return false
		}
	}
	for i := range o.outlines {
		if o.outlines[i].holds(p) {
			return false
		}
	}
	return true
}

// side returns on which side of the line from a to b a place lies: twice the area of the
// triangle, more than 0 on the left.
func side(a, b, p orb.Point) float64 {
	return float64((b[0]-a[0])*(p[1]-a[1])) - float64((b[1]-a[1])*(p[0]-a[0]))
}

// cross reports whether two segments cross inside both.
func cross(a, b, c, d orb.Point) bool {
	return differ(side(a, b, c), side(a, b, d)) && differ(side(c, d, a), side(c, d, b))
}

// differ reports whether two numbers are on different sides of 0.
func differ(a, b float64) bool { return a > 0 && b < 0 || a < 0 && b > 0 }

// square returns the square of the distance of two places, in m².
func square(a, b orb.Point) float64 {
	x, y := b[0]-a[0], b[1]-a[1]
	return float64(x*x) + float64(y*y)
}

// distance2 returns the square of the distance of a place from a segment, in m².
func distance2(p, a, b orb.Point) float64 {
	along := orb.Point{b[0] - a[0], b[1] - a[1]}
	whole := square(a, b)
	if whole == 0 {
		return square(p, a)
	}
	t := (float64((p[0]-a[0])*along[0]) + float64((p[1]-a[1])*along[1])) / whole
	t = min(max(t, 0), 1)
	return square(p, orb.Point{a[0] + float64(t*along[0]), a[1] + float64(t*along[1])})
}
