package causality

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/protocol"
	"bellwether/trace"
)

// ended describes what happened to the nodes of an election in which none of them elected a
// leader.
func (h *History) ended(c protocol.Computation) string {
	type outcome struct {
		what  string
		nodes int
		at    protocol.Time // of the first
	}
	var outcomes []outcome
	in := map[protocol.ID]bool{}
	meets := func(what string, at protocol.Time) {
		i := slices.IndexFunc(outcomes, func(o outcome) bool { return o.what == what })
		if i < 0 {
			i = len(outcomes)
			outcomes = append(outcomes, outcome{what: what, at: at})
		}
		outcomes[i].nodes++
	}
	for i := range h.Events[:h.next(c)] {
		e := &h.Events[i]
		if e.Kind == trace.Electing && e.Computation == c {
			in[e.Node] = true
			continue
		}
		if !in[e.Node] {
			continue
		}
		switch {
		case e.Kind == trace.Electing:
			meets("went over to "+index(e.Computation), e.At)
		case e.Kind == trace.Elected && e.Peer == protocol.Nobody:
			meets("gave it up", e.At)
		case e.Kind == trace.Elected:
			meets(fmt.Sprintf("heard of leader %v, elected by another", e.Peer), e.At)
		case e.Kind == trace.Crash, e.Kind == trace.Absent:
			meets("stopped", e.At)
		default:
			continue
		}
		delete(in, e.Node)
	}
	var words []string
	for _, o := range outcomes {
		words = append(words, fmt.Sprintf("%d %s, at %s", o.nodes, o.what, instant(o.at)))
		if o.nodes > 1 {
			words[len(words)-1] = fmt.Sprintf("%d %s, the first at %s", o.nodes, o.what, instant(o.at))
		}
	}
	if len(in) > 0 {
		words = append(words, fmt.Sprintf("%d still in it as the trace ends", len(in)))
	}
	return "of the nodes in it, " + strings.Join(words, "; ")
}
