package roadmap

import (
	"math"

	"github.com/paulmach/orb"
)

// WGS 84 (NIMA TR8350.2, 2000, §3.2).
const (
	equatorM     = 6378137.0
	eccentricity = 0.00669437999014 // first, squared
)

// maxLatitude, in degrees: nearer to a pole meridians meet within a map.
const maxLatitude = 85

// cell is the side of the grid on which places lie, in metres.
const cell = 0.01

// plane touches the Earth where the map has its middle.
type plane struct {
	middle    orb.Point // degrees
	perDegree orb.Point // metres of a degree of longitude and of latitude there
	corner    orb.Point // cells from the middle to what becomes (1, 1)
}

// newPlane returns the plane for a map within a bound, in degrees.
func newPlane(bound orb.Bound) plane {
	p := plane{middle: bound.Center()}
	sin, cos := math.Sincos(p.middle[1] * math.Pi / 180)
	sin, cos = math.Round(sin*1e9)/1e9, math.Round(cos*1e9)/1e9 // machines differ in the last bit
	w := 1 - float64(eccentricity*sin*sin)
	across := equatorM / math.Sqrt(w)                           // radius of curvature in the prime vertical
	along := equatorM * (1 - eccentricity) / (w * math.Sqrt(w)) // and in the meridian
	p.perDegree = orb.Point{across * cos * math.Pi / 180, along * math.Pi / 180}
	p.corner = orb.Point{1, 1}
	low := p.cell(bound.Min)
	p.corner = orb.Point{1 - low[0] + 1, 1 - low[1] + 1}
	return p
}

// cell returns the cell of a point in degrees.
func (p plane) cell(at orb.Point) orb.Point {
	var out orb.Point
	for axis := range at {
		metres := (at[axis] - p.middle[axis]) * p.perDegree[axis]
		out[axis] = math.Round(metres/cell) + p.corner[axis]
	}
	return out
}

// place returns the middle of a cell in metres.
func place(c orb.Point) orb.Point { return orb.Point{c[0] / (1 / cell), c[1] / (1 / cell)} }
