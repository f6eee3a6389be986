package radio

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// An Index finds the points near a place: a uniform grid over a snapshot.
type Index struct {
	wantM      float64
	inverse    float64
	minX, minY float64
	columns    int
	rows       int
	first      []int32
	spots      []spot
	cells      []int32
}

type spot struct {
	x, y  float64
	index int32
}

// NewIndex gives an empty index.
func NewIndex(cellM float64) *Index { return &Index{wantM: cellM} }

// Rebuild takes a new snapshot.
func (x *Index) Rebuild(points []orb.Point, present []bool) {
	count := 0
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i, p := range points {
		if !present[i] {
			continue
		}
		count++
		minX, maxX = min(minX, p[0]), max(maxX, p[0])
		minY, maxY = min(minY, p[1]), max(maxY, p[1])
	}
	x.spots = slices.Grow(x.spots[:0], count)[:count]
	if count == 0 {
		return
	}
	cell := x.wantM
	for math.Floor((maxX-minX)/cell+1)*math.Floor((maxY-minY)/cell+1) > float64(4*count+64) {
		cell *= 2
	}
	x.minX, x.minY, x.inverse = minX, minY, 1/cell
	x.columns = int((maxX-minX)/cell) + 1
	x.rows = int((maxY-minY)/cell) + 1
	n := x.columns*x.rows + 1
	x.first = slices.Grow(x.first[:0], n)[:n]
	clear(x.first)
	x.cells = slices.Grow(x.cells[:0], len(points))[:len(points)]
	for i, p := range points {
		if present[i] {
			c := x.row(p[1])*x.columns + x.column(p[0])
			x.cells[i] = int32(c)
			x.first[c]++
		}
	}
	var sum int32
	for i, k := range x.first {
		x.first[i] = sum
		sum += k
	}
	for i, p := range points {
		if present[i] {
			at := &x.first[x.cells[i]]
			x.spots[*at] = spot{p[0], p[1], int32(i)}
			*at++
		}
	}
	copy(x.first[1:], x.first)
	x.first[0] = 0
}

func (x *Index) column(at float64) int {
	return min(max(int((at-x.minX)*x.inverse), 0), x.columns-1)
}

func (x *Index) row(at float64) int {
	return min(max(int((at-x.minY)*x.inverse), 0), x.rows-1)
}

// Near appends the indices of the points within reach of p.
func (x *Index) Near(p orb.Point, reachM float64, out []int32) []int32 {
	if len(x.spots) == 0 {
		return out
	}
	square := reachM * reachM
	c0, c1 := x.column(p[0]-reachM), x.column(p[0]+reachM)
	for r := x.row(p[1] - reachM); r <= x.row(p[1]+reachM); r++ {
		for _, s := range x.spots[x.first[r*x.columns+c0]:x.first[r*x.columns+c1+1]] {
			if DistanceSquared(p, orb.Point{s.x, s.y}) <= square {
				out = append(out, s.index)
			}
		}
	}
	return out
}
