package causality

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// beginning returns the Electing that began the election which led to an event; nobody if no
// election led to it, or if it is not known. Where each node has an election of its own
// (bully, a ring), it is the election of the node at which the chain begins, not of the node
// that the question names.
func (h *History) beginning(last int) int {
	c := h.Events[last].Computation
	if c == (protocol.Computation{}) {
		return nobody
	}
	chain := h.Back(last, 0)
	on := make(map[int]bool, len(chain))
	for _, i := range chain {
		on[i] = true
	}
	root, first, shared := nobody, nobody, false
	for i := range h.Events {
		e := &h.Events[i]
		if e.Kind != trace.Electing {
			continue
		}
		shared = shared || e.Computation.Source != e.Node
		if !h.comesOf(i, on, chain[0]) {
			continue
		}
		if e.Computation == c && first == nobody {
			first = i
		}
		if cause, caused := h.Cause(i); !caused || h.Events[cause].Kind != trace.Receive {
			root = i
		}
	}
	switch {
	case !shared && root != nobody:
		return root
	case first != nobody:
		return first
	}
	return h.began(c)
}

// comesOf reports whether an event is an effect of a chain, or happened together with the
// chain's first event, which has no cause.
func (h *History) comesOf(i int, on map[int]bool, first int) bool {
	if cause, caused := h.Cause(i); caused {
		return on[cause]
	}
	e, f := &h.Events[i], &h.Events[first]
	return e.Node == f.Node && e.At == f.At
}

// lacks names what the trace does not record, if a chain ends for that reason; else "".
func (h *History) lacks(first int) string {
	if _, caused := h.Cause(first); caused {
		return ""
	}
	switch h.Events[first].Kind {
	case trace.Boot, trace.Crash, trace.Absent, trace.Fault:
		return ""
	default:
	}
	var timers, timed, sends bool
	for i := range h.Events {
		switch e := &h.Events[i]; e.Kind {
		case trace.Timer:
			timers, timed = true, timed || e.Frame != 0
		case trace.Send:
			sends = true
		default:
		}
	}
	switch {
	case !sends:
		return "The trace has no messages that were sent: what a node did because it heard one has no cause here."
	case !timers:
		return "The trace has no time-outs: what a node did because one ran out has no cause here."
	case h.live():
		return "Agents wrote the trace: it does not tell what set a time-out, and what an agent does is taken to come of what it handled last."
	case !timed:
		return "The trace does not tell what set a time-out, since an older program wrote it. bellwether run makes a new one with --trace."
	}
	return ""
}
