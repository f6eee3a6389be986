package roadmap

import (
	"math"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/geo"
)

// cell is the side of the grid on which places lie, in metres.
const cell = 0.01

// project puts lines in degrees on the grid, as cells from (1, 1) on; top is the greatest
// cell in each direction.
func project(degrees []orb.LineString) (cells []orb.LineString, top orb.Point, err error) {
	bound := degrees[0].Bound()
	for _, line := range degrees {
		bound = bound.Union(line.Bound())
	}
	onPlane, _, err := geo.About(bound)
	if err != nil {
		return nil, orb.Point{}, err
	}
	low := orb.Point{math.Inf(1), math.Inf(1)}
	for _, line := range degrees {
		on := make(orb.LineString, len(line))
		for i, at := range line {
			p := onPlane(at)
			on[i] = orb.Point{math.Round(p[0] / cell), math.Round(p[1] / cell)}
			low = orb.Point{min(low[0], on[i][0]), min(low[1], on[i][1])}
		}
		cells = append(cells, on)
	}
	for _, line := range cells {
		for i := range line {
			line[i] = orb.Point{line[i][0] - low[0] + 1, line[i][1] - low[1] + 1}
			top = orb.Point{max(top[0], line[i][0]), max(top[1], line[i][1])}
		}
	}
	return cells, top, nil
}

// metres returns the middle of a cell.
func metres(c orb.Point) orb.Point { return orb.Point{c[0] / (1 / cell), c[1] / (1 / cell)} }
