package causality

import (
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// Slack returns by how much a span of an election's path can become shorter and still make the
// election shorter by the same amount. Beyond that something else decides: other is that
// event.
//
// A node that waits for several messages goes on with the last of them. Messages of one kind
// and election are taken to be waited for together. The last node to decide may also be one
// that the span does not lead to. A time-out that sets the next one may set it to the same
// instant as before, as in rounds: then the slack is 0.
//
// The result is exact if the rest of the election goes the same way. It may not: broadcasts
// wait for a random time, which differs at another instant, and another node may be suspected
// first.
func (h *History) Slack(p *Path, span int) (slack protocol.Time, other int) {
	s := p.Spans[span]
	for _, later := range p.Spans[span+1:] {
		if later.Kind != Handling {
			if later.Kind == Waiting && s.Kind == Waiting {
				return 0, later.To
			}
			break
		}
	}
	slack, other = s.Lasts, s.From
	bound := func(by protocol.Time, event int) {
		if by < slack {
			slack, other = max(0, by), event
		}
	}
	for _, later := range p.Spans[span+1:] {
		e := &h.Events[later.To]
		if later.Kind != Sending {
			continue
		}
		if i := h.like(later.To, h.Events[s.From].At); i != nobody {
			bound(e.At-h.Events[i].At, i)
		}
	}
	last := &h.Events[p.Spans[len(p.Spans)-1].To]
	for i := range h.Events {
		e := &h.Events[i]
		if e.At > last.At {
			break
		}
		if e.Kind == trace.Elected && e.Computation == last.Computation && e.Peer != protocol.Nobody && !h.follows(i, s.To) {
			bound(last.At-e.At, i)
		}
	}
	return slack, other
}

// like finds the last message before a received one that is of its kind and election and came to the same node, after an instant.
func (h *History) like(of int, after protocol.Time) int {
	e := &h.Events[of]
	for i := of - 1; i >= 0 && h.Events[i].At > after; i-- {
		o := &h.Events[i]
		if o.Kind == trace.Receive && o.Node == e.Node && o.Message == e.Message && o.Computation == e.Computation {
			return i
		}
	}
	return nobody
}

// follows reports whether an event is the given one or was caused by it, directly or
// indirectly.
func (h *History) follows(i, from int) bool {
	for i > from {
		c, caused := h.Cause(i)
		if !caused {
			return false
		}
		i = c
	}
	return i == from
}

// A passage is where the time of a message went, from its sending to its arrival. The parts add up to it.
type passage struct {
	Queue   protocol.Time // until the first frame of its sender began: the queue, and the wait for the medium
	Relays  protocol.Time // until the first frame of the node that it arrived from began
	Retries protocol.Time // until the frame that arrived began
	Air     protocol.Time // until it was there
}

// passage returns where the time of a span of Sending went; false if the trace records no
// frames, or not how long they last.
func (h *History) passage(s Span) (p passage, known bool) {
	air := h.Header.Origin.Measured.Air
	if air == nil {
		return p, false
	}
	link := radio.Link{BitrateBps: air.BitrateBps, Preamble: air.Preamble, Symbol: radio.Symbol{Bits: air.SymbolBits, Extra: air.SymbolExtra, Lasts: air.SymbolLasts}}
	from, to := &h.Events[s.From], &h.Events[s.To]
	first, hop, arrived := nobody, nobody, nobody
	for i := s.From; i < s.To; i++ {
		e := &h.Events[i]
		if e.Kind != trace.Transmit || e.Frame != to.Frame || e.Why == trace.WhyAck || e.Why == trace.WhyRTS || e.Why == trace.WhyCTS {
			continue
		}
		if first == nobody {
			first = i
		}
		if e.Peer == to.Node || e.Peer == protocol.Nobody {
			if hop == nobody || h.Events[hop].Node != e.Node {
				hop = i
			}
			arrived = i
		}
	}
	if arrived == nobody {
		return p, false
	}
	began := func(i int) protocol.Time { // a frame is recorded when it has ended
		return h.Events[i].At - protocol.Time(link.Airtime(int(h.Events[i].Bytes)))
	}
	return passage{began(first) - from.At, began(hop) - began(first), began(arrived) - began(hop), to.At - began(arrived)}, true
}
