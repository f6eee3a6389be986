package plots

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"
)

// spread moves places apart, none further than it must: of all arrangements in
// which neighbours are at least step apart, in their order, it gives the one of
// the least squares of movements (isotonic regression by pooling, Ayer et al.,
// Ann. Math. Stat. 26, 1955), kept within [low, high] if there is room for all.
func spread(wanted []vg.Length, step, low, high vg.Length) []vg.Length {
	order := make([]int, len(wanted))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(wanted[a], wanted[b]) })
	type pool struct {
		sum vg.Length
		n   int
	}
	var pools []pool
	mean := func(p pool) vg.Length { return p.sum / vg.Length(p.n) }
	for i, place := range order {
		pools = append(pools, pool{wanted[place] - vg.Length(i)*step, 1})
		for k := len(pools) - 1; k > 0 && mean(pools[k-1]) > mean(pools[k]); k-- {
			pools[k-1] = pool{pools[k-1].sum + pools[k].sum, pools[k-1].n + pools[k].n}
			pools = pools[:k]
		}
	}
	out := make([]vg.Length, len(wanted))
	top := max(high-vg.Length(len(wanted)-1)*step, low)
	i := 0
	for _, p := range pools {
		for range p.n {
			out[order[i]] = min(max(mean(p), low), top) + vg.Length(i)*step
			i++
		}
	}
	return out
}

// A strip is a stretch of a lane.
type strip struct{ from, to vg.Length }

// lanes gives each strip the lowest lane in which it meets no other, -1 where
// there is none among so many. Later strips have lower lanes, so that a line
// from the beginning of a strip down passes beside those below.
func lanes(strips []strip, many int) []int {
	order := make([]int, len(strips))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(strips[b].from, strips[a].from) })
	taken := make([][]strip, many)
	out := make([]int, len(strips))
	for _, i := range order {
		out[i] = -1
		for k := range taken {
			if !slices.ContainsFunc(taken[k], func(s strip) bool { return s.from < strips[i].to && strips[i].from < s.to }) {
				taken[k] = append(taken[k], strips[i])
				out[i] = k
				break
			}
		}
	}
	return out
}

// meet says whether two rectangles share more than an edge.
func meet(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}
