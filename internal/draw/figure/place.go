package figure

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"
)

// spread moves places apart. Of all arrangements in the same order in which adjacent places
// are at least step apart, it returns the one with the least sum of squared movements
// (isotonic regression by pooling, Ayer et al., Ann. Math. Stat. 26, 1955), limited to
// [low, high] if there is room for all.
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

// A strip is a part of a lane, joined by a vertical line at tie to what is below all lanes.
type strip struct{ from, to, tie vg.Length }

// lanes returns for each strip the lowest lane in which it meets no other strip and no line
// of a strip above, or -1 if none of the lanes is free. It goes from right to left:
// text is to the right of its line, so that the lines of later strips pass to the left of
// those already placed.
func lanes(strips []strip, many int) []int {
	order := make([]int, len(strips))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(strips[b].tie, strips[a].tie) })
	out := make([]int, len(strips))
	for k, i := range order {
		for out[i] = 0; out[i] < many; out[i]++ {
			if !slices.ContainsFunc(order[:k], func(j int) bool { return hinder(strips[i], strips[j], out[i], out[j]) }) {
				break
			}
		}
		if out[i] == many {
			out[i] = -1
		}
	}
	return out
}

// hinder reports whether two strips conflict in two lanes.
func hinder(a, b strip, laneOfA, laneOfB int) bool {
	within := func(x vg.Length, s strip) bool { return s.from < x && x < s.to }
	switch {
	case laneOfB < 0:
		return false
	case laneOfA == laneOfB:
		return a.from < b.to && b.from < a.to
	case laneOfA > laneOfB:
		return within(a.tie, b)
	}
	return within(b.tie, a)
}

// meet reports whether two rectangles share more than an edge.
func meet(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}
