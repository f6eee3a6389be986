package story

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// Attach gives sinks what happens from the next nodes on, in the records of
// package emulator: boots, capabilities, crashes, messages with their contents,
// timers, what machines show, elections and beliefs. Nothing is sampled, nothing
// is transmitted and nothing moves here, so there are no records of that; nor is
// there an end, since a directive may always follow.
func (s *Story) Attach(sinks ...trace.Sink) { s.sinks = append(s.sinks, sinks...) }

// witness passes records on.
type witness struct {
	sinks  []trace.Sink
	wants  trace.Set
	frames uint64            // messages said so far
	shown  [maxNodes][]int64 // by node, what it showed last
	record trace.Record      // sinks get a pointer: a local one would be allocated each time
}

func newWitness(sinks []trace.Sink) witness {
	v := witness{sinks: sinks}
	for _, s := range sinks {
		v.wants |= s.Wants()
	}
	return v
}

// note gives a record of this instant to whoever wants its kind.
func (w *world) note(r trace.Record) {
	if !w.wants.Has(r.Kind) {
		return
	}
	w.record = r
	w.record.At = w.now
	for _, s := range w.sinks {
		if s.Wants().Has(r.Kind) {
			s.Record(&w.record)
		}
	}
}

// noteMessage is note for a message of node id, said, received or lost.
func (w *world) noteMessage(k trace.Kind, id protocol.ID, f flight) {
	if !w.wants.Has(k) {
		return
	}
	r := trace.Record{Kind: k, Node: id, Peer: f.from, Frame: f.frame, Message: f.message.Kind(),
		Bytes: int32(f.message.WireSize()), Content: f.message}
	if k == trace.Send {
		r.Peer, r.Content = f.to, spoken(f.message, id)
		r.Message = r.Content.Kind()
	}
	r.Class = w.classes[r.Message]
	w.note(r)
}

// spoken is what a node says with a message: what an envelope of its own holds,
// and one that it passes on or says again as it is.
func spoken(m protocol.Message, by protocol.ID) protocol.Message {
	for {
		c, ok := m.(protocol.Carrier)
		if !ok {
			return m
		}
		origin, inner := c.Carried()
		if origin != by {
			return m
		}
		m = inner
	}
}

// inspect notes what a node shows of its state, where it differs from what it
// showed before.
func (w *world) inspect(id protocol.ID) {
	if !w.wants.Has(trace.State) {
		return
	}
	before, k := w.shown[id-1], 0
	protocol.Inspect(w.at(id).machine, func(name string, value int64) {
		if k == len(before) {
			before = append(before, ^value)
		}
		if before[k] != value {
			before[k] = value
			w.note(trace.Record{Kind: trace.State, Node: id, Name: name, Value: value})
		}
		k++
	})
	w.shown[id-1] = before
}
