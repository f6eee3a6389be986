package access

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/trace"
)

// deliver has node i hear a frame, which its radio has received.
func (l *Layer) deliver(i kernel.Slot, f *Frame) {
	if l.Intercept != nil {
		kept := *f // on the heap, where f need not be for that
		l.Intercept(i, &kept)
		return
	}
	l.Give(i, f)
}

// deliverAll has the receivers of a broadcast hear it, in order.
func (l *Layer) deliverAll(to []kernel.Slot, f *Frame) {
	if l.Intercept != nil {
		for _, i := range to {
			l.deliver(i, f)
		}
		return
	}
	for _, i := range to { // deliver would be two calls more for each
		if !l.Deliver(i, &f.Packet) {
			l.lose(f, i, trace.WhyQueue)
		}
	}
}

// Give gives node i's machine, which runs, the message of a frame.
func (l *Layer) Give(i kernel.Slot, f *Frame) {
	if !l.Deliver(i, &f.Packet) {
		l.lose(f, i, trace.WhyQueue)
	}
}

// arrived is for the addressee of a unicast frame, which its radio has received for the
// first time: it is for its machine, or to be passed on.
func (l *Layer) arrived(f *Frame) {
	if f.routed && f.final != f.To {
		l.relay(f)
		return
	}
	l.deliver(l.Slot(f.To), f)
}

// lose records that a frame did not reach node at.
func (l *Layer) lose(f *Frame, at kernel.Slot, why trace.Why) {
	if !l.Wants(trace.Lost) {
		return
	}
	l.Note(trace.Record{Kind: trace.Lost, Node: l.ID(at), Peer: f.From, Frame: f.Number, Bytes: f.Bytes,
		Message: f.Kind, Class: f.Class, Why: why, Content: f.Message})
}

// onAir is what is told and charged of a frame that has ended.
type onAir struct {
	from, to kernel.Slot // to is nowhere for a broadcast
	number   uint64
	class    protocol.Class
	bytes    int // of the whole frame
	attempt  uint8
	why      trace.Why // it was sent
}

// nowhere is no slot: the kernel has it that its ID is Nobody.
const nowhere kernel.Slot = -1

// sending is that of a frame with a message.
func (l *Layer) sending(f *Frame) onAir {
	a := onAir{from: l.Slot(f.From), to: nowhere, number: f.Number, class: f.Class,
		bytes: int(f.Bytes) + l.Link.HeaderBytes, attempt: f.attempt, why: trace.WhyData}
	if !f.broadcast() {
		a.to = l.Slot(f.To)
	}
	if f.From != f.Origin {
		a.why = trace.WhyRelay
	}
	return a
}

// transmitted records what has ended, and charges its sender. It says whether that
// lasted to its end.
func (l *Layer) transmitted(a onAir) (whole bool) {
	l.Sent++
	if l.Wants(trace.Transmit) {
		r := &l.transmit
		r.Kind, r.Node, r.Peer, r.Frame, r.Class = trace.Transmit, l.ID(a.from), l.ID(a.to), a.number, a.class
		r.Bytes, r.Value, r.Why = int32(a.bytes), int64(a.attempt), a.why
		l.NoteKept(r)
	}
	return l.Meter == nil || l.Meter.Transmitted(a.from, a.class, l.lasts(a.bytes))
}

// charge charges nodes, in the order of their IDs, for having received it.
func (l *Layer) charge(a onAir, by ...kernel.Slot) {
	if l.Meter != nil {
		l.Meter.Received(a.class, l.lasts(a.bytes), by...)
	}
}

// chargeOne is charge for one node.
func (l *Layer) chargeOne(a onAir, by kernel.Slot) {
	l.one[0] = by // not on the stack: a Meter is given a slice
	l.charge(a, l.one[:]...)
}
