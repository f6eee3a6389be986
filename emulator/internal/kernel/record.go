package kernel

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// open sorts the sinks by what they want.
func (k *Kernel) open(sinks []trace.Sink) {
	for _, s := range sinks {
		k.wants |= s.Wants()
		for kind := range k.sinks {
			if s.Wants().Has(trace.Kind(kind)) {
				k.sinks[kind] = append(k.sinks[kind], s)
			}
		}
	}
}

// Wants says whether a sink wants a kind of record. Hot paths ask it first, so that
// nothing is built for nobody.
func (k *Kernel) Wants(kind trace.Kind) bool { return k.wants.Has(kind) }

// Note gives a record of this instant to whoever wants its kind.
func (k *Kernel) Note(r trace.Record) {
	sinks := k.sinks[r.Kind]
	if len(sinks) == 0 {
		return
	}
	k.scratch = r // sinks get a pointer: r itself would be allocated for each record
	k.scratch.At = protocol.Time(k.now)
	for _, s := range sinks {
		s.Record(&k.scratch)
	}
}

// noteReceipt is Note for the most frequent record: only the fields that a
// reception uses are written.
func (k *Kernel) noteReceipt(node protocol.ID, p *Packet) {
	r := &k.receipt
	r.Kind = trace.Receive
	r.At = protocol.Time(k.now)
	r.Node, r.Peer = node, p.Origin
	r.Frame, r.Bytes, r.Message, r.Class = p.Number, p.Bytes, p.Kind, p.Class
	for _, s := range k.sinks[trace.Receive] {
		s.Record(r)
	}
}

// inspect records what node i shows of its state, where it differs from what it
// showed before. A machine shows the same names in the same order each time.
func (k *Kernel) inspect(i Slot) {
	if k.shown == nil {
		k.shown = make([][]int64, k.Nodes)
	}
	before, n := k.shown[i], 0
	protocol.Inspect(k.nodes[i].machine, func(name string, value int64) {
		if n == len(before) {
			before = append(before, ^value)
		}
		if before[n] != value {
			before[n] = value
			k.Note(trace.Record{Kind: trace.State, Node: k.ID(i), Name: name, Value: value})
		}
		n++
	})
	k.shown[i] = before
}
