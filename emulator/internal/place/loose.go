package place

import (
	"github.com/paulmach/orb"

	"bellwether/emulator/internal/kernel"
)

// loose are the nodes that have arrived or jumped since the snapshot of positions:
// the index has them nowhere, or where they were. Each query looks at all of them.
// A snapshot for each arrival would make a world in which n nodes arrive one by one
// cost n². So the next is taken when the queries have looked at as many loose nodes
// as there are nodes in all, which is what a snapshot costs. Who has left stays in
// the index, like one that crashed: it receives nothing.
type loose struct {
	nodes  []int32
	is     []bool // by node
	looked int    // how many loose nodes queries have looked at since the snapshot
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

// amend takes the loose nodes out of what the index gave for a place, and adds those
// that are in truth within the root of square of it.
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
