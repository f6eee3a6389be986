// Package geo converts longitude and latitude to metres on a plane that touches the Earth,
// and back.
//
// It assumes the ellipsoid WGS84 and a world small enough to be flat. A [Plane] is the
// local tangent plane: x points east, y north, and heights above or below the plane are
// dropped. It never uses Mercator's projection, in which a metre at 51° is 1.59 on the
// map.
//
// Units: degrees in, metres out, rounded to a micrometre, so that a sine whose last bit
// differs between machines decides no link.
//
// # Error
//
// At a distance d from the centre a radial length is shortened by the factor cos(d/R), and
// a length across the radius is exact. So the relative error of a distance is at most
// d²/2R², with R = 6335 km, the least radius of curvature of the ellipsoid: 1.3·10⁻⁶ at 10
// km, 3.2·10⁻⁵ at 50 km, 1.3·10⁻⁴ at 100 km, 3.2·10⁻³ at [reach]. A place beyond that is
// refused.
//
// The formulas from geodetic to Earth-centred to local coordinates are from B.
// Hofmann-Wellenhof, H. Lichtenegger and J. Collins, "GPS: Theory and Practice", Springer,
// chapter 10. The way back solves the quadratic equation of the ellipsoid along the plane's
// normal, so nothing is iterated.
package geo

import (
	"errors"
	"fmt"
	"math"

	"github.com/paulmach/orb"
)

const (
	// WGS84: semi-major axis in metres and flattening, as the U.S. National
	// Geospatial-Intelligence Agency's NGA.STND.0036 defines them.
	axis       = 6378137.0
	flattening = 1 / 298.257223563

	squash = flattening * (2 - flattening) // eccentricity squared
	polar  = 1 - squash                    // (b/a)²

	// Reach, in metres, is how far from the centre a place may be: half of the
	// greatest world.
	reach = 500e3
)

// A Plane touches the Earth at its centre.
type Plane struct {
	centre           orb.Point // degrees
	origin           [3]float64
	east, north, out [3]float64
}

// NewPlane returns the plane that touches the Earth at a longitude and latitude
// in degrees.
func NewPlane(centre orb.Point) (*Plane, error) {
	if !(math.Abs(centre[0]) <= 180 && math.Abs(centre[1]) <= 90) {
		return nil, fmt.Errorf("%g, %g: want a longitude within ±180 and a latitude within ±90 degrees", centre[0], centre[1])
	}
	sinLon, cosLon := math.Sincos(radians(centre[0]))
	sinLat, cosLat := math.Sincos(radians(centre[1]))
	return &Plane{
		centre: centre,
		origin: cartesian(centre),
		east:   [3]float64{-sinLon, cosLon, 0},
		north:  [3]float64{-sinLat * cosLon, -sinLat * sinLon, cosLat},
		out:    [3]float64{cosLat * cosLon, cosLat * sinLon, sinLat},
	}, nil
}

// Centre is where the plane touches, in degrees.
func (p *Plane) Centre() orb.Point { return p.centre }

// ErrFar is the cause of the error of places that are too far apart for one plane.
var ErrFar = errors.New("too far from the centre to be on one plane")

// Metres returns where a longitude and latitude in degrees lie on the plane.
func (p *Plane) Metres(place orb.Point) (orb.Point, error) {
	at := cartesian(place)
	for i := range at {
		at[i] -= p.origin[i]
	}
	x, y, z := dot(at, p.east), dot(at, p.north), dot(at, p.out)
	if math.Sqrt(dot(at, at)) > reach || z < -reach {
		return orb.Point{}, fmt.Errorf("%g, %g: %w: more than %g km from %g, %g", place[0], place[1], ErrFar, reach/1e3, p.centre[0], p.centre[1])
	}
	return orb.Point{micrometres(x), micrometres(y)}, nil
}

// Degrees returns the longitude and latitude of a place on the plane, in metres. A place
// beyond the edge of the Earth is an error.
func (p *Plane) Degrees(place orb.Point) (orb.Point, error) {
	var foot [3]float64
	for i := range foot {
		foot[i] = p.origin[i] + float64(p.east[i]*place[0]) + float64(p.north[i]*place[1])
	}
	// (x² + y²)/a² + z²/b² = 1 along foot + u·out, scaled by a².
	scale := [3]float64{1, 1, 1 / polar}
	var a, b, c float64
	for i := range foot {
		a += float64(scale[i] * p.out[i] * p.out[i])
		b += float64(scale[i] * p.out[i] * foot[i])
		c += float64(scale[i] * foot[i] * foot[i])
	}
	c -= axis * axis
	under := float64(b*b) - float64(a*c)
	if math.Hypot(place[0], place[1]) > 2*reach || under < 0 {
		return orb.Point{}, fmt.Errorf("%g m east and %g m north: %w", place[0], place[1], ErrFar)
	}
	u := -c / (b + math.Sqrt(under)) // the root near 0, in a form without cancellation
	for i := range foot {
		foot[i] += float64(u * p.out[i])
	}
	lat := math.Atan2(foot[2], polar*math.Hypot(foot[0], foot[1]))
	return orb.Point{math.Atan2(foot[1], foot[0]) * 180 / math.Pi, lat * 180 / math.Pi}, nil
}

// cartesian returns the Earth-centred coordinates, in metres, of a place on the ellipsoid.
func cartesian(place orb.Point) [3]float64 {
	sinLon, cosLon := math.Sincos(radians(place[0]))
	sinLat, cosLat := math.Sincos(radians(place[1]))
	n := axis / math.Sqrt(1-float64(squash*sinLat*sinLat))
	return [3]float64{n * cosLat * cosLon, n * cosLat * sinLon, n * polar * sinLat}
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }

func micrometres(m float64) float64 { return math.Round(m*1e6) / 1e6 }

func dot(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}
