package causality

import (
	"fmt"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// A Span is a part of a path: from a cause to its effect.
type Span struct {
	From, To int // indexes of events
	Kind     SpanKind
	Lasts    protocol.Time
}

// A SpanKind says what time was spent on.
type SpanKind string

// What time is spent on.
const (
	Handling SpanKind = "handling" // at one node at one instant
	Sending  SpanKind = "sending"  // a message, from its sending to its arrival: queue, medium, air, retries
	Waiting  SpanKind = "waiting"  // for a time-out
)

// A Path is how one event led to another. Its spans follow each other without a gap, so their
// times add up to End - Start.
type Path struct {
	Start, End protocol.Time
	Spans      []Span
}

// path makes a path of a chain, beginning at an instant: what lies before it is cut off.
func (h *History) path(chain []int, start protocol.Time) Path {
	p := Path{Start: max(start, h.Events[chain[0]].At), End: h.Events[chain[len(chain)-1]].At}
	for k := 1; k < len(chain); k++ {
		from, to := &h.Events[chain[k-1]], &h.Events[chain[k]]
		if to.At <= start && from.At < start {
			continue
		}
		kind := Handling
		switch to.Kind {
		case trace.Receive:
			kind = Sending
		case trace.Timer:
			kind = Waiting
		}
		p.Spans = append(p.Spans, Span{From: chain[k-1], To: chain[k], Kind: kind, Lasts: to.At - max(start, from.At)})
	}
	return p
}

// sum returns the time that a path spent on something.
func (p *Path) sum(of SpanKind) (sum protocol.Time) {
	for _, s := range p.Spans {
		if s.Kind == of {
			sum += s.Lasts
		}
	}
	return sum
}

// next returns where the next election with the same index begins, or the end of the history.
// An index can occur again: a node that crashes without storage counts its elections from 1
// again.
func (h *History) next(c protocol.Computation) int {
	began, again := false, false
	for i := range h.Events {
		switch e := &h.Events[i]; {
		case e.Kind == trace.Boot && e.Node == c.Source:
			again = began
		case e.Kind == trace.Electing && e.Computation == c && again && e.Node == c.Source:
			return i
		case e.Kind == trace.Electing && e.Computation == c:
			began = true
		}
	}
	return len(h.Events)
}

// Entered lists who entered an election, in their order.
func (h *History) Entered(c protocol.Computation) (nodes []protocol.ID) {
	for i := range h.Events[:h.next(c)] {
		if e := &h.Events[i]; e.Kind == trace.Electing && e.Computation == c && !slices.Contains(nodes, e.Node) {
			nodes = append(nodes, e.Node)
		}
	}
	return nodes
}

// Election returns the critical path of an election: from the first node that entered it to the
// last that entered it and elected by it. Of several elections of one index it is the first.
func (h *History) Election(c protocol.Computation) (Path, error) {
	first, last := nobody, nobody
	entered := map[protocol.ID]bool{}
	for i, e := range h.Events[:h.next(c)] {
		if e.Computation != c {
			continue
		}
		switch {
		case e.Kind == trace.Electing:
			entered[e.Node] = true
			if first == nobody {
				first = i
			}
		case e.Kind == trace.Elected && e.Peer != protocol.Nobody && entered[e.Node]: // a node that hears of it later did not take part
			delete(entered, e.Node)
			last = i
		}
	}
	switch {
	case first == nobody:
		return Path{}, fmt.Errorf("nobody enters election %s", index(c))
	case last == nobody:
		return Path{}, fmt.Errorf("nobody elects by %s: %s", index(c), h.ended(c))
	}
	start := h.Events[first].At
	chain := h.Back(last, start)
	if len(chain) == 1 || h.Events[chain[0]].At > start {
		return Path{}, fmt.Errorf("what led to this is not in the trace: %s at %s", h.Describe(chain[0]), instant(h.Events[chain[0]].At))
	}
	return h.path(chain, start), nil
}
