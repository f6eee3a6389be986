package explorer

import (
	"slices"

	"bellwether/internal/sim/async"
	"bellwether/protocol"
)

// choices returns the steps that may come next: deliveries, then timers, then faults.
func (s *search) choices(r *run) []async.Choice {
	var out []async.Choice
	if !s.over(r) {
		out = r.Air.Deliveries(nil)
		switch {
		case s.Timers == AnyTime:
			out = r.Alarms.Fires(out)
		case len(out) == 0:
			out = r.Alarms.Due(out)
		}
	}
	return s.addFaults(out, r)
}

// addFaults appends the faults that the budget still allows.
func (s *search) addFaults(out []async.Choice, r *run) []async.Choice {
	left := func(f Fault) bool { return r.used.left(&s.Budget, f) > 0 }
	for _, c := range r.Air.Deliveries(nil) {
		if left(faultLoss) {
			c.Do = async.Lose
			out = append(out, c)
		}
		if left(faultDuplicate) {
			c.Do = async.Duplicate
			out = append(out, c)
		}
	}
	live := 0
	for _, id := range r.Members() {
		if r.Up(id) {
			live++
		}
	}
	for _, id := range r.Members() {
		add := func(f Fault, do async.Do) {
			if left(f) {
				out = append(out, async.Choice{Do: do, Node: id})
			}
		}
		switch {
		case !r.Up(id):
			add(faultRestart, async.Restart)
			add(faultForget, async.Forget)
			continue
		case live > 1:
			add(faultCrash, async.Crash)
		}
		if r.Standings.Capability(id).Value > 0 {
			add(faultResign, async.Resign)
		}
		if r.offer(async.Choice{Do: doRaise, Node: id}) != r.Standings.Capability(id).Value {
			add(faultChange, doRaise)
		}
		if r.offer(async.Choice{Do: doLower, Node: id}) != r.Standings.Capability(id).Value {
			add(faultChange, doLower)
		}
	}
	return s.addLinks(out, r)
}

// addLinks appends the faults of links.
func (s *search) addLinks(out []async.Choice, r *run) []async.Choice {
	left := func(f Fault) bool { return r.used.left(&s.Budget, f) > 0 }
	missing := r.missing()
	for _, e := range r.root.links {
		switch linked := r.Topology.Linked(e.A, e.B); {
		case linked && left(faultCut):
			out = append(out, async.Choice{Do: async.Cut, Node: e.A, Other: e.B})
		case !linked && left(faultMend):
			out = append(out, async.Choice{Do: async.Link, Node: e.A, Other: e.B})
		}
	}
	if left(faultSplit) {
		for set := uint32(1); set < 1<<(len(r.Members())-1); set++ {
			if len(r.crossing(set)) > 0 {
				out = append(out, async.Choice{Do: doSplit, Node: protocol.ID(set)})
			}
		}
	}
	if left(faultMerge) && len(missing) > 0 {
		out = append(out, async.Choice{Do: doMerge})
	}
	return out
}

// crossing returns the links between a set of nodes, bit i-1 for ID i, and the others. No set
// of a step holds the last node: the other side of the split has the same links.
func (r *run) crossing(set uint32) []async.Pair {
	in := func(id protocol.ID) bool { return set>>(id-1)&1 == 1 }
	return slices.DeleteFunc(slices.Clone(r.root.links), func(e async.Pair) bool {
		return in(e.A) == in(e.B) || !r.Topology.Linked(e.A, e.B)
	})
}

// missing returns the links of the world that are broken.
func (r *run) missing() []async.Pair {
	return slices.DeleteFunc(slices.Clone(r.root.links), func(e async.Pair) bool { return r.Topology.Linked(e.A, e.B) })
}

// offer returns what a node offers after a change: one more than all others, or one less than
// all others but at least 0. A node that is alone keeps its offer.
func (r *run) offer(c async.Choice) int64 {
	var others []int64
	for _, id := range r.Members() {
		if id != c.Node {
			others = append(others, r.Standings.Capability(id).Value)
		}
	}
	switch {
	case len(others) == 0:
		return r.Standings.Capability(c.Node).Value
	case c.Do == doRaise:
		return slices.Max(others) + 1
	}
	return max(slices.Min(others)-1, 0)
}
