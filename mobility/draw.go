package mobility

import (
	"math"
	"math/rand/v2"

	"github.com/paulmach/orb"
)

// Draws that need more than one uniform number. Those that need only a square root
// are the same on every machine; the others are rounded, see the package
// comment.

// inDisc returns a point uniform in the unit disc, never its centre, and its
// distance from there.
func inDisc(r *rand.Rand) (p orb.Point, distance float64) {
	for { // a share of π/4 of the points is accepted
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

// A powerLaw is the distribution on [low, high] whose density falls as
// x^-(1+exponent). If an action of parameter x lasts for a time proportional to x^q, then x
// of the action under way at a random instant has this distribution with the exponent
// reduced by q.
type powerLaw struct{ low, high, exponent float64 }

// draw returns a number of the distribution, by inversion. It is not rounded.
func (p powerLaw) draw(r *rand.Rand) float64 {
	u := r.Float64()
	if math.Abs(p.exponent) < 1e-6 { // the limit of the formula below at an exponent of 0
		return min(max(p.low*math.Pow(p.high/p.low, u), p.low), p.high)
	}
	tail := math.Pow(p.low/p.high, p.exponent)
	x := p.low * math.Pow(1-float64(u*(1-tail)), -1/p.exponent)
	return min(max(x, p.low), p.high)
}

// moment returns the mean of x^q.
func (p powerLaw) moment(q float64) float64 {
	if p.low == p.high {
		return math.Pow(p.low, q)
	}
	return p.integral(q) / p.integral(0)
}

// integral returns the integral of x^(q-1-exponent) from low to high.
func (p powerLaw) integral(q float64) float64 {
	if e := q - p.exponent; math.Abs(e) >= 1e-6 {
		return (math.Pow(p.high, e) - math.Pow(p.low, e)) / e
	}
	return math.Log(p.high / p.low)
}

// rounded rounds a logarithm, sine or cosine to nine decimals. All machines agree on
// far more.
func rounded(x float64) float64 { return math.Round(x*1e9) / 1e9 }
