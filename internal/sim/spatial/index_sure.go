package spatial

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// NearOrSure is Near for a caller whose points have moved since the snapshot by at most a
// known distance. It appends i for a point i whose snapshot lies within sureM of p, and ^i
// for one that lies beyond it but within reachM. Only the latter need an exact check: a
// sixth of the points when nodes may have moved a twenty-fifth of the range. With sureM
// below 0 every point needs one.
func (x *Index) NearOrSure(p orb.Point, sureM, reachM float64, out []int32) []int32 {
	if len(x.spots) == 0 || !(reachM >= 0) {
		return out
	}
	span := float64(reachM * slack)
	left, right := x.column(p[0]-span), x.column(p[0]+span)+1
	row, last := x.row(p[1]-span), x.row(p[1]+span)
	square, sure := reachM*reachM, sureM*sureM
	if sureM < 0 {
		sure = -1
	}
	px, py := p[0], p[1]
	n := len(out)
	for ; row <= last; row++ {
		at := row * x.columns
		run := x.spots[x.first[at+left]:x.first[at+right]]
		if cap(out)-n < len(run) {
			out = slices.Grow(out[:n], len(run))
		}
		free, found := out[n:cap(out)], 0 // written without branches, as in Near
		for i := range run {
			s := &run[i]
			dx, dy := s.x-px, s.y-py
			d := float64(dx*dx) + float64(dy*dy)
			free[found] = s.index ^ beyond(sure, d)
			if d <= square {
				found++
			}
		}
		n += found
	}
	return out[:n]
}

// beyond is -1 where d exceeds limit, else 0: the sign of their difference.
func beyond(limit, d float64) int32 {
	return int32(int64(math.Float64bits(limit-d)) >> 63)
}
