package grid

import "slices"

// Pairs calls visit for each point of the snapshot, with those within reachM of it (the
// rim included) that it has not been paired with before: every pair once, at half the cost
// of a query for each point. It ends early when visit returns false. It returns the buffer
// that holds the others, for use in the next call.
func (x *Index) Pairs(reachM float64, buffer []int32, visit func(i int32, others []int32) (goOn bool)) []int32 {
	if len(x.spots) == 0 || !(reachM >= 0) {
		return buffer
	}
	span, square := float64(reachM*slack), reachM*reachM
	for row := range x.rows {
		at := row * x.columns
		for k := x.first[at]; k < x.first[at+x.columns]; k++ {
			s := x.spots[k]
			left, right := x.column(s.x-span), x.column(s.x+span)+1
			// First the points behind it in its own row, then the rows above.
			out := within(x.spots[k+1:max(x.first[at+right], k+1)], s, square, buffer[:0])
			for above, last := row+1, x.row(s.y+span); above <= last; above++ {
				first := above * x.columns
				out = within(x.spots[x.first[first+left]:x.first[first+right]], s, square, out)
			}
			buffer = out
			if len(out) > 0 && !visit(s.index, out) {
				return buffer
			}
		}
	}
	return buffer
}

// within appends the indices of the spots of a run that lie within the root of square of
// one. Written without branches, as in Near.
func within(run []spot, of spot, square float64, out []int32) []int32 {
	n := len(out)
	if cap(out)-n < len(run) {
		out = slices.Grow(out, len(run))
	}
	free, found := out[n:cap(out)], 0
	for i := range run {
		s := &run[i]
		dx, dy := s.x-of.x, s.y-of.y
		free[found] = s.index
		if float64(dx*dx)+float64(dy*dy) <= square {
			found++
		}
	}
	return out[:n+found]
}
