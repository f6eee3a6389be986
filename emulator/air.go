package emulator

import (
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// transmission is one frame from its hand-over to its end.
type transmission struct {
	message     protocol.Message
	number      uint64 // of the logical message
	start       int64  // of this attempt; before it is on the air, no earlier than this
	origin      protocol.ID
	from, to    protocol.ID // of this hop; to is Nobody for a broadcast
	final       protocol.ID // of a routed message
	bytes       int32       // of the message
	next        int32       // in the sender's queue, or in the free list
	incarnation uint32      // of the sender
	class       protocol.Class
	kind        protocol.Kind // of the message as the trace names it
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
	armed      bool // a freeEvent is queued
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
	t.message = nil
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

// say hands over what node i's machine sends.
func (w *World) say(i int, e *protocol.Effect) {
	w.frames++
	k := w.air.take()
	t := &w.air.pool[k]
	spoken, class := w.class(e.Message, id(i))
	*t = transmission{
		message:     e.Message,
		number:      w.frames,
		start:       w.now + within(&w.nodes[i].medium, e.Within),
		origin:      id(i),
		from:        id(i),
		to:          e.To,
		bytes:       int32(e.Message.WireSize()),
		incarnation: w.nodes[i].incarnation,
		class:       class,
		kind:        spoken.Kind(),
	}
	if w.wants.Has(trace.Send) {
		w.note(trace.Record{Kind: trace.Send, Node: id(i), Peer: e.To, Frame: t.number, Bytes: t.bytes,
			Message: t.kind, Class: class, Content: spoken})
	}
	switch {
	case e.Op == protocol.OpRoute:
		t.routed, t.final = true, e.To
		w.forward(k)
	case e.Op == protocol.OpSend && e.To == id(i):
		w.selfAddressed(k)
	default:
		w.hand(k)
	}
}

// hand gives transmission k to its sender's radio.
func (w *World) hand(k int32) {
	t := &w.air.pool[k]
	t.attempt, t.delivered = 1, false
	o := &w.nodes[t.from-1].radio
	if o.head == 0 && o.freeAt <= w.now {
		w.launch(k, o)
		return
	}
	if o.waiting >= queueLimit {
		w.mutes.full(w, int(t.from)-1)
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
	t.start = max(t.start, w.now)
	if w.duty != nil {
		when, ok := w.admit(t, t.start)
		if !ok {
			w.air.give(k)
			return
		}
		t.start = when
		w.logAir(int(t.from)-1, when, w.airtime(t.bytes))
	}
	air := int64(w.airtime(t.bytes))
	ends := t.start + air + w.field.delay
	o.freeAt = t.start + air
	if t.to != protocol.Nobody && !w.field.wired {
		o.freeAt = ends + w.ackSpan()
	}
	w.schedule(ends, arriveEvent, uint32(k))
}

func (w *World) airtime(messageBytes int32) time.Duration {
	return w.cfg.Link.Airtime(int(messageBytes) + w.cfg.Link.HeaderBytes)
}

// ackSpan is from the end of a frame at its receiver to the end of the
// acknowledgement at its sender.
func (w *World) ackSpan() int64 {
	return int64(w.cfg.Link.Airtime(w.cfg.Link.AckBytes)) + w.field.delay
}

func (w *World) awaitRadio(o *outbox, owner protocol.ID) {
	if !o.armed {
		o.armed = true
		w.schedule(max(o.freeAt, w.now), freeEvent, uint32(owner-1))
	}
}

// onRadioFree lets the next waiting frame of node i go, unless a retry has taken
// the radio for longer.
func (w *World) onRadioFree(i int) {
	o := &w.nodes[i].radio
	o.armed = false
	if o.head == 0 {
		return
	}
	if o.freeAt <= w.now {
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
		w.awaitRadio(o, id(i))
	}
}

// lose records that a transmission did not reach node at.
func (w *World) lose(t *transmission, at protocol.ID, why trace.Why) {
	if !w.wants.Has(trace.Lost) {
		return
	}
	w.note(trace.Record{Kind: trace.Lost, Node: at, Peer: t.from, Frame: t.number, Bytes: t.bytes,
		Message: t.kind, Class: t.class, Why: why, Content: t.message})
}

// onAir charges transmission k, now ended, to its sender, and says whether that
// lasted to its end: a node whose battery ran empty meanwhile sent a part of it.
func (w *World) onAir(k int32) (whole bool) {
	t := &w.air.pool[k]
	w.counters.Transmissions++
	if w.wants.Has(trace.Transmit) {
		why := trace.WhyData
		if t.from != t.origin {
			why = trace.WhyRelay
		}
		w.note(trace.Record{Kind: trace.Transmit, Node: t.from, Peer: t.to, Frame: t.number, Class: t.class,
			Bytes: t.bytes + int32(w.cfg.Link.HeaderBytes), Value: int64(t.attempt), Why: why})
	}
	return !w.power.on || w.power.transmitted(w, int(t.from)-1, t.class, w.airtime(t.bytes))
}
