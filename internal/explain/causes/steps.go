package causes

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// A step is one handler of one node, with what caused it. Steps are the happens-before
// relation of package causality, without texts, and only as far back as an election under way
// needs.
type step struct {
	at, from protocol.Time // of the handler, and of its cause
	sent     bool          // from its cause to it a message was on its way; else it waited
	cause    *step         // nil: from outside, or before any election under way began
}

// sending names a message of a sender.
type sending struct {
	frame  uint64
	sender protocol.ID
}

// steps are the handlers of all nodes.
type steps struct {
	sent map[sending]*step // by which handler
}

// now returns what a node handles at an instant; if its cause is not in the trace, a new
// handler.
func (n *node) now(at protocol.Time) *step {
	if len(n.handled) > 0 {
		if last := n.handled[len(n.handled)-1]; last.at == at {
			return last
		}
	}
	return n.handle(&step{at: at})
}

func (n *node) handle(s *step) *step {
	n.handled = append(n.handled, s)
	return s
}

// fired handles a time-out.
func (n *node) fired(r *trace.Record) {
	s := &step{at: r.At}
	if r.Frame > 0 {
		s.from = r.At - protocol.Time(r.Frame)
		s.cause = n.at(s.from)
	}
	n.handle(s)
}

// at is the last handler of an instant, nil if none is known.
func (n *node) at(instant protocol.Time) *step {
	for i := len(n.handled) - 1; i >= 0 && n.handled[i].at >= instant; i-- {
		if n.handled[i].at == instant {
			return n.handled[i]
		}
	}
	return nil
}

// received handles an arrival.
func (s *steps) received(n *node, r *trace.Record) {
	arrival := &step{at: r.At, sent: true, cause: s.sent[sending{r.Frame, r.Peer}]}
	if arrival.cause != nil {
		arrival.from = arrival.cause.at
	}
	n.handle(arrival)
}

// A part is a span of a critical path.
type part struct {
	from, to protocol.Time
	cause    Cause // Waiting or Air
}

// back returns the parts of the path that led to a handler since an instant, the last first. They follow each
// other without a gap.
func (s *step) back(since protocol.Time) (parts []part) {
	for to := s.at; to > since; {
		p := part{from: since, to: to, cause: waitTime}
		if s != nil {
			p.from = max(s.from, since)
			if s.sent {
				p.cause = onAir
			}
			s = s.cause
		}
		if p.to > p.from {
			parts = append(parts, p)
		}
		to = p.from
	}
	return parts
}

// forget drops the steps that no path needs which begins at or after an instant.
func (m *meter) forget(before protocol.Time) {
	for key, s := range m.steps.sent {
		if s.at < before {
			delete(m.steps.sent, key)
		}
	}
	for _, n := range m.nodes {
		kept := n.handled[:0]
		for _, s := range n.handled {
			if s.at < before {
				continue
			}
			if s.cause != nil && s.cause.at < before {
				s.cause = nil
			}
			kept = append(kept, s)
		}
		clear(n.handled[len(kept):])
		n.handled = kept
	}
}
