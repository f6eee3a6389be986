package story

import (
	"time"

	"bellwether/internal/sim/async"
	"bellwether/protocol"
	"bellwether/trace"
)

// tick is between two steps of a story that is watched: a second is enough to read one.
const tick = protocol.Time(time.Second)

// A recorder gives sinks a story as a trace: who is who, and the links, which a System does not
// record; and with an instant for each step, since in a story no time passes.
type recorder struct {
	sinks  []trace.Sink
	now    protocol.Time
	linked map[async.Pair]bool
	nodes  int // of the world so far
}

// Wants is part of trace.Sink.
func (r *recorder) Wants() (wanted trace.Set) {
	for _, sink := range r.sinks {
		wanted |= sink.Wants()
	}
	return wanted
}

// Record is part of trace.Sink. A message that arrives or is lost, and a timer, begin a step.
func (r *recorder) Record(record *trace.Record) {
	switch record.Kind {
	case trace.Receive, trace.Lost, trace.Timer:
		r.now += tick
	}
	r.give(*record)
}

func (r *recorder) give(record trace.Record) {
	record.At = r.now
	for _, sink := range r.sinks {
		if sink.Wants().Has(record.Kind) {
			sink.Record(&record)
		}
	}
}

// before comes ahead of a directive: one that makes a world ends the one before it.
func (r *recorder) before(d Directive) {
	if d.Verb != "nodes" {
		return
	}
	r.each(func(ends async.Pair) {
		if r.linked[ends] {
			r.give(trace.Record{Kind: trace.LinkDown, Node: ends.A, Peer: ends.B})
		}
	})
	for id := range protocol.ID(r.nodes) {
		r.give(trace.Record{Kind: trace.Absent, Node: id + 1})
	}
	r.linked = map[async.Pair]bool{}
}

// each visits all pairs of nodes.
func (r *recorder) each(visit func(async.Pair)) {
	for a := protocol.ID(1); int(a) <= r.nodes; a++ {
		for b := a + 1; int(b) <= r.nodes; b++ {
			visit(async.Pair{A: a, B: b})
		}
	}
}

// next ends a directive: what it did to the links is recorded, and the next one is a step.
func (r *recorder) next(d Directive, w *board) {
	if w == nil {
		return
	}
	if d.Verb == "nodes" {
		r.nodes = len(w.names)
		for i, name := range w.names {
			r.give(trace.Record{Kind: trace.Named, Node: protocol.ID(i + 1), Peer: protocol.ID(i + 1), Name: name})
		}
	}
	r.each(func(ends async.Pair) {
		is := w.Topology.Linked(ends.A, ends.B)
		if is == r.linked[ends] {
			return
		}
		kind := trace.LinkUp
		if !is {
			kind = trace.LinkDown
		}
		r.linked[ends] = is
		r.give(trace.Record{Kind: kind, Node: ends.A, Peer: ends.B})
	})
	r.now += tick
}
