package access

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/reach"
	"bellwether/radio"
	"bellwether/trace"
)

// reservation is a node's state in the exchange of RTS and CTS before a frame.
type reservation struct {
	granted  int64 // its frame goes on the air then; kernel.Never: it has no CTS
	shorts   int32 // failures without a CTS, or of short frames
	longs    int32 // failures after a CTS
	asks     bool  // the last try was an RTS
	fresh    bool  // the frame has not yet looked at the medium
	straight bool  // it found the medium idle: its countdown has no back-off
}

// reserves reports whether a frame needs an RTS.
func (c *csma) reserves(f *Frame) bool {
	least := c.numbers.DCF.ReserveBytes
	return least > 0 && !f.broadcast() && !f.hopeless && int(f.Bytes)+c.Link.HeaderBytes >= least
}

// ask puts the RTS for the frame of node i on the air.
func (c *csma) ask(i kernel.Slot) {
	s, t := &c.stations[i], &c.turns[i]
	s.phase, s.drawn, t.due, t.unsent = awaiting, false, kernel.Never, 0
	c.held[i].straight, c.held[i].asks = false, true
	frame := c.pool.at(t.frame)
	a := c.takeFlight()
	rts := c.flights.At(a)
	rts.frame, rts.kind, rts.sender, rts.bytes = none, rtsKind, i, radio.RTSBytes
	rts.ack = receipt{number: frame.Number, to: c.Slot(frame.To), incarnation: c.Incarnation(i), attempt: frame.attempt, class: frame.Class}
	rate := uint8(0)
	if c.rates != nil {
		rate = c.rates.of(i, frame)
	}
	rts.reserves = 3*int64(c.numbers.SIFS) + int64(c.lasts(radio.CTSBytes)) +
		int64(c.lastsAt(rate, int(frame.Bytes)+c.Link.HeaderBytes)) + int64(c.lasts(c.Link.AckBytes))
	c.takeOff(a)
}

// landAsking ends an RTS: its addressee answers after SIFS, or its sender waits until its
// time-out.
func (c *csma) landAsking(f int32) {
	fl := c.flights.At(f)
	i, to := fl.sender, fl.ack.to
	if !c.waitsAt(i, &fl.ack) || c.Incarnation(i) != fl.ack.incarnation {
		c.release(f) // it stopped, and halt has put the station in order
		return
	}
	frame := c.pool.at(c.turns[i].frame)
	off := c.Reach.Off(i) || fl.send == reach.Shut
	whole := false
	if !off {
		sent := onAir{from: i, to: to, number: fl.ack.number, class: fl.ack.class, bytes: int(fl.bytes), attempt: fl.ack.attempt, why: trace.WhyRTS}
		whole = c.transmitted(sent)
		c.chargeHearing(f, sent)
	}
	if !whole {
		c.lose(frame, i, trace.WhyDown)
		c.finish(i)
		c.release(f)
		return
	}
	why, answer := c.outcome(f, to), fl.ack
	left := fl.reserves - int64(c.numbers.SIFS) - int64(c.lasts(radio.CTSBytes))
	c.release(f)
	if why != trace.NoReason || !c.clear(to) {
		c.giveUpAfter(i, int64(c.numbers.SIFS)+c.spanOf(radio.CTSBytes)+int64(c.numbers.Slot))
		return
	}
	a := c.takeFlight()
	cts := c.flights.At(a)
	cts.frame, cts.kind, cts.sender, cts.bytes, cts.reserves = none, ctsKind, to, radio.CTSBytes, left
	cts.ack = answer
	cts.ack.to, cts.ack.incarnation = i, c.Incarnation(to)
	c.At(c.Now()+int64(c.numbers.SIFS), c.ack, uint32(a))
}

// clear reports whether node j may answer an RTS.
func (c *csma) clear(j kernel.Slot) bool {
	if c.numbers.DCF.NAV && c.virtual[j].nav > c.Now() {
		return false
	}
	return c.numbers.DCF.Answer != radio.AnswerIdle || !c.busyAmid(c.stations[j].heard)
}

// onGranted puts the frame of node i on the air, SIFS after its CTS.
func (c *csma) onGranted(i kernel.Slot) {
	s, t := &c.stations[i], &c.held[i]
	if t.granted != c.Now() || s.phase != awaiting {
		return
	}
	t.granted, t.asks = kernel.Never, false
	if s.sends {
		c.giveUpAfter(i, int64(c.numbers.Slot))
		return
	}
	c.emit(i)
}

// exhausted counts a failure of the frame of node i, and reports whether it was the last.
func (c *csma) exhausted(i kernel.Slot, f *Frame) bool {
	if c.numbers.DCF.ReserveBytes == 0 {
		return int(f.attempt) > c.Link.Retries
	}
	t := &c.held[i]
	switch {
	case t.asks || !c.reserves(f):
		t.shorts++
		return int(t.shorts) > c.Link.Retries
	}
	t.longs++
	return int(t.longs) > c.numbers.DCF.LongRetries
}

// tryOf counts the transmissions of the data, from 1; an RTS without CTS does not count.
func (c *csma) tryOf(i kernel.Slot, f *Frame) uint8 {
	t := &c.held[i]
	if c.reserves(f) {
		return uint8(t.longs + 1)
	}
	return uint8(t.shorts + 1)
}

// straight lets the frame of node i go without a back-off, if it is new, finds the medium
// idle, and the numbers say so.
func (c *csma) straight(i kernel.Slot) bool {
	s, t, h := &c.stations[i], &c.turns[i], &c.held[i]
	if c.numbers.DCF.Idle == radio.IdleBackoff || !h.fresh || s.sensed != kernel.Never {
		return false
	}
	now := c.Now()
	if c.numbers.DCF.Idle == radio.IdleSend && s.from > now || c.virtual != nil && c.virtual[i].nav > now {
		return false
	}
	s.from = max(s.from, now)
	if c.numbers.DCF.Idle == radio.IdleWait {
		s.from = max(s.from, now+int64(c.numbers.DIFS))
	}
	t.slots, s.drawn, h.straight = 0, true, true
	return true
}
