package emulator

import (
	"slices"

	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/reach"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// onLand ends flight f.
func (w *World) onLand(f int32) {
	c := w.csma
	w.leave(f)
	if c.flights[f].frame == 0 {
		w.landAck(f)
		return
	}
	i, k := c.flights[f].sender, c.flights[f].frame-1
	t := &w.air.pool[k]
	s := &c.stations[i]
	switch {
	case !w.Live(i) || w.Incarnation(i) != t.incarnation: // halt has put the station in order
		w.lose(t, t.from, trace.WhyDown)
		w.air.give(k)
		c.give(f)
		return
	case w.reach.Off(i) || c.flights[f].voice == reach.Shut: // its radio is off, or was when the frame began
		w.lose(t, t.from, trace.WhyDown)
		w.finish(i)
		c.give(f)
		return
	}
	s.phase = awaiting
	whole := w.onAir(k)
	w.chargeListeners(f, t.Class)
	switch {
	case !whole:
		w.lose(t, t.from, trace.WhyDown)
		w.finish(i)
	case t.hopeless:
		w.lose(t, t.from, trace.WhyNoRoute)
		w.finish(i)
	case t.to == protocol.Nobody:
		w.landEverywhere(f)
		return
	default:
		w.landAtOne(f)
		return
	}
	c.give(f)
}

// chargeListeners charges flight f to all who began to receive it, whoever it is
// for.
func (w *World) chargeListeners(f int32, class protocol.Class) {
	if w.batteries == nil {
		return
	}
	l := &w.csma.flights[f]
	air := w.cfg.Link.Airtime(int(l.bytes))
	found := w.ranks[:0]
	for k := range l.listeners {
		if j := l.listeners[k].node; l.listeners[k].began && w.Live(j) {
			found = append(found, j)
		}
	}
	w.ranks = found
	slices.Sort(found) // sums of floats and deaths at one instant have an order
	w.batteries.Received(class, air, found...)
}

// landEverywhere delivers a broadcast to all who have received it, in the order of
// their IDs.
func (w *World) landEverywhere(f int32) {
	c := w.csma
	l := &c.flights[f]
	t := w.air.pool[l.frame-1] // a copy: handlers grow the pool
	found := w.ranks[:0]
	for k := range l.listeners {
		j := l.listeners[k].node
		if l.listeners[k].Reception != radio.Beyond && w.reach.Ear(j) == l.voice {
			found = append(found, j)
		}
	}
	w.ranks = found
	spared := w.spared[:0]
	for _, j := range w.reach.InOrder(found) {
		why := l.at(j).why
		if why == trace.NoReason && w.reach.Strikes(w.Slot(t.from), j, t.start) {
			why = trace.WhyLoss
		}
		if why != trace.NoReason {
			w.lose(&t, w.ID(j), why)
			continue
		}
		spared = append(spared, j)
	}
	w.spared = spared
	c.give(f)
	w.finish(w.Slot(t.from))
	for _, j := range spared {
		w.deliver(j, &t)
	}
}

// landAtOne ends one attempt of a unicast frame: its addressee acknowledges it
// after SIFS, or its sender waits in vain.
func (w *World) landAtOne(f int32) {
	c := w.csma
	t := &w.air.pool[c.flights[f].frame-1]
	why := w.fateOf(f, t)
	c.give(f)
	if why != trace.NoReason {
		w.lose(t, t.to, why)
		w.giveUpAfter(w.Slot(t.from), int64(c.SIFS)+w.ackSpan()+int64(c.Slot))
		return
	}
	first := !t.delivered
	t.delivered = true
	if !first {
		w.lose(t, t.to, trace.WhyDuplicate)
	}
	a := c.take()
	l := &c.flights[a]
	l.frame, l.sender, l.bytes = 0, w.Slot(t.to), int32(w.cfg.Link.AckBytes)
	l.ack = receipt{number: t.Number, to: w.Slot(t.from), incarnation: w.Incarnation(w.Slot(t.to)), attempt: t.attempt, class: t.Class}
	w.At(w.Kernel.Now()+int64(c.SIFS), w.on.ack, uint32(a))
	if !first {
		return
	}
	copied := *t
	if copied.routed && copied.final != copied.to {
		w.relay(&copied)
		return
	}
	w.deliver(w.Slot(copied.to), &copied)
}

// fateOf says why the addressee of flight f, a unicast frame, has not got it,
// NoReason if it has.
func (w *World) fateOf(f int32, t *transmission) trace.Why {
	from, to := w.Slot(t.from), w.Slot(t.to)
	a, b := w.reach.Voice(from), w.reach.Voice(to)
	switch {
	case a == reach.Shut || b == reach.Shut:
		return trace.WhyDown
	case a != b:
		return trace.WhyPartition
	}
	l := w.csma.flights[f].at(to)
	switch {
	case l == nil || l.Reception == radio.Beyond:
		return trace.WhyRange
	case w.reach.Ear(to) == reach.Jammed:
		return trace.WhyJam
	case l.why != trace.NoReason:
		return l.why
	case w.reach.Strikes(from, to, t.start):
		return trace.WhyLoss
	}
	return trace.NoReason
}

// onAck puts acknowledgement f on the air, without a look at the medium.
func (w *World) onAck(f int32) {
	c := w.csma
	l := &c.flights[f]
	s := &c.stations[l.sender]
	if !w.Live(l.sender) || w.Incarnation(l.sender) != l.ack.incarnation || w.reach.Off(l.sender) || s.sends {
		w.unacknowledged(&l.ack, w.ackSpan()+int64(c.Slot))
		c.give(f)
		return
	}
	w.takeOff(f, l.sender)
}

// landAck ends acknowledgement f.
func (w *World) landAck(f int32) {
	c := w.csma
	l := &c.flights[f]
	from := l.sender
	if !w.Live(l.sender) || w.Incarnation(l.sender) != l.ack.incarnation || w.reach.Off(l.sender) {
		w.unacknowledged(&l.ack, int64(c.Slot))
		c.give(f)
		return
	}
	ack := l.ack
	w.sent++
	if w.Wants(trace.Transmit) {
		w.Note(trace.Record{Kind: trace.Transmit, Node: w.ID(from), Peer: w.ID((ack.to)), Frame: ack.number, Class: ack.class,
			Bytes: l.bytes, Value: int64(ack.attempt), Why: trace.WhyAck})
	}
	whole := w.batteries.Transmitted(from, ack.class, w.cfg.Link.Airtime(int(l.bytes)))
	w.chargeListeners(f, ack.class)
	at := l.at(ack.to)
	got := whole && at != nil && at.Reception != radio.Beyond && at.why == trace.NoReason &&
		w.reach.Ear(ack.to) == l.voice && !w.reach.Strikes(from, ack.to, l.start)
	c.give(f)
	switch {
	case !w.waits(&ack):
	case got:
		w.finish(ack.to)
	default:
		w.giveUpAfter(ack.to, int64(c.Slot))
	}
}

// waits says whether the node that an acknowledgement is for still waits for it.
func (w *World) waits(a *receipt) bool {
	s := &w.csma.stations[a.to]
	return s.frame != 0 && s.phase == awaiting && w.air.pool[s.frame-1].Number == a.number && w.air.pool[s.frame-1].attempt == a.attempt
}

// unacknowledged lets the node that an acknowledgement would have been for give up
// waiting after a time.
func (w *World) unacknowledged(a *receipt, after int64) {
	if w.waits(a) {
		w.giveUpAfter(a.to, after)
	}
}

func (w *World) giveUpAfter(i kernel.Slot, after int64) {
	s := &w.csma.stations[i]
	s.late = w.Kernel.Now() + after
	w.At(s.late, w.on.lateAck, uint32(i))
}

// onLateAck tries the frame of node i again, from a wider window, or gives it up.
func (w *World) onLateAck(i kernel.Slot) {
	c := w.csma
	s := &c.stations[i]
	if s.late != w.Kernel.Now() || s.phase != awaiting {
		return
	}
	s.late = kernel.Never
	t := &w.air.pool[s.frame-1]
	if int(t.attempt) > w.cfg.Link.Retries {
		if !t.delivered {
			w.lose(t, t.from, trace.WhyRetries)
		}
		w.finish(i)
		return
	}
	t.attempt++
	s.phase, s.window = contending, int32(c.Widened(int(s.window)))
	c.draw(w, i)
	w.resume(i)
}
