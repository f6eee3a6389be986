package mobility

import (
	"math"

	"github.com/paulmach/orb"
)

// lattice is about how many places of a grid tell which part of the world is open.
const lattice = 4096

// pieces returns, for each bend, the number of its piece: bends that ways join are of one
// piece.
func (o *Obstacles) pieces() []int {
	piece := make([]int, len(o.bends))
	for i := range piece {
		piece[i] = -1
	}
	for i := range piece {
		if piece[i] >= 0 {
			continue
		}
		piece[i] = i
		for front := []int{i}; len(front) > 0; {
			at := front[len(front)-1]
			front = front[:len(front)-1]
			for k := range piece {
				if piece[k] < 0 && o.straight(o.bends[at], o.bends[k]) {
					piece[k] = i
					front = append(front, k)
				}
			}
		}
	}
	return piece
}

// keepLargest leaves the bends of the largest piece of the open world, by a count of places in
// a grid. A piece without bends is convex: a place from which straight ways lead
// everywhere stands for it.
func (o *Obstacles) keepLargest(piece []int) {
	count := make(map[int]int)
	corners := len(o.bends)
	places, open := 0, 0
	for _, p := range o.grid() {
		places++
		if !o.clear(p) {
			continue
		}
		open++
		gate := o.gateOf(p, o.bends[:corners])
		if gate < 0 {
			if gate = o.gateOf(p, o.bends[corners:]); gate >= 0 {
				gate += corners
			}
		}
		if gate < 0 {
			gate = len(o.bends)
			o.bends, piece = append(o.bends, p), append(piece, gate)
		}
		count[piece[gate]]++
	}
	largest := -1
	for i := range o.bends { // in order, so that of equals the first is taken
		if of := piece[i]; largest < 0 || count[of] > count[largest] {
			largest = of
		}
	}
	var kept []orb.Point
	for i, b := range o.bends {
		if piece[i] == largest && (i < corners || len(kept) == 0) {
			kept = append(kept, b)
		}
	}
	o.bends = kept
	o.open, o.reached = float64(open)/float64(places), float64(count[largest])/float64(places)
}

// grid returns the middles of cells that are about squares.
func (o *Obstacles) grid() (places []orb.Point) {
	columns := min(max(math.Round(math.Sqrt(lattice*o.world.Width/o.world.Height)), 1), lattice)
	rows := max(math.Round(lattice/columns), 1)
	for i := range int(columns) {
		for k := range int(rows) {
			places = append(places, orb.Point{
				o.world.Origin[0] + float64(o.world.Width*(float64(i)+0.5))/columns,
				o.world.Origin[1] + float64(o.world.Height*(float64(k)+0.5))/rows})
		}
	}
	return places
}
