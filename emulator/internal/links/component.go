package links

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/internal/contract/eligibility"
	"bellwether/internal/contract/rim"
	"bellwether/internal/sim/spatial"
	"bellwether/protocol"
	"bellwether/trace"
)

// find computes the components of the running nodes that hear each other now.
func (l *Links) find() {
	if l.root == nil {
		l.root = make([]kernel.Slot, l.k.Nodes)
	}
	for i := range l.root {
		l.root[i] = kernel.Slot(i)
	}
	switch {
	case l.field != nil && (!l.exact || len(l.reach.Holds()) > 0):
		l.findByAsking()
	case l.field != nil && !l.asked:
		l.findByPlace()
	default:
		l.findByLinks()
	}
}

// first is the lowest member of node i's component.
func (l *Links) first(i kernel.Slot) kernel.Slot {
	for l.root[i] != i {
		l.root[i] = l.root[l.root[i]]
		i = l.root[i]
	}
	return i
}

func (l *Links) join(i, j kernel.Slot) {
	a, b := l.first(i), l.first(j)
	if l.k.ID(a) > l.k.ID(b) {
		a, b = b, a
	}
	l.root[b] = a
}

func (l *Links) findByLinks() {
	for i := range l.k.Nodes {
		if l.k.Over() {
			return
		}
		for _, peer := range l.Of(i) {
			if j := l.k.Slot(peer); j > i && !l.reach.Apart(i, j) {
				l.join(i, j)
			}
		}
	}
}

// findByPlace joins nodes that are in range of each other, from positions alone.
func (l *Links) findByPlace() {
	flat := l.field.Flat() // then pairs that are near in the plane are in range
	l.field.PairsInSnapshot(spatial.Ring{MostM: l.rangeM + rim.WidthM}, func(i kernel.Slot, others []kernel.Slot) (goOn bool) {
		for _, j := range others {
			if l.root[i] != l.root[j] && !l.reach.Apart(i, j) && (flat || l.field.Spot(i).SquareM2(l.field.Spot(j)) <= rim.Square(l.rangeM)) {
				l.join(i, j)
			}
		}
		return !l.k.Over()
	})
}

// findByAsking joins nodes that have a link now, as the medium says.
func (l *Links) findByAsking() {
	for i := range l.k.Nodes {
		if l.k.Over() {
			return
		}
		if l.reach.ReceiveGroup(i) < 0 {
			continue
		}
		for _, j := range l.reach.Candidates(i) {
			if j > i && l.root[i] != l.root[j] && l.reach.Linked(i, j) {
				l.join(i, j)
			}
		}
	}
	for _, h := range l.reach.Holds() { // they may be out of reach
		if h.Up && !l.reach.Apart(h.A, h.B) {
			l.join(h.A, h.B)
		}
	}
}

// Sample records the component of every running node, and that the sample is complete. It
// is for worlds whose components are drawn.
func (l *Links) Sample() {
	if l.find(); l.k.Over() {
		return // not all pairs were examined
	}
	count := int64(0)
	for _, i := range l.k.ByID {
		if l.k.Live(i) {
			count++
			r := &l.sample
			r.Kind, r.Node, r.Peer = trace.Component, l.k.ID(i), l.k.ID(l.first(i))
			l.k.NoteKept(r)
		}
	}
	l.k.Note(trace.Record{Kind: trace.Sample, Value: count})
}

// Best is the best running member of the largest true component; of equally large ones,
// the component with the lowest member. It is Nobody if no node runs, or
// none there may lead.
func (l *Links) Best() protocol.ID {
	if l.find(); l.k.Over() {
		return protocol.Nobody
	}
	size := make([]int, l.k.Nodes)
	best := make([]protocol.Capability, l.k.Nodes)
	for _, i := range l.k.ByID {
		if l.k.Live(i) {
			r := l.first(i)
			size[r]++
			best[r] = best[r].Better(l.k.Capability(i))
		}
	}
	largest := kernel.Slot(-1)
	for _, r := range l.k.ByID {
		if size[r] > 0 && (largest < 0 || size[r] > size[largest]) {
			largest = r
		}
	}
	if largest < 0 {
		return protocol.Nobody
	}
	return eligibility.Acting(best[largest])
}
