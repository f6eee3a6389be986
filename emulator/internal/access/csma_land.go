package access

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/reach"
	"bellwether/internal/sim/phy"
	"bellwether/radio"
	"bellwether/trace"
)

// leave ends flight f at all nodes, and finds those that have received it: their why is
// NoReason then. Countdowns resume in the order of IDs; those that end at the same
// instant are handled in that order.
func (c *csma) leave(f int32) {
	fl := c.flights.At(f)
	c.aloft.events++
	fl.fell = c.aloft.events
	if c.chunks != nil {
		c.closeAll(fl)
	}
	if to := c.addressee(fl); to == nowhere {
		for n := range fl.hearing {
			c.end(f, &fl.hearing[n])
		}
	} else {
		c.endAt(f, to)
	}
	if c.virtual != nil {
		c.note(f)
	}
	waiting := c.waiting[:0] // who has a countdown to resume
	if c.few != nil {
		waiting = c.leaveFew(f, waiting)
	}
	now, stations := c.Now(), c.stations
	for n := range fl.sensing {
		l := &fl.sensing[n]
		s := &stations[l.node]
		s.heard -= l.mean
		if s.sensed != kernel.Never && c.becomesIdle(l.node) && c.turns[l.node].ready <= now {
			waiting = append(waiting, l.node)
		}
	}
	c.waiting = waiting
	if c.virtual != nil {
		for n := range fl.sensing {
			c.obeyNAV(fl.sensing[n].node)
		}
	}
	switch {
	case c.unslotted != nil: // nodes wait whatever the medium does
	case c.few != nil: // leaveFew lists nodes in order
		c.resumeFew(waiting)
	default:
		for _, i := range c.Reach.Ordered(waiting) {
			c.resume(i)
		}
	}
	stations[fl.sender].sends = false
	s := &stations[fl.sender]
	resumes := s.sensed != kernel.Never && c.becomesIdle(fl.sender) && c.turns[fl.sender].ready <= now
	c.obeyNAV(fl.sender)
	if resumes {
		c.resume(fl.sender)
	}
}

// addressee is the only node at which it matters whether flight fl was received; nowhere if it
// matters at more than one.
func (c *csma) addressee(fl *flight) kernel.Slot {
	switch {
	case c.virtual != nil || c.chunks != nil:
		return nowhere
	case fl.kind != dataKind:
		return fl.ack.to
	}
	if frame := c.pool.at(fl.frame); !frame.broadcast() {
		return c.Slot(frame.To)
	}
	return nowhere
}

// endAt is end for a flight that is for one node.
func (c *csma) endAt(f int32, to kernel.Slot) {
	hearing := c.flights.At(f).hearing
	for n := range hearing {
		h := &hearing[n]
		if h.node == to {
			c.end(f, h)
		} else if s := &c.stations[h.node]; s.follow == f+1 {
			s.follow = 0
		}
	}
}

// end decides whether a node that may receive flight f has received it.
func (c *csma) end(f int32, h *hearing) {
	s := &c.stations[h.node]
	follows := s.follow == f+1
	h.until = follows
	if h.why == trace.NoReason {
		switch {
		case !follows: // it stopped, or began only now
			h.why = trace.WhyDown
		case h.Reception == radio.Spoilt:
			h.why = trace.WhyLoss
		case c.chunks != nil:
			h.why = c.survives(f, h)
		case (h.worst > 0 || c.numbers.Overlap != radio.OverlapCapture) && !c.decodes(f, h):
			h.why = trace.WhyCollision
		}
	}
	if follows {
		s.follow = 0
	}
}

// decodes reports whether a node receives a flight in spite of what else it heard in the
// meantime.
func (c *csma) decodes(f int32, h *hearing) bool {
	if c.air.Plain() {
		return c.captures(f, h, h.worst)
	}
	fl := c.flights.At(f)
	hop := c.Reach.Hop(fl.sender, h.node, fl.start)
	hop.Control = fl.kind != dataKind
	return c.air.Decodes(&hop, h.Arrival, phy.Amid{Others: h.worst, Bytes: int(fl.bytes)})
}

// onLand ends flight f.
func (c *csma) onLand(f int32) {
	c.leave(f)
	fl := c.flights.At(f)
	switch fl.kind {
	case ackKind, ctsKind:
		c.landAnswer(f)
		return
	case rtsKind:
		c.landAsking(f)
		return
	}
	i, frame := fl.sender, c.pool.at(fl.frame)
	switch {
	case !c.Live(i) || c.Incarnation(i) != frame.incarnation: // halt has put the station in order
		c.lose(frame, i, trace.WhyDown)
		c.pool.give(fl.frame)
		c.release(f)
		return
	case c.Reach.Off(i) || fl.send == reach.Shut: // its radio is off, or was when the frame began
		c.lose(frame, i, trace.WhyDown)
		c.finish(i)
		c.release(f)
		return
	}
	c.stations[i].phase = awaiting
	sent := c.sending(frame)
	sent.rate = fl.rate
	if c.numbers.DCF.ReserveBytes > 0 {
		sent.attempt = c.tryOf(i, frame)
	}
	whole := c.transmitted(sent)
	c.chargeHearing(f, sent)
	switch {
	case !whole:
		c.lose(frame, i, trace.WhyDown)
		c.finish(i)
	case frame.hopeless:
		c.lose(frame, i, trace.WhyNoRoute)
		c.finish(i)
	case frame.broadcast():
		c.landEverywhere(f)
		return
	default:
		c.landAtOne(f)
		return
	}
	c.release(f)
}

// chargeHearing charges all nodes that began to receive flight f, also those that it is
// not for.
func (c *csma) chargeHearing(f int32, sent onAir) {
	if c.Meter == nil {
		return
	}
	hearing := c.flights.At(f).hearing
	found := c.found[:0]
	for n := range hearing {
		if h := &hearing[n]; h.began && c.Live(h.node) {
			found = append(found, h.node)
		}
	}
	c.found = found
	c.charge(sent, found...) // sums of floats and deaths at one instant have an order
}

// landEverywhere delivers a broadcast to all nodes that have received it, in the order of
// their IDs.
func (c *csma) landEverywhere(f int32) {
	fl := c.flights.At(f)
	frame := *c.pool.at(fl.frame) // handlers grow the pool
	received, touched := c.received[:0], int64(0)
	named, late := c.named(&frame), time.Duration(0)
	draws, even := c.Reach.During(frame.Start)
	for n := range fl.hearing {
		h := &fl.hearing[n]
		if c.Reach.ReceiveGroup(h.node) != fl.send || c.Reach.HeldDown(fl.sender, h.node) {
			continue
		}
		why := h.why
		if why == trace.NoReason && (even && draws.Lost(frame.From, c.Reach.ID(h.node)) || !even && c.Reach.Strikes(fl.sender, h.node, frame.Start)) {
			why = trace.WhyLoss
		}
		if named {
			why, late = c.altered(h.node, &frame, why)
		}
		if why != trace.NoReason {
			c.lose(&frame, h.node, why)
			continue
		}
		if late > 0 {
			c.GiveLater(h.node, &frame, late)
			continue
		}
		received = append(received, h.node)
		touched += c.Value(h.node) // see ideal.arriveEverywhere
	}
	c.received, c.touched = received, touched
	i := fl.sender
	c.release(f)
	c.finish(i)
	c.deliverAll(received, &frame)
}
