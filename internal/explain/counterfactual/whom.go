package counterfactual

import (
	"fmt"
	"slices"

	"bellwether/internal/contract/goals"
	"bellwether/internal/explain/causality"
	"bellwether/protocol"
	"bellwether/trace"
)

// follows says how a node's leader stands to the one that it should have.
type follows byte

const (
	another follows = iota // in its component
	equal                  // in its component, and the best may not replace it: both offer as much, or they differ by less than the margin
	none
	gone  // a node that does not run
	apart // a node in another component
)

// whom returns in which way a node's leader is wrong.
func (j *judge) whom(n *standing, wanted goals.Wanted) follows {
	if n.Leader == protocol.Nobody {
		return none
	}
	switch leader := j.at(n.Leader); {
	case !leader.live:
		return gone
	case leader.component != n.component:
		return apart
	case j.goal == "" || j.goal == protocol.GoalBest:
		best := j.at(wanted.Leader)
		if leader.Value == best.Value || !best.offer().Deposes(leader.offer(), j.margin) {
			return equal
		}
	}
	return another
}

// offer is the value that a node offers.
func (n *standing) offer() protocol.Capability { return protocol.Capability{Value: n.Value, ID: n.ID} }

// grave returns the wrong nodes without the ones whose leader offers as much as the best, or
// enough by the scenario's margin. If a question is about all nodes these do not count: they
// do no harm and would hide the harmful ones.
func (s *state) grave() []wrong {
	return slices.DeleteFunc(slices.Clone(s.wrong), func(w wrong) bool { return w.how == equal })
}

// should describes whom a node follows, whom it should follow, and what makes the difference.
func (w *wrong) should(h *causality.History, at protocol.Time) string {
	said := fmt.Sprintf("nobody, and should follow %v", w.wanted)
	switch w.how {
	case gone:
		said = fmt.Sprintf("%v, which does not run, and should follow %v", w.follows, w.wanted)
	case apart:
		said = fmt.Sprintf("%v, which is out of reach, and should follow %v", w.follows, w.wanted)
	case another, equal:
		said = fmt.Sprintf("%v, and should follow %v", w.follows, w.wanted)
	case none:
	}
	if goal := protocol.Goal(h.Header.Origin.Measured.Goal); w.how != another && w.how != equal || goal != "" && goal != protocol.GoalBest {
		return said
	}
	old, since := offer(h, w.follows, at)
	now, changed := offer(h, w.wanted.Leader, at)
	if now == old {
		return said + fmt.Sprintf(", which offers as much, %d, and has the greater number", now)
	}
	return said + fmt.Sprintf(", which offers more since %s: %d, and %v %d", instant(max(since, changed)), now, w.follows, old)
}

// offer returns what a node offers at an instant, and since when.
func offer(h *causality.History, node protocol.ID, at protocol.Time) (value int64, since protocol.Time) {
	for i := range h.Events {
		e := &h.Events[i]
		if e.At > at {
			break
		}
		if e.Kind == trace.Capability && e.Node == node {
			value, since = e.Value, e.At
		}
	}
	return value, since
}

// most returns the most frequent way in which nodes are wrong, and how many nodes it is.
func (s *state) most() (one wrong, nodes int) {
	type kind struct {
		follows, wanted protocol.ID
		how             follows
	}
	count := map[kind]int{} // never ranged over
	list := s.grave()
	if len(list) == 0 {
		list = s.wrong
	}
	for _, w := range list {
		k := kind{w.follows, w.wanted.Leader, w.how}
		if count[k]++; count[k] > nodes {
			one, nodes = w, count[k]
		}
	}
	return one, nodes
}
