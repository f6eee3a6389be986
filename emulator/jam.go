package emulator

import "bellwether/emulator/internal/kernel"

// jams are the regions in which nobody hears. A jammed node's own frames are
// heard outside; those addressed to it are lost, an acknowledgement too, so that
// it has no link that goes both ways: it counts as a component of its own.
// Movement is straight between turns, so who goes in or out, and when, is
// foreseen and not polled.
type jams struct {
	active []jam
	next   []int64 // by node: when it goes in or out of a region, kernel.Never if not foreseen
}

type jam struct {
	number int // of the fault's strike
	region *Region
}

// begin jams a region.
func (j *jams) begin(w *World, number int, r *Region) {
	j.active = append(j.active, jam{number, r})
	j.review(w)
}

// end lets a region hear again.
func (j *jams) end(w *World, number int) {
	for k := range j.active {
		if j.active[k].number == number {
			j.active = append(j.active[:k], j.active[k+1:]...)
			j.review(w)
			return
		}
	}
}

// review finds who is jammed now: all ears first, then the links.
func (j *jams) review(w *World) {
	if j.next == nil {
		j.next = make([]int64, len(w.nodes))
	}
	var changed []kernel.Slot
	for _, i := range w.ByID {
		j.next[i] = kernel.Never
		if j.turned(w, i) {
			changed = append(changed, i)
		}
	}
	for _, i := range changed {
		w.links.Refresh(i)
	}
}

// turned looks at node i anew: it says whether it went in or out of what is
// jammed, and foresees when it will. Its links are the caller's business.
func (j *jams) turned(w *World, i kernel.Slot) (crossed bool) {
	if j.next == nil {
		return false
	}
	m, was, next := w.field.Motion(i), w.reach.Jammed(i), int64(kernel.Never)
	x, y := m.At(w.Kernel.Now())
	jammed := false
	for _, a := range j.active {
		jammed = jammed || a.region.Holds(x, y)
		next = min(next, a.region.crosses(m, w.Kernel.Now()))
	}
	if next != kernel.Never && next != j.next[i] {
		w.At(next, w.on.jam, uint32(i))
	}
	j.next[i] = next
	if jammed == was {
		return false
	}
	w.reach.Jam(i, jammed)
	return true
}

// onJam takes node i over the rim of a region, if it has not turned since that
// was foreseen.
func (w *World) onJam(i kernel.Slot) {
	if w.jams.next[i] != w.Kernel.Now() {
		return
	}
	if w.jams.turned(w, i) {
		w.links.Refresh(i)
	}
}
