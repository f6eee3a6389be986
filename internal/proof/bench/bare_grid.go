package bench

import "math"

// place is where a node is, in metres.
type place struct{ x, y float64 }

// spot is a place with the ID of the node that is there.
type spot struct {
	place
	id uint32
}

// grid finds the nodes in range of a place. Rows are as high as the range and divided
// into narrow cells; the cells of a row are adjacent in memory.
type grid struct {
	columns, rows int
	first         []int32 // of each cell, its first node
	spots         []spot  // by node: by cell
}

// perRange is the number of columns in a range: two fit a circle as well as four.
const perRange = 2

// fill sorts the places of a square of some width by cell. IDs follow the places as
// they are given, from 0.
func (g *grid) fill(places []place, width float64) {
	g.columns, g.rows = int(width/rangeM*perRange)+1, int(width/rangeM)+1
	g.first = make([]int32, g.columns*g.rows+1)
	g.spots = make([]spot, len(places))
	cell := func(p place) int { return g.row(p.y)*g.columns + g.column(p.x) }
	for _, p := range places {
		g.first[cell(p)]++
	}
	end := int32(0)
	for c := range g.first {
		end += g.first[c]
		g.first[c] = end
	}
	for i := len(places) - 1; i >= 0; i-- {
		c := cell(places[i])
		g.first[c]--
		g.spots[g.first[c]] = spot{places[i], uint32(i)}
	}
}

// middle is the node nearest to the middle.
func (g *grid) middle() (node uint32) {
	nearest := math.Inf(1)
	x, y := float64(g.columns)*rangeM/perRange/2, float64(g.rows)*rangeM/2
	for i, s := range g.spots {
		if far := math.Hypot(s.x-x, s.y-y); far < nearest {
			nearest, node = far, uint32(i)
		}
	}
	return node
}

func (g *grid) column(x float64) int {
	return min(max(int(x*(perRange/float64(rangeM))), 0), g.columns-1)
}

func (g *grid) row(y float64) int { return min(max(int(y*(1/float64(rangeM))), 0), g.rows-1) }

// within appends the nodes in range of a place, as IDs and as nodes. It writes every node
// of the cells around, and advances only if the node is in range: a branch would be
// mispredicted half the time.
func (g *grid) within(p place, ids, nodes []uint32) (_, _ []uint32) {
	left, right := g.column(p.x-rangeM), g.column(p.x+rangeM)+1
	for row, last := g.row(p.y-rangeM), g.row(p.y+rangeM); row <= last; row++ {
		from, to := g.first[row*g.columns+left], g.first[row*g.columns+right]
		spots, found := g.spots[from:to], len(ids)
		ids, nodes = extended(ids, len(spots)), extended(nodes, len(spots))
		idRoom, nodeRoom := ids[found:][:len(spots)], nodes[found:][:len(spots)]
		k := 0
		for i := range spots {
			s := &spots[i]
			dx, dy := s.x-p.x, s.y-p.y
			idRoom[k], nodeRoom[k] = s.id, uint32(from)+uint32(i)
			if dx*dx+dy*dy <= rangeM*rangeM {
				k++
			}
		}
		ids, nodes = ids[:found+k], nodes[:found+k]
	}
	return ids, nodes
}

// extended is a list with so many more elements, of any values.
func extended(list []uint32, by int) []uint32 {
	if need := len(list) + by; need > cap(list) {
		list = append(make([]uint32, 0, 2*need), list...)
	}
	return list[:len(list)+by]
}
