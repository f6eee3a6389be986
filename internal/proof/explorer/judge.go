package explorer

import (
	"fmt"

	"bellwether/internal/sim/async"
	"bellwether/protocol"
)

// goalHolds reports whether every live node names whom the goal wants in its component.
func (s *search) goalHolds(r *run) bool {
	for _, c := range r.Topology.Components() {
		want := r.Standings.Wanted(c, s.algorithm.Goal, s.quorum)
		for _, id := range c {
			if !want.Right(r.Leader(id)) {
				return false
			}
		}
	}
	return true
}

// fault returns what is wrong in a state that the step c has led to, "" if nothing is.
func (s *search) fault(r *run, c async.Choice) string {
	if r.broken != "" {
		return r.broken
	}
	if r.reused != "" {
		return r.reused
	}
	for i, judge := range r.judges {
		if found := judge.Verdicts(); len(found) > 0 {
			return s.properties[i].Name + ": " + found[0].Why
		}
	}
	if wrong := r.served.fault(r, s.Timers); wrong != "" {
		return wrong
	}
	for _, p := range s.always {
		if !p.holds(r) {
			return fmt.Sprintf("always %q does not hold", p.text)
		}
	}
	rest := len(r.Air.Frames()) == 0
	if rivals := r.Standings.Rivals(&r.Topology); rivals != (async.Pair{}) && (s.OneLeader == Always || s.OneLeader == Quiescence && rest) {
		return fmt.Sprintf("%s and %s both believe that they lead", name(rivals.A), name(rivals.B))
	}
	if rest && !r.led && r.used == (used{}) {
		if wrong := s.wronglyAgreed(r); wrong != "" {
			return wrong
		}
	}
	if since := r.Now.Sub(r.faultAt); s.Timers == AtRest && !r.led && since > r.bound && (rest || c.Do == async.Fire) {
		return fmt.Sprintf("%s %v after the last fault; the algorithm states a bound of %v", s.complaint(r), since, r.bound)
	}
	return ""
}

// wronglyAgreed returns the fault of an election without faults that has ended with the wrong
// leader: all nodes of a component name one of them, but not whom the goal wants. It is a
// fault even if a test of the leader would correct it later.
func (s *search) wronglyAgreed(r *run) string {
	for _, c := range r.Topology.Components() {
		want := r.Standings.Wanted(c, s.algorithm.Goal, s.quorum)
		if leader := r.Standings.Led(c); leader != protocol.Nobody && !want.Right(leader) && len(c) > 1 {
			return fmt.Sprintf("an election without a fault ends with all naming %s, who should name %s", name(leader), name(want.Leader))
		}
	}
	return ""
}

// complaint returns which node names whom instead of the node that the goal wants.
func (s *search) complaint(r *run) string {
	for _, c := range r.Topology.Components() {
		want := r.Standings.Wanted(c, s.algorithm.Goal, s.quorum)
		for _, id := range c {
			if want.Right(r.Leader(id)) {
				continue
			}
			says := "names nobody"
			if l := r.Leader(id); l != protocol.Nobody {
				says = "names " + name(l)
			}
			whom := want.String()
			if want.Leader != protocol.Nobody {
				whom = name(want.Leader)
			}
			return fmt.Sprintf("%s %s and should name %s", name(id), says, whom)
		}
	}
	return "the components were not led as the goal wants"
}
