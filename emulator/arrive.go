package emulator

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// onArrive ends a frame: whoever hears it now gets it.
func (w *World) onArrive(k int32) {
	t := &w.air.pool[k]
	if i := w.Slot(t.from); !w.Live(i) || w.Incarnation(i) != t.incarnation || w.reach.Off(i) {
		w.lose(t, t.from, trace.WhyDown)
		w.air.give(k)
		return
	}
	if t.from == t.to { // addressed to itself: kernel.Never on the air
		w.arriveAtSelf(k)
		return
	}
	whole := w.onAir(k)
	switch {
	case !whole:
		w.lose(t, t.from, trace.WhyDown)
		w.air.give(k)
	case t.hopeless:
		w.lose(t, t.from, trace.WhyNoRoute)
		w.air.give(k)
	case t.to == protocol.Nobody:
		w.arriveEverywhere(k)
	default:
		w.arriveAtOne(k)
	}
}

// arriveEverywhere delivers a broadcast to all who hear it, in the order of
// their IDs.
func (w *World) arriveEverywhere(k int32) {
	t := w.air.pool[k] // a copy: handlers grow the pool
	w.air.give(k)
	// The receivers that the channel spares are listed apart: their handlers may
	// ask for neighbours, which uses the buffer of hearers again. Listing touches
	// each one's memory before the first handler runs, so that in large worlds the
	// cache misses overlap.
	spared, touched := w.spared[:0], int64(0)
	heard, spoilt := w.reach.Hearers(w.Slot(t.from), t.start, w.frameBytes(&t))
	w.batteries.Received(t.Class, w.airtime(t.Bytes), heard...)
	for n, j := range heard {
		if spoilt != nil && spoilt[n] || w.reach.Strikes(w.Slot(t.from), j, t.start) {
			w.lose(&t, w.ID(j), trace.WhyLoss)
			continue
		}
		spared = append(spared, j)
		touched += w.Value(j)
	}
	w.spared, w.touched = spared, touched
	for _, j := range spared {
		w.deliver(j, &t)
	}
}

// deliver gives node i the message of t: once and now, unless the
// script has frames arrive twice or late.
func (w *World) deliver(i kernel.Slot, t *transmission) {
	if len(w.script.twists) > 0 {
		w.twist(i, t)
		return
	}
	w.hear(i, t)
}

// hear gives node i's machine the message of t.
func (w *World) hear(i kernel.Slot, t *transmission) {
	if !w.Deliver(i, &t.Packet) {
		w.lose(t, w.ID(i), trace.WhyQueue)
	}
}

// arriveAtOne ends one attempt of a unicast frame: data, acknowledgement, and
// what follows from their fates.
func (w *World) arriveAtOne(k int32) {
	t := &w.air.pool[k]
	to := w.Slot(t.to)
	why := w.fate(t)
	if why == trace.NoReason || why == trace.WhyLoss {
		w.batteries.Received(t.Class, w.airtime(t.Bytes), to)
	}
	if why != trace.NoReason {
		w.lose(t, t.to, why)
		w.again(k)
		return
	}
	first := !t.delivered
	t.delivered = true
	if !first {
		w.lose(t, t.to, trace.WhyDuplicate)
	}
	copied := *t
	if w.acknowledge(t) {
		w.air.give(k)
	} else {
		w.again(k)
	}
	if !first {
		return
	}
	if copied.routed && copied.final != copied.to {
		w.relay(&copied)
		return
	}
	w.deliver(to, &copied)
}

// fate says why the addressee of a unicast frame that ends now has not got it,
// NoReason if it has.
func (w *World) fate(t *transmission) trace.Why {
	return w.reach.Fate(w.reach.Hop(w.Slot(t.from), w.Slot(t.to), t.start), w.frameBytes(t))
}

// frameBytes is the size of a whole frame.
func (w *World) frameBytes(t *transmission) int { return int(t.Bytes) + w.cfg.Link.HeaderBytes }

// acknowledge sends the frame's acknowledgement back and says whether it
// arrived.
func (w *World) acknowledge(t *transmission) bool {
	w.sent++
	air := w.cfg.Link.Airtime(w.cfg.Link.AckBytes)
	w.logAir(w.Slot(t.to), w.Kernel.Now(), air)
	if w.Wants(trace.Transmit) {
		w.Note(trace.Record{Kind: trace.Transmit, Node: t.to, Peer: t.from, Frame: t.Number, Class: t.Class,
			Bytes: int32(w.cfg.Link.AckBytes), Value: int64(t.attempt), Why: trace.WhyAck})
	}
	whole := w.batteries.Transmitted(w.Slot(t.to), t.Class, air)
	w.batteries.Received(t.Class, air, w.Slot(t.from))
	if !whole || w.reach.Jammed(w.Slot(t.from)) {
		return false
	}
	h := w.reach.Hop(w.Slot(t.to), w.Slot(t.from), w.Kernel.Now())
	return w.reach.Medium.Receive(h, w.cfg.Link.AckBytes) == radio.Heard && !w.reach.Lost(h)
}

// again retries a unicast frame after the time its acknowledgement would have
// taken and the link's delay, or gives it up.
func (w *World) again(k int32) {
	t := &w.air.pool[k]
	sender := &w.nodes[w.Slot(t.from)]
	if int(t.attempt) > w.cfg.Link.Retries {
		if !t.delivered {
			w.lose(t, t.from, trace.WhyRetries)
		}
		w.air.give(k)
		return
	}
	t.attempt++
	t.start = w.Kernel.Now() + w.ackSpan() + int64(w.cfg.Link.RetryDelay)
	if w.duty != nil {
		when, ok := w.admit(t, t.start)
		if !ok {
			w.air.give(k)
			return
		}
		t.start = when
		w.logAir(w.Slot(t.from), when, w.airtime(t.Bytes))
	}
	ends := t.start + int64(w.airtime(t.Bytes)) + w.delay
	sender.radio.freeAt = max(sender.radio.freeAt, ends)
	if !w.wired {
		sender.radio.freeAt = max(sender.radio.freeAt, ends+w.ackSpan())
	}
	w.At(ends, w.on.arrive, uint32(k))
}

// selfAddressed takes a message to its own sender without the air: a ring of
// one, a router's message home.
func (w *World) selfAddressed(k int32) {
	t := &w.air.pool[k]
	t.to = t.from
	w.At(max(t.start, w.Kernel.Now()), w.on.arrive, uint32(k))
}

func (w *World) arriveAtSelf(k int32) {
	t := w.air.pool[k]
	w.air.give(k)
	w.hear(w.Slot(t.from), &t)
}
