package spatial

import "slices"

// A Ring is the distances between two, both included.
type Ring struct{ LeastM, MostM float64 }

// Pairs calls visit for each point of the snapshot, with those in a ring about it that it
// has not been paired with before: every pair once, at half the cost of a query for each
// point. It ends early when visit returns false. It returns the buffer that holds the
// others, for use in the next call.
func (x *Index) Pairs(r Ring, buffer []int32, visit func(i int32, others []int32) (goOn bool)) []int32 {
	if len(x.spots) == 0 || !(r.MostM >= 0) {
		return buffer
	}
	span, squares := float64(r.MostM*slack), Ring{max(r.LeastM, 0) * max(r.LeastM, 0), r.MostM * r.MostM}
	for row := range x.rows {
		at := row * x.columns
		for k := x.first[at]; k < x.first[at+x.columns]; k++ {
			s := x.spots[k]
			left, right := x.column(s.x-span), x.column(s.x+span)+1
			// First the points behind it in its own row, then the rows above.
			out := within(x.spots[k+1:max(x.first[at+right], k+1)], s, squares, buffer[:0])
			for above, last := row+1, x.row(s.y+span); above <= last; above++ {
				first := above * x.columns
				out = within(x.spots[x.first[first+left]:x.first[first+right]], s, squares, out)
			}
			buffer = out
			if !visit(s.index, out) {
				return buffer
			}
		}
	}
	return buffer
}

// within appends the indices of the spots of a run whose squared distance from one lies in a
// ring. Written without branches, as in Near.
func within(run []spot, of spot, squares Ring, out []int32) []int32 {
	n := len(out)
	if cap(out)-n < len(run) {
		out = slices.Grow(out, len(run))
	}
	free, found := out[n:cap(out)], 0
	for i := range run {
		s := &run[i]
		dx, dy := s.x-of.x, s.y-of.y
		free[found] = s.index
		if d := float64(dx*dx) + float64(dy*dy); d <= squares.MostM && d >= squares.LeastM {
			found++
		}
	}
	return out[:n+found]
}
