package faults

import (
	"slices"

	"bellwether/emulator/internal/kernel"
)

// jams are the regions in which nodes do not hear. A jammed node's own frames are heard
// outside. Frames to it are lost, acknowledgements included, so it has no link in both
// directions and is a component of its own. Movement is straight between turns, so the
// instant at which a node goes in or out is predicted, not polled.
type jams struct {
	*Faults
	active []strike
	next   []int64 // by node: when it goes in or out of a region, kernel.Never if not predicted
	event  kernel.Event
}

func newJam(f *Faults) strikes {
	j := &jams{Faults: f}
	j.event = f.k.On(func(i uint32) { j.onRim(kernel.Slot(i)) })
	f.jams = j
	return j
}

func (j *jams) strike(s *strike) bool {
	j.books.began(s)
	j.active = append(j.active, *s)
	j.review()
	return true
}

func (j *jams) end(s *strike) {
	j.books.endedOne(s)
	j.active = slices.DeleteFunc(j.active, func(other strike) bool { return other.number == s.number })
	j.review()
}

// review updates which nodes are jammed: all receive groups first, then the links.
func (j *jams) review() {
	if j.next == nil {
		j.next = make([]int64, j.k.Nodes)
	}
	var changed []kernel.Slot
	for _, i := range j.k.ByID {
		j.next[i] = kernel.Never
		if j.turned(i) {
			changed = append(changed, i)
		}
	}
	for _, i := range changed {
		j.Links.Refresh(i)
	}
}

// Turned handles node i on a new leg, and reports whether it went in or out of a jammed
// region. The caller updates its links.
func (f *Faults) Turned(i kernel.Slot) (crossed bool) {
	return f != nil && f.jams != nil && f.jams.next != nil && f.jams.turned(i)
}

// turned updates node i, and predicts when it will go in or out.
func (j *jams) turned(i kernel.Slot) (crossed bool) {
	m, was, next := j.Field.Motion(i), j.Reach.Jammed(i), int64(kernel.Never)
	x, y := m.At(j.k.Now())
	jammed := false
	for _, a := range j.active {
		jammed = jammed || a.Region.Holds(x, y)
		next = min(next, a.Region.crosses(m, j.k.Now()))
	}
	if next != kernel.Never && next != j.next[i] {
		j.k.At(next, j.event, uint32(i))
	}
	j.next[i] = next
	if jammed == was {
		return false
	}
	j.Reach.Jam(i, jammed)
	return true
}

// onRim takes node i over the rim of a region, if it has not turned since the prediction.
func (j *jams) onRim(i kernel.Slot) {
	if j.next[i] == j.k.Now() && j.turned(i) {
		j.Links.Refresh(i)
	}
}
