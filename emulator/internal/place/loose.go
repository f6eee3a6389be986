package place

import (
	"github.com/paulmach/orb"

	"bellwether/emulator/internal/kernel"
)

// loose are the nodes that have arrived or jumped since the snapshot of positions: the index
// does not have them, or has an earlier position. Each query examines all of them. With a
// snapshot for each arrival, a world in which n nodes arrive one by one would cost n². So the
// next snapshot is taken when the queries have examined as many loose nodes as there are
// nodes, which is the cost of a snapshot. A node that has left stays in the index, like one
// that crashed: it receives nothing.
type loose struct {
	nodes  []int32
	is     []bool // by node
	looked int    // number of loose nodes that queries have examined since the snapshot
}

// loosen makes node i a loose one.
func (f *Field) loosen(i kernel.Slot) {
	if !f.stale && !f.loose.is[i] {
		f.loose.is[i] = true
		f.loose.nodes = append(f.loose.nodes, i)
	}
}

func (l *loose) clear() {
	for _, i := range l.nodes {
		l.is[i] = false
	}
	l.nodes, l.looked = l.nodes[:0], 0
}

// amend removes the loose nodes from the index's answer for a place, and adds those that
// truly are within the square root of square.
func (f *Field) amend(p orb.Point, square float64) {
	l := &f.loose
	if len(l.nodes) == 0 {
		return
	}
	kept := f.near[:0]
	for _, j := range f.near {
		if i := j; i >= 0 && !l.is[i] || i < 0 && !l.is[^i] {
			kept = append(kept, j)
		}
	}
	for _, j := range l.nodes {
		x, y := f.motions[j].At(f.k.Now())
		dx, dy := x-p[0], y-p[1]
		if float64(dx*dx)+float64(dy*dy) <= square {
			kept = append(kept, j)
		}
	}
	f.near = kept
	f.Looked += uint64(len(l.nodes))
	if l.looked += len(l.nodes); l.looked > len(f.motions) {
		f.stale = true
	}
}
