package story

import (
	"time"

	"bellwether/internal/steps"
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
	linked map[steps.Pair]bool
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

// next ends a directive: what it did to the links is recorded, and the next one is a step.
func (r *recorder) next(d Directive, w *board) {
	if w == nil {
		return
	}
	if d.Verb == "nodes" {
		r.linked = map[steps.Pair]bool{}
		for i, name := range w.names {
			r.give(trace.Record{Kind: trace.Named, Node: protocol.ID(i + 1), Peer: protocol.ID(i + 1), Name: name})
		}
	}
	for a := protocol.ID(1); int(a) <= len(w.names); a++ {
		for b := a + 1; int(b) <= len(w.names); b++ {
			ends := steps.Pair{A: a, B: b}
			is := w.Linked(a, b)
			if is == r.linked[ends] {
				continue
			}
			kind := trace.LinkUp
			if !is {
				kind = trace.LinkDown
			}
			r.linked[ends] = is
			r.give(trace.Record{Kind: kind, Node: a, Peer: b})
		}
	}
	r.now += tick
}
