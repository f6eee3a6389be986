package emulator

import (
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// onArrive ends a frame: whoever hears it now gets it.
func (w *World) onArrive(k int32) {
	t := &w.air.pool[k]
	sender := &w.nodes[t.from-1]
	if sender.status != live || sender.incarnation != t.incarnation || sender.deaf {
		w.lose(t, t.from, trace.WhyDown)
		w.air.give(k)
		return
	}
	if t.from == t.to { // addressed to itself: never on the air
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
	case t.to == protocol.Nobody && w.field.channel != nil:
		w.arriveOverChannel(k)
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
	for _, j := range w.hearers(int(t.from) - 1) {
		if w.power.on {
			w.power.received(w, int(j), t.class, w.airtime(t.bytes))
		}
		if w.ranged == nil && !w.cfg.Loss.Lost(t.from, id(int(j)), protocol.Time(t.start)) ||
			w.ranged != nil && !w.lost(t.from, id(int(j)), t.start) { // spelled out: a call less for each delivery
			spared = append(spared, j)
			touched += w.nodes[j].value
			continue
		}
		w.lose(&t, id(int(j)), trace.WhyLoss)
	}
	w.spared, w.touched = spared, touched
	for _, j := range spared {
		w.deliver(int(j), &t, t.from)
	}
}

// deliver gives node i the message of t, said by peer: once and now, unless the
// script has frames arrive twice or late.
func (w *World) deliver(i int, t *transmission, peer protocol.ID) {
	if len(w.script.twists) > 0 {
		w.twist(i, t, peer)
		return
	}
	w.hear(i, t, peer)
}

// hear gives node i's machine the message of t, said by peer.
func (w *World) hear(i int, t *transmission, peer protocol.ID) {
	if w.nodes[i].paused {
		w.holdFrame(i, t, peer)
		return
	}
	w.counters.Deliveries++
	if w.wants.Has(trace.Receive) {
		w.noteReceipt(i, t, peer)
	}
	w.enter(i)
	w.nodes[i].machine.Receive(&w.env, peer, t.message)
	w.carryOut(i)
}

// arriveAtOne ends one attempt of a unicast frame: data, acknowledgement, and
// what follows from their fates.
func (w *World) arriveAtOne(k int32) {
	t := &w.air.pool[k]
	to := int(t.to) - 1
	why := w.fate(t)
	if w.power.on && (why == trace.NoReason || why == trace.WhyLoss) {
		w.power.received(w, to, t.class, w.airtime(t.bytes))
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
	w.deliver(to, &copied, copied.origin)
}

// fate says why the addressee of a unicast frame that ends now has not got it,
// NoReason if it has.
func (w *World) fate(t *transmission) trace.Why {
	if w.field.channel != nil {
		return w.fateOverChannel(t)
	}
	if why := w.barrier(int(t.from)-1, int(t.to)-1); why != trace.NoReason {
		return why
	}
	if w.lost(t.from, t.to, t.start) {
		return trace.WhyLoss
	}
	return trace.NoReason
}

// lost says whether the losses strike a frame that began at an instant and ends
// now.
func (w *World) lost(from, to protocol.ID, began int64) bool {
	if w.ranged == nil {
		return w.cfg.Loss.Lost(from, to, protocol.Time(began))
	}
	h := w.hop(int(from)-1, int(to)-1, began)
	return w.ranged.LostAt(from, to, h.At, radio.DistanceSquared(h.FromM, h.ToM))
}

// acknowledge sends the frame's acknowledgement back and says whether it
// arrived.
func (w *World) acknowledge(t *transmission) bool {
	w.counters.Transmissions++
	w.logAir(int(t.to)-1, w.now, w.cfg.Link.Airtime(w.cfg.Link.AckBytes))
	if w.wants.Has(trace.Transmit) {
		w.note(trace.Record{Kind: trace.Transmit, Node: t.to, Peer: t.from, Frame: t.number, Class: t.class,
			Bytes: int32(w.cfg.Link.AckBytes), Value: int64(t.attempt), Why: trace.WhyAck})
	}
	if w.power.on {
		air := w.cfg.Link.Airtime(w.cfg.Link.AckBytes)
		whole := w.power.transmitted(w, int(t.to)-1, t.class, air)
		w.power.received(w, int(t.from)-1, t.class, air)
		if !whole {
			return false
		}
	}
	if w.nodes[t.from-1].jammed {
		return false
	}
	if c := w.field.channel; c != nil && c.Receive(w.hop(int(t.to)-1, int(t.from)-1, w.now), w.cfg.Link.AckBytes) != radio.Heard {
		return false
	}
	return !w.lost(t.to, t.from, w.now)
}

// again retries a unicast frame after the time its acknowledgement would have
// taken and the link's delay, or gives it up.
func (w *World) again(k int32) {
	t := &w.air.pool[k]
	sender := &w.nodes[t.from-1]
	if int(t.attempt) > w.cfg.Link.Retries {
		if !t.delivered {
			w.lose(t, t.from, trace.WhyRetries)
		}
		w.air.give(k)
		return
	}
	t.attempt++
	t.start = w.now + w.ackSpan() + int64(w.cfg.Link.RetryDelay)
	if w.duty != nil {
		when, ok := w.admit(t, t.start)
		if !ok {
			w.air.give(k)
			return
		}
		t.start = when
		w.logAir(int(t.from)-1, when, w.airtime(t.bytes))
	}
	ends := t.start + int64(w.airtime(t.bytes)) + w.field.delay
	sender.radio.freeAt = max(sender.radio.freeAt, ends)
	if !w.field.wired {
		sender.radio.freeAt = max(sender.radio.freeAt, ends+w.ackSpan())
	}
	w.schedule(ends, arriveEvent, uint32(k))
}

// selfAddressed takes a message to its own sender without the air: a ring of
// one, a router's message home.
func (w *World) selfAddressed(k int32) {
	t := &w.air.pool[k]
	t.to = t.from
	w.schedule(max(t.start, w.now), arriveEvent, uint32(k))
}

func (w *World) arriveAtSelf(k int32) {
	t := w.air.pool[k]
	w.air.give(k)
	w.hear(int(t.from)-1, &t, t.origin)
}
