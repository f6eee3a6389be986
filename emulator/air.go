package emulator

import (
	"time"

	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/trace"
)

// transmission is one frame from its hand-over to its end.
type transmission struct {
	kernel.Packet
	start       int64       // of this attempt; before it is on the air, no earlier than this
	from, to    protocol.ID // of this hop; to is Nobody for a broadcast
	final       protocol.ID // of a routed message
	next        int32       // in the sender's queue, or in the free list
	incarnation uint32      // of the sender
	attempt     uint8
	routed      bool
	delivered   bool // the receiver has it, only the acknowledgement was lost
	hopeless    bool // no route: it is charged and lost
}

// outbox is a node's radio: frames leave in the order they came.
type outbox struct {
	freeAt     int64 // until then a frame (with its acknowledgement) is on the air
	head, tail int32 // waiting frames, as index+1 into the pool; 0 is none
	waiting    int32
	armed      bool // an event is queued
}

// queueLimit bounds the frames that wait in one radio: a second of maximal
// frames at the default bitrate is some 160; beyond a thousand the world is
// broken and says so in the trace.
const queueLimit = 1024

// air is the pool of transmissions.
type air struct {
	pool []transmission
	free int32 // index+1
}

func (a *air) take() int32 {
	if a.free != 0 {
		k := a.free - 1
		a.free = a.pool[k].next
		return k
	}
	a.pool = append(a.pool, transmission{})
	return int32(len(a.pool) - 1)
}

func (a *air) give(k int32) {
	t := &a.pool[k]
	t.Message = nil
	t.next = a.free
	a.free = k + 1
}

// discard empties the queue of a radio that stops. The frame on the air ends by
// itself, in vain.
func (a *air) discard(o *outbox) {
	for o.head != 0 {
		k := o.head - 1
		o.head = a.pool[k].next
		a.give(k)
	}
	o.tail, o.waiting = 0, 0
}

// Say hands over what node i's machine sends.
func (w *World) Say(i kernel.Slot, e *protocol.Effect) {
	w.frames++
	k := w.air.take()
	t := &w.air.pool[k]
	spoken, class := w.Class(e.Message, w.ID(i))
	*t = transmission{
		Packet:      kernel.Packet{Message: e.Message, Number: w.frames, Origin: w.ID(i), Bytes: int32(e.Message.WireSize()), Class: class, Kind: spoken.Kind()},
		start:       w.Kernel.Now() + draw.Within(&w.nodes[i].medium, e.Within),
		from:        w.ID(i),
		to:          e.To,
		incarnation: w.Incarnation(i),
	}
	if w.Wants(trace.Send) {
		w.Note(trace.Record{Kind: trace.Send, Node: w.ID(i), Peer: e.To, Frame: t.Number, Bytes: t.Bytes,
			Message: t.Kind, Class: class, Content: spoken})
	}
	switch {
	case e.Op == protocol.OpRoute:
		t.routed, t.final = true, e.To
		w.forward(k)
	case e.Op == protocol.OpSend && e.To == w.ID(i):
		w.selfAddressed(k)
	default:
		w.hand(k)
	}
}

// hand gives transmission k to its sender's radio.
func (w *World) hand(k int32) {
	t := &w.air.pool[k]
	t.attempt, t.delivered = 1, false
	o := &w.nodes[w.Slot(t.from)].radio
	if o.head == 0 && o.freeAt <= w.Kernel.Now() {
		w.launch(k, o)
		return
	}
	if o.waiting >= queueLimit {
		w.mutes.full(w, w.Slot(t.from))
		w.lose(t, t.from, trace.WhyQueue)
		w.air.give(k)
		return
	}
	t.next = 0
	if o.tail == 0 {
		o.head = k + 1
	} else {
		w.air.pool[o.tail-1].next = k + 1
	}
	o.tail = k + 1
	o.waiting++
	w.awaitRadio(o, t.from)
}

// launch puts transmission k on the air as soon as its jitter is over, and takes
// the radio until it, and an acknowledgement if there is one, has ended.
func (w *World) launch(k int32, o *outbox) {
	if w.csma != nil {
		w.contend(k, o)
		return
	}
	t := &w.air.pool[k]
	t.start = max(t.start, w.Kernel.Now())
	if w.duty != nil {
		when, ok := w.admit(t, t.start)
		if !ok {
			w.air.give(k)
			return
		}
		t.start = when
		w.logAir(w.Slot(t.from), when, w.airtime(t.Bytes))
	}
	air := int64(w.airtime(t.Bytes))
	ends := t.start + air + w.delay
	o.freeAt = t.start + air
	if t.to != protocol.Nobody && !w.wired {
		o.freeAt = ends + w.ackSpan()
	}
	w.At(ends, w.on.arrive, uint32(k))
}

func (w *World) airtime(messageBytes int32) time.Duration {
	return w.cfg.Link.Airtime(int(messageBytes) + w.cfg.Link.HeaderBytes)
}

// ackSpan is from the end of a frame at its receiver to the end of the
// acknowledgement at its sender.
func (w *World) ackSpan() int64 {
	return int64(w.cfg.Link.Airtime(w.cfg.Link.AckBytes)) + w.delay
}

func (w *World) awaitRadio(o *outbox, owner protocol.ID) {
	if !o.armed {
		o.armed = true
		w.At(max(o.freeAt, w.Kernel.Now()), w.on.free, uint32(w.Slot(owner)))
	}
}

// onRadioFree lets the next waiting frame of node i go, unless a retry has taken
// the radio for longer.
func (w *World) onRadioFree(i kernel.Slot) {
	o := &w.nodes[i].radio
	o.armed = false
	if o.head == 0 {
		return
	}
	if o.freeAt <= w.Kernel.Now() {
		k := o.head - 1
		o.head = w.air.pool[k].next
		if o.head == 0 {
			o.tail = 0
		}
		o.waiting--
		w.mutes.room(w, i)
		w.launch(k, o)
	}
	if o.head != 0 {
		w.awaitRadio(o, w.ID(i))
	}
}

// lose records that a transmission did not reach node at.
func (w *World) lose(t *transmission, at protocol.ID, why trace.Why) {
	if !w.Wants(trace.Lost) {
		return
	}
	w.Note(trace.Record{Kind: trace.Lost, Node: at, Peer: t.from, Frame: t.Number, Bytes: t.Bytes,
		Message: t.Kind, Class: t.Class, Why: why, Content: t.Message})
}

// onAir charges transmission k, now ended, to its sender, and says whether that
// lasted to its end: a node whose battery ran empty meanwhile sent a part of it.
func (w *World) onAir(k int32) (whole bool) {
	t := &w.air.pool[k]
	w.sent++
	if w.Wants(trace.Transmit) {
		why := trace.WhyData
		if t.from != t.Origin {
			why = trace.WhyRelay
		}
		w.Note(trace.Record{Kind: trace.Transmit, Node: t.from, Peer: t.to, Frame: t.Number, Class: t.Class,
			Bytes: t.Bytes + int32(w.cfg.Link.HeaderBytes), Value: int64(t.attempt), Why: why})
	}
	return w.batteries.Transmitted(w.Slot(t.from), t.Class, w.airtime(t.Bytes))
}
