package spatial

import (
	"slices"

	"github.com/paulmach/orb"
)

// Found is the result of a query: the indices of points, and in the same order the squared
// distance of each one's snapshot from the place, in square metres.
type Found struct {
	Points    []int32
	SquaresM2 []float64
}

// NearWithSquares is Near with the squared distances. It overwrites found. It is for
// callers who need no exact positions of distant points.
func (x *Index) NearWithSquares(p orb.Point, reachM float64, found *Found) {
	out, squares := found.Points[:0], found.SquaresM2[:0]
	if len(x.spots) == 0 || !(reachM >= 0) {
		found.Points, found.SquaresM2 = out, squares
		return
	}
	span := float64(reachM * slack)
	left, right := x.column(p[0]-span), x.column(p[0]+span)+1
	row, last := x.row(p[1]-span), x.row(p[1]+span)
	square := reachM * reachM
	px, py := p[0], p[1]
	n := 0
	for ; row <= last; row++ {
		at := row * x.columns
		run := x.spots[x.first[at+left]:x.first[at+right]]
		if min(cap(out), cap(squares))-n < len(run) {
			out, squares = slices.Grow(out[:n], len(run)), slices.Grow(squares[:n], len(run))
		}
		free, far, within := out[n:n+len(run)], squares[n:n+len(run)], 0 // written without branches, as in Near
		for i := range run {
			s := &run[i]
			dx, dy := s.x-px, s.y-py
			d := float64(dx*dx) + float64(dy*dy)
			free[within], far[within] = s.index, d
			if d <= square {
				within++
			}
		}
		n += within
	}
	found.Points, found.SquaresM2 = out[:n], squares[:n]
}
