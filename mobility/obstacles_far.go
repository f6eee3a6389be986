package mobility

import (
	"math"

	"github.com/paulmach/orb"
)

// way leads straight to a bend.
type way struct {
	to     int
	metres float64
}

// measure computes the ways between all bends, by E. W. Dijkstra's algorithm from each.
func (o *Obstacles) measure() {
	n := len(o.bends)
	ahead := make([][]way, n)
	for i := range n {
		for k := range i {
			if o.straight(o.bends[i], o.bends[k]) {
				metres := math.Sqrt(square(o.bends[i], o.bends[k]))
				ahead[i], ahead[k] = append(ahead[i], way{k, metres}), append(ahead[k], way{i, metres})
			}
		}
	}
	o.far, o.next = make([]float64, n*n), make([]int16, n*n)
	metres := make([]float64, n) // to last
	var front waysByLength
	for last := range n {
		for i := range metres {
			metres[i] = math.Inf(1)
		}
		metres[last] = 0
		for front = append(front, way{last, 0}); len(front) > 0; {
			near := front.pop()
			if near.metres > metres[near.to] {
				continue // a shorter one was found
			}
			for _, w := range ahead[near.to] {
				if m := near.metres + w.metres; m < metres[w.to] {
					metres[w.to] = m
					o.next[w.to*n+last] = int16(near.to)
					front.push(way{w.to, m})
				}
			}
		}
		for i, m := range metres {
			o.far[i*n+last] = m
			o.longest = max(o.longest, m)
		}
	}
	o.longest += 2 * length(orb.Point{o.world.Width, o.world.Height})
}

// waysByLength is a heap with the shortest way first, of equals the one to the lowest bend.
type waysByLength []way

func (h waysByLength) less(i, k int) bool {
	return h[i].metres < h[k].metres || h[i].metres == h[k].metres && h[i].to < h[k].to
}

func (h *waysByLength) push(w way) {
	*h = append(*h, w)
	all := *h
	for i := len(all) - 1; i > 0 && all.less(i, (i-1)/2); i = (i - 1) / 2 {
		all[i], all[(i-1)/2] = all[(i-1)/2], all[i]
	}
}

func (h *waysByLength) pop() way {
	all := *h
	first, last := all[0], len(all)-1
	all[0] = all[last]
	all = all[:last]
	for i := 0; ; {
		least := i
		for _, child := range [...]int{2*i + 1, 2*i + 2} {
			if child < last && all.less(child, least) {
				least = child
			}
		}
		if least == i {
			break
		}
		all[i], all[least] = all[least], all[i]
		i = least
	}
	*h = all
	return first
}
