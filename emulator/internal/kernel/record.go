package kernel

import (
	"bellwether/internal/contract/optional"
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

// Wants reports whether a sink wants a kind of record. Hot paths call it first, so that they
// build no record that nobody reads.
func (k *Kernel) Wants(kind trace.Kind) bool { return k.wants.Has(kind) }

// Note gives a record with the present time to the sinks that want its kind.
func (k *Kernel) Note(r trace.Record) {
	sinks := k.sinks[r.Kind]
	if len(sinks) == 0 {
		return
	}
	k.scratch = r // sinks get a pointer to it: r itself would be allocated for each record
	k.NoteKept(&k.scratch)
}

// NoteKept is Note for a record that its caller keeps and reuses: frequent records then
// need no copy.
func (k *Kernel) NoteKept(r *trace.Record) {
	k.tellReceipts()
	r.At = protocol.Time(k.now)
	for _, s := range k.sinks[r.Kind] {
		s.Record(r)
	}
}

// receipts are receptions of one packet at one instant that sinks have not got yet: they
// get them together, before any other record.
type receipts struct {
	record trace.Record // of each, but for the node
	nodes  []protocol.ID
}

// noteReceipt is Note for the most frequent record.
func (k *Kernel) noteReceipt(node protocol.ID, p *Packet) {
	r := &k.receipts
	if len(r.nodes) == 0 || r.record.Frame != p.Number || r.record.Class != p.Class {
		k.tellReceipts()
		r.record = trace.Record{Kind: trace.Receive, At: protocol.Time(k.now), Peer: p.Origin,
			Frame: p.Number, Bytes: p.Bytes, Message: p.Kind, Class: p.Class}
	}
	r.nodes = append(r.nodes, node)
}

// tellReceipts gives the receptions of one packet to the sinks that want them: before the
// next record, before code outside may run, and at the end of the event.
func (k *Kernel) tellReceipts() {
	if len(k.receipts.nodes) > 0 {
		k.tellAllReceipts()
	}
}

func (k *Kernel) tellAllReceipts() {
	r := &k.receipts
	for _, s := range k.sinks[trace.Receive] {
		trace.Receptions(s, &r.record, r.nodes)
	}
	r.nodes = r.nodes[:0]
}

// inspect records the values of node i's visible state that changed. A machine shows the
// same names in the same order each time.
func (k *Kernel) inspect(i Slot) {
	if k.shown == nil {
		k.shown = make([][]int64, k.Nodes)
	}
	before, n := k.shown[i], 0
	optional.Inspect(k.nodes[i].machine, func(name string, value int64) {
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
