package access

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/reach"
	"bellwether/trace"
)

// landAtOne ends one attempt of a unicast frame: its addressee acknowledges it after SIFS, or
// its sender waits until its time-out.
func (c *csma) landAtOne(f int32) {
	fl := c.flights.At(f)
	frame := c.pool.at(fl.frame)
	from, to := fl.sender, c.Slot(frame.To)
	why, late := c.outcome(f, to), time.Duration(0)
	c.release(f)
	if c.named(frame) {
		why, late = c.altered(to, frame, why)
	}
	if why != trace.NoReason {
		c.lose(frame, to, why)
		c.giveUpAfter(from, int64(c.numbers.SIFS)+c.ackSpan()+int64(c.numbers.Slot))
		return
	}
	first := !frame.delivered
	frame.delivered = true
	if !first {
		c.lose(frame, to, trace.WhyDuplicate)
	}
	a := c.takeFlight()
	ack := c.flights.At(a)
	ack.frame, ack.kind, ack.sender, ack.bytes = none, ackKind, to, int32(c.Link.AckBytes)
	ack.ack = receipt{number: frame.Number, to: from, incarnation: c.Incarnation(to), attempt: frame.attempt, class: frame.Class}
	c.At(c.Now()+int64(c.numbers.SIFS), c.ack, uint32(a))
	if c.unslotted != nil {
		c.unslotted.waits[to].answers = c.Now() + int64(c.numbers.SIFS)
	}
	copied := *frame
	switch {
	case first && late > 0:
		c.GiveLater(to, &copied, late)
	case first:
		c.arrived(&copied)
	}
}

// outcome returns why the addressee of flight f has not got it, NoReason if it has.
func (c *csma) outcome(f int32, to kernel.Slot) trace.Why {
	fl := c.flights.At(f)
	a, b := c.Reach.SendGroup(fl.sender), c.Reach.SendGroup(to)
	switch {
	case a == reach.Shut || b == reach.Shut:
		return trace.WhyDown
	case a != b:
		return trace.WhyPartition
	}
	h := c.hearingOf(fl, to)
	switch {
	case h == nil || c.Reach.HeldDown(fl.sender, to):
		return trace.WhyRange
	case c.Reach.ReceiveGroup(to) == reach.Jammed:
		return trace.WhyJam
	case h.why != trace.NoReason:
		return h.why
	case c.strikes(fl, to):
		return trace.WhyLoss
	}
	return trace.NoReason
}

// strikes reports whether a flight that node j heard is lost there.
func (c *csma) strikes(fl *flight, j kernel.Slot) bool {
	if fl.kind == dataKind {
		return c.Reach.Strikes(fl.sender, j, fl.start)
	}
	return c.Reach.StrikesControl(fl.sender, j, fl.start)
}

// lapsed reports whether the node that sends acknowledgement f stopped, or its radio was
// turned off, since it received the frame.
func (c *csma) lapsed(f int32) bool {
	fl := c.flights.At(f)
	return !c.Live(fl.sender) || c.Incarnation(fl.sender) != fl.ack.incarnation || c.Reach.Off(fl.sender)
}

// onAck puts acknowledgement or CTS f on the air, whether the medium is busy or not.
func (c *csma) onAck(f int32) {
	fl := c.flights.At(f)
	if c.lapsed(f) || c.stations[fl.sender].sends {
		c.unacknowledged(&fl.ack, c.spanOf(int(fl.bytes))+int64(c.numbers.Slot))
		c.release(f)
		return
	}
	c.takeOff(f)
}

// landAnswer ends acknowledgement or CTS f.
func (c *csma) landAnswer(f int32) {
	fl := c.flights.At(f)
	if c.lapsed(f) {
		c.unacknowledged(&fl.ack, int64(c.numbers.Slot))
		c.release(f)
		return
	}
	ack, isCTS := fl.ack, fl.kind == ctsKind
	sent := onAir{from: fl.sender, to: ack.to, number: ack.number, class: ack.class, bytes: int(fl.bytes), attempt: ack.attempt, why: trace.WhyAck}
	if isCTS {
		sent.why = trace.WhyCTS
	}
	whole := c.transmitted(sent)
	c.chargeHearing(f, sent)
	h := c.hearingOf(fl, ack.to)
	got := whole && h != nil && h.why == trace.NoReason &&
		c.Reach.ReceiveGroup(ack.to) == fl.send && !c.Reach.HeldDown(fl.sender, ack.to) && !c.strikes(fl, ack.to)
	c.release(f)
	switch {
	case !c.waits(&ack):
	case got && isCTS:
		c.held[ack.to].granted = c.Now() + int64(c.numbers.SIFS)
		c.At(c.held[ack.to].granted, c.granted, uint32(ack.to))
	case got:
		if c.rates != nil {
			c.rates.acknowledged(ack.to, c.ID(sent.from))
		}
		c.finish(ack.to)
	default:
		c.giveUpAfter(ack.to, int64(c.numbers.Slot))
	}
}

// waits reports whether the receiver of an acknowledgement still waits for it.
func (c *csma) waits(a *receipt) bool { return c.waitsAt(a.to, a) }

// waitsAt reports whether node i waits for an answer to the try that a receipt names.
func (c *csma) waitsAt(i kernel.Slot, a *receipt) bool {
	if c.stations[i].phase != awaiting {
		return false
	}
	f := c.pool.at(c.turns[i].frame)
	return f.Number == a.number && f.attempt == a.attempt
}

// unacknowledged lets a node that gets no acknowledgement stop waiting for it after a
// time.
func (c *csma) unacknowledged(a *receipt, after int64) {
	if c.waits(a) {
		c.giveUpAfter(a.to, after)
	}
}

func (c *csma) giveUpAfter(i kernel.Slot, after int64) {
	c.turns[i].late = c.Now() + after
	c.At(c.turns[i].late, c.late, uint32(i))
}

// onLate retries the frame of node i with a wider window, or gives it up.
func (c *csma) onLate(i kernel.Slot) {
	s, t := &c.stations[i], &c.turns[i]
	if t.late != c.Now() || s.phase != awaiting {
		return
	}
	t.late = kernel.Never
	f := c.pool.at(t.frame)
	if c.unslotted != nil {
		c.unslotted.waits[i].space = 0 // it has rested
	}
	if c.rates != nil && !(c.dcf && c.held[i].asks) {
		c.rates.failed(i, f.To)
	}
	if c.exhausted(i, f) {
		if !f.delivered {
			c.lose(f, i, trace.WhyRetries)
		}
		c.finish(i)
		return
	}
	f.attempt++
	if c.unslotted != nil {
		s.phase = contending
		c.begin(i, again)
		return
	}
	// The window after a failure has twice as many slots, up to the largest.
	s.phase, t.window = contending, int16(min(2*int(t.window)+1, c.numbers.WindowMax))
	c.draw(i, again)
	c.resume(i)
}
