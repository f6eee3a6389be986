package mobility

import (
	"math"
	"math/rand/v2"

	"github.com/paulmach/orb"
)

// Draws that need more than one uniform number. Those that a square root can
// make are the same on every machine; the others are rounded, see the package
// comment.

// inDisc returns a point uniform in the unit disc, never its centre, and its
// distance from there.
func inDisc(r *rand.Rand) (p orb.Point, distance float64) {
	for { // π points in four are taken
		p = orb.Point{float64(2*r.Float64()) - 1, float64(2*r.Float64()) - 1}
		if distance = length(p); distance > 0 && distance <= 1 {
			return p, distance
		}
	}
}

// heading returns a direction, uniform on the unit circle.
func heading(r *rand.Rand) orb.Point {
	p, distance := inDisc(r)
	return orb.Point{p[0] / distance, p[1] / distance}
}

// normals returns two independent numbers of the standard normal distribution,
// by the polar method of G. Marsaglia and T. A. Bray, "A Convenient Method for
// Generating Normal Variables", SIAM Review 6(3), 1964.
func normals(r *rand.Rand) (a, b float64) {
	p, distance := inDisc(r)
	square := distance * distance
	scale := math.Sqrt(-2 * rounded(math.Log(square)) / square)
	return p[0] * scale, p[1] * scale
}

// powerLaw returns a number from low to high whose density falls as
// x^-(1+exponent), by inversion. It is not rounded.
func powerLaw(r *rand.Rand, low, high, exponent float64) float64 {
	tail := math.Pow(low/high, exponent)
	x := low * math.Pow(1-float64(r.Float64()*(1-tail)), -1/exponent)
	return min(max(x, low), high)
}

// rounded keeps nine decimals of a logarithm, sine or cosine, far fewer than the
// machines agree on.
func rounded(x float64) float64 { return math.Round(x*1e9) / 1e9 }
