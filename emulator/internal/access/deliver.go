package access

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/trace"
)

// deliver gives node i a frame that its radio has received.
func (l *Layer) deliver(i kernel.Slot, f *Frame) {
	if l.Intercept != nil {
		kept := *f // a copy on the heap, so that f need not be there
		l.Intercept(i, &kept)
		return
	}
	l.Give(i, f)
}

// deliverAll gives a broadcast to its receivers, in order.
func (l *Layer) deliverAll(to []kernel.Slot, f *Frame) {
	if l.Intercept != nil {
		for _, i := range to {
			l.deliver(i, f)
		}
		return
	}
	gathered := l.Gather(to, &f.Packet)
	for _, i := range to { // with deliver there would be two more calls for each
		if !l.Deliver(i, &f.Packet) {
			l.lose(f, i, trace.WhyQueue)
		}
	}
	if gathered {
		l.Gathered()
	}
}

// Give gives node i's machine, which runs, the message of a frame.
func (l *Layer) Give(i kernel.Slot, f *Frame) {
	if !l.Deliver(i, &f.Packet) {
		l.lose(f, i, trace.WhyQueue)
	}
}

// arrived handles a unicast frame that the radio of its addressee has received for the
// first time: it gives the frame to the machine, or forwards it.
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

// onAir is what is recorded and charged for a frame that has ended.
type onAir struct {
	from, to kernel.Slot // to is nowhere for a broadcast
	number   uint64
	class    protocol.Class
	bytes    int   // of the whole frame
	rate     uint8 // 0: the link's
	attempt  uint8
	why      trace.Why // it was sent
}

// nowhere is the slot of no node: the kernel returns Nobody as its ID.
const nowhere kernel.Slot = -1

// sending is the onAir of a frame with a message.
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

// transmitted records a frame that has ended, and charges its sender. It reports whether
// the sender lasted to the frame's end.
func (l *Layer) transmitted(a onAir) (whole bool) {
	l.Sent++
	if l.Wants(trace.Transmit) {
		r := &l.transmit
		r.Kind, r.Node, r.Peer, r.Frame, r.Class = trace.Transmit, l.ID(a.from), l.ID(a.to), a.number, a.class
		r.Bytes, r.Value, r.Why = int32(a.bytes), int64(a.attempt), a.why
		l.NoteKept(r)
	}
	return l.Meter == nil || l.Meter.Transmitted(a.from, a.class, l.lastsAt(a.rate, a.bytes))
}

// charge charges nodes, in the order of their IDs, for having received it.
func (l *Layer) charge(a onAir, by ...kernel.Slot) {
	if l.Meter != nil {
		l.Meter.Received(a.class, l.lastsAt(a.rate, a.bytes), by...)
	}
}

// chargeOne is charge for one node.
func (l *Layer) chargeOne(a onAir, by kernel.Slot) {
	l.one[0] = by // not on the stack: a Meter is given a slice
	l.charge(a, l.one[:]...)
}
