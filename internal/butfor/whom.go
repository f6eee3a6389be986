package butfor

import (
	"fmt"

	"bellwether/internal/why"
	"bellwether/protocol"
	"bellwether/trace"
)

// A fault of whom a node follows.
type follows byte

const (
	another follows = iota // in its component
	none
	gone  // who does not run
	apart // who is in another component
)

// whom is what is wrong with whom a node follows, at a sample.
func (j *judge) whom(n *standing) follows {
	if n.Leader == protocol.Nobody {
		return none
	}
	switch leader := j.at(n.Leader); {
	case !leader.live:
		return gone
	case leader.component != n.component:
		return apart
	}
	return another
}

// should tells whom a node follows and whom it should, and what makes the difference.
func (w *wrong) should(h *why.History, at protocol.Time) string {
	said := fmt.Sprintf("nobody, and should follow %v", w.wanted)
	switch w.how {
	case gone:
		said = fmt.Sprintf("%v, which does not run, and should follow %v", w.follows, w.wanted)
	case apart:
		said = fmt.Sprintf("%v, which is out of reach, and should follow %v", w.follows, w.wanted)
	case another:
		said = fmt.Sprintf("%v, and should follow %v", w.follows, w.wanted)
	case none:
	}
	if goal := protocol.Goal(h.Header.Origin.Measured.Goal); w.how != another || goal != "" && goal != protocol.GoalBest {
		return said
	}
	old, since := offer(h, w.follows, at)
	now, changed := offer(h, w.wanted.Leader, at)
	if now == old {
		return said + fmt.Sprintf(", which offers as much, %d, and has the greater number", now)
	}
	return said + fmt.Sprintf(", which offers more since %s: %d, and %v %d", instant(max(since, changed)), now, w.follows, old)
}

// offer is what a node offers at an instant, and since when.
func offer(h *why.History, node protocol.ID, at protocol.Time) (value int64, since protocol.Time) {
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

// most is the commonest of what is wrong with nodes, and with how many.
func (s *sample) most() (one wrong, nodes int) {
	type kind struct {
		follows, wanted protocol.ID
		how             follows
	}
	count := map[kind]int{} // never ranged over
	for _, w := range s.wrong {
		k := kind{w.follows, w.wanted.Leader, w.how}
		if count[k]++; count[k] > nodes {
			one, nodes = w, count[k]
		}
	}
	return one, nodes
}
