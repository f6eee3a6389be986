package mobility

import (
	"math"

	"github.com/paulmach/orb"
)

// bendM is how far the points at which ways bend are from the lines of the walls, in
// metres: a millimetre more than nodes keep, so that rounding does not decide.
const bendM = clearanceM + 1e-3

// straightAngle is the sine of an angle below which a corner is taken as straight: over
// a wall of a kilometre it makes less than the millimetre above.
const straightAngle = 1e-6

// add takes an outline, and returns its walls that are in the world or beside it. It adds the
// points beside its corners; those that are not clear are left out later.
func (o *Obstacles) add(rings orb.Polygon) (walls []wall) {
	of := outline{rings, rings.Bound()}
	for _, ring := range rings { // the first ring need not be the outer one
		of.bound = of.bound.Union(ring.Bound())
	}
	near := o.world.Bound().Pad(2 * clearanceM)
	if !of.bound.Intersects(near) {
		return nil
	}
	o.outlines = append(o.outlines, of)
	for _, ring := range rings {
		var corners []orb.Point
		for _, p := range ring[1:] {
			if len(corners) == 0 || p != corners[len(corners)-1] {
				corners = append(corners, p)
			}
		}
		for i, p := range corners {
			before, after := corners[(i+len(corners)-1)%len(corners)], corners[(i+1)%len(corners)]
			if w := wallOf(before, p); (orb.Bound{Min: w.low, Max: w.high}).Intersects(near) {
				walls = append(walls, w)
			}
			if before != p && after != p {
				o.bends = append(o.bends, beside(before, p, after)...)
			}
		}
	}
	return walls
}

// beside returns the points at which a way bends round a corner, on the outer side of the
// angle of its walls. If that side is inside the obstacle they are not clear.
func beside(before, corner, after orb.Point) []orb.Point {
	d, e := unit(before, corner), unit(after, corner) // along both walls towards the corner
	cosine := float64(d[0]*e[0]) + float64(d[1]*e[1])
	sine := float64(d[0]*e[1]) - float64(d[1]*e[0])
	if cosine < 0 && math.Abs(sine) < straightAngle {
		return nil
	}
	if cosine <= 0 { // a right or obtuse corner: where the lines beside both walls meet
		middle := unit(orb.Point{}, orb.Point{d[0] + e[0], d[1] + e[1]})
		out := bendM / math.Sqrt((1-cosine)/2) // the sine of half the angle
		return []orb.Point{onGrid(orb.Point{corner[0] + float64(out*middle[0]), corner[1] + float64(out*middle[1])})}
	}
	turn := bendM // to the left of d and the right of e, which are the outer sides, or the other way
	if sine < 0 {
		turn = -bendM
	}
	return []orb.Point{
		onGrid(orb.Point{corner[0] + float64(bendM*d[0]) - float64(turn*d[1]), corner[1] + float64(bendM*d[1]) + float64(turn*d[0])}),
		onGrid(orb.Point{corner[0] + float64(bendM*e[0]) + float64(turn*e[1]), corner[1] + float64(bendM*e[1]) - float64(turn*e[0])}),
	}
}

// unit returns the direction from one place to another.
func unit(from, to orb.Point) orb.Point {
	way := orb.Point{to[0] - from[0], to[1] - from[1]}
	l := length(way)
	return orb.Point{way[0] / l, way[1] / l}
}

// onGrid rounds a place to micrometres.
func onGrid(p orb.Point) orb.Point {
	return orb.Point{math.Round(p[0]*1e6) / 1e6, math.Round(p[1]*1e6) / 1e6}
}
