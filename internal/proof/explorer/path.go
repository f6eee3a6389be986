package explorer

import (
	"slices"

	"bellwether/internal/sim/async"
)

// A search keeps of each state the last step to it. So the way to a state leads back to a root,
// and its run can be made again.

// rootOf returns the number of the root from which a state was found first. A state below 0
// stands for root -1 - state itself.
func (s *search) rootOf(state int32) int32 {
	if state < 0 {
		return -1 - state
	}
	return s.states[state].root
}

// replay makes a state again by its steps. If a step is not possible this time, the run is
// broken.
func (s *search) replay(at int32) *run {
	path, root := s.path(at)
	r := s.begin(root)
	for _, c := range path {
		if r.broken == "" && !r.can(c) {
			r.broken, r.apart = spoilt, true
		}
		s.take(r, c)
	}
	return r
}

// can reports whether there is a message to deliver, or a timer to fire. All other steps of a
// run can always be taken again.
func (r *run) can(c async.Choice) bool {
	switch c.Do {
	case async.Deliver, async.Lose, async.Duplicate:
		return r.Air.Oldest(async.Pair{A: c.Node, B: c.Other}) >= 0
	case async.Fire:
		_, set := r.Alarms.Deadline(c.Node, c.Timer)
		return set
	}
	return true
}

// trail returns the states on the way to a state, the state itself last, and its root. A
// number below 0 stands for a root, to which there are no states.
func (s *search) trail(at int32) ([]int32, *root) {
	var out []int32
	for ; at >= 0; at = s.states[at].parent {
		out = append(out, at)
	}
	slices.Reverse(out)
	return out, &s.roots[-1-at]
}

// path returns the steps that lead to a state, and its root.
func (s *search) path(at int32) ([]async.Choice, *root) {
	trail, root := s.trail(at)
	var out []async.Choice
	for _, state := range trail[min(1, len(trail)):] {
		out = append(out, s.states[state].choice)
	}
	return out, root
}
