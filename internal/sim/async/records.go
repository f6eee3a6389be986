package async

import (
	"slices"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/trace"
)

// Records give sinks what happens, with the instants that it has without Rebase. They ask nothing
// of the system: they keep how far time was moved, and what each node showed last.
type Records struct {
	moved   time.Duration // by Rebase, so far
	sinks   []trace.Sink
	each    []trace.Set          // what each wants, asked once
	wants   trace.Set            // what any wants
	classes *[256]protocol.Class // by kind of message; shared by all copies
	shown   [][]int64            // by node, what it showed last
	record  trace.Record         // sinks get a pointer to it; a local record would be allocated each time
}

func newRecords(o *Options) Records {
	r := Records{moved: time.Duration(o.Origin), classes: new([256]protocol.Class), shown: make([][]int64, len(o.Values))}
	for _, k := range o.Kinds {
		r.classes[k.Kind()] = k.Class
	}
	return r
}

// Attach gives sinks the records from now on.
func (r *Records) Attach(sinks ...trace.Sink) {
	r.sinks = append(r.sinks, sinks...)
	for _, sink := range sinks {
		r.each = append(r.each, sink.Wants())
		r.wants |= sink.Wants()
	}
	clear(r.shown)
}

// Elapsed is the time from the origin to an instant.
func (r *Records) Elapsed(at protocol.Time) time.Duration { return at.Add(-r.moved).Sub(0) }

// note gives a record to the sinks that want its kind.
func (r *Records) note(now protocol.Time, of trace.Record) {
	if !r.wants.Has(of.Kind) {
		return
	}
	r.record = of
	r.record.At = now.Add(-r.moved)
	for i, sink := range r.sinks {
		if r.each[i].Has(of.Kind) {
			sink.Record(&r.record)
		}
	}
}

// message is note for a message of node id that is sent, received or lost.
func (r *Records) message(now protocol.Time, k trace.Kind, id protocol.ID, f Frame) {
	if !r.wants.Has(k) {
		return
	}
	content := f.Message
	if r.moved != 0 {
		content = protocol.Shift(content, -r.moved)
	}
	out := trace.Record{Kind: k, Node: id, Peer: f.From, Frame: f.Number, Message: f.Message.Kind(),
		Bytes: int32(protocol.Size(f.Message)), Content: content}
	if k == trace.Send {
		out.Peer, out.Content = f.To, recorded(content, id)
		out.Message = out.Content.Kind()
	}
	out.Class = r.classes[out.Message]
	r.note(now, out)
}

// recorded returns the message to record: the contents of an envelope that the node made
// itself, or an envelope that it forwards or repeats.
func recorded(m protocol.Message, by protocol.ID) protocol.Message {
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

// state records the values that a machine shows and that have changed. Instants among them
// are those without Rebase, as the times of records are.
func (r *Records) state(now protocol.Time, id protocol.ID, m protocol.Machine) {
	before, k := r.shown[id-1], 0
	optional.Inspect(r.unmoved(now, m), func(name string, value int64) {
		if k == len(before) {
			before = append(before, ^value)
		}
		if before[k] != value {
			before[k] = value
			r.note(now, trace.Record{Kind: trace.State, Node: id, Name: name, Value: value})
		}
		k++
	})
	r.shown[id-1] = before
}

// unmoved returns a machine whose instants are those without Rebase, from a start at zero: a
// copy if Rebase has moved them. If the machine cannot be copied or moved in time, unmoved
// returns the machine itself.
func (r *Records) unmoved(now protocol.Time, m protocol.Machine) protocol.Machine {
	if r.moved == 0 || m == nil || !shifts(m) {
		return m
	}
	back := optional.Copy(m)
	if back == nil {
		return m
	}
	optional.Shift(back, now, -r.moved)
	return back
}

// forget makes state record all values again, after a boot.
func (r *Records) forget(id protocol.ID) { r.shown[id-1] = nil }

// clone returns the records for other sinks, which replace these in the same order.
func (r *Records) clone(sinks []trace.Sink) Records {
	c := Records{moved: r.moved, classes: r.classes, shown: make([][]int64, len(r.shown))}
	if len(sinks) == 0 {
		return c
	}
	c.sinks, c.each, c.wants = sinks, r.each, r.wants
	for i := range c.shown {
		c.shown[i] = slices.Clone(r.shown[i])
	}
	return c
}
