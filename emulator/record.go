package emulator

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// open sorts the sinks by what they want.
func (w *World) open(sinks []trace.Sink) {
	for _, s := range sinks {
		w.wants |= s.Wants()
		for k := range w.sinks {
			if s.Wants().Has(trace.Kind(k)) {
				w.sinks[k] = append(w.sinks[k], s)
			}
		}
	}
}

// note gives a record of this instant to whoever wants its kind. Hot paths ask
// w.wants first, so that nothing is built for nobody.
func (w *World) note(r trace.Record) {
	sinks := w.sinks[r.Kind]
	if len(sinks) == 0 {
		return
	}
	w.scratch = r // sinks get a pointer: r itself would be allocated for each record
	w.scratch.At = protocol.Time(w.now)
	for _, s := range sinks {
		s.Record(&w.scratch)
	}
}

// noteReceipt is note for the most frequent record: only the fields that a
// reception uses are written.
func (w *World) noteReceipt(i int, t *transmission, peer protocol.ID) {
	r := &w.receipt
	r.Kind = trace.Receive
	r.At = protocol.Time(w.now)
	r.Node, r.Peer = id(i), peer
	r.Frame, r.Bytes, r.Message, r.Class = t.number, t.bytes, t.kind, t.class
	for _, s := range w.sinks[trace.Receive] {
		s.Record(r)
	}
}

// class is the account that a message said by node origin is charged to: what an
// envelope holds counts as itself when its maker sends it, and as routing when
// another passes it on.
func (w *World) class(m protocol.Message, sender protocol.ID) (protocol.Message, protocol.Class) {
	for {
		c, ok := m.(protocol.Carrier)
		if !ok {
			return m, w.kinds[m.Kind()]
		}
		origin, inner := c.Carried()
		if origin != sender {
			return m, protocol.ClassRouting
		}
		m = inner
	}
}

// inspect records what node i shows of its state, where it differs from what it
// showed before. A machine shows the same names in the same order each time.
func (w *World) inspect(i int) {
	if w.shown == nil {
		w.shown = make([][]int64, w.cfg.Nodes)
	}
	before, k := w.shown[i], 0
	protocol.Inspect(w.nodes[i].machine, func(name string, value int64) {
		if k == len(before) {
			before = append(before, ^value)
		}
		if before[k] != value {
			before[k] = value
			w.note(trace.Record{Kind: trace.State, Node: id(i), Name: name, Value: value})
		}
		k++
	})
	w.shown[i] = before
}
