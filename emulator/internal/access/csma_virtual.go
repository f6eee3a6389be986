package access

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/radio"
	"bellwether/trace"
)

// virtual is what a node knows of the medium besides what it senses now.
type virtual struct {
	nav   int64 // other nodes have reserved the medium until then
	eifs  int64 // no slot is counted before, after a frame that was not received
	began int64 // its receiver last began to follow a frame
	over  int64 // the reservation of an RTS is given up then, if no frame has begun
}

// extend makes what the numbers ask for beyond basic access.
func (c *csma) extend() {
	if c.dcf = c.numbers.DCF != (radio.DCF{}); c.dcf {
		c.held = make([]reservation, c.Nodes)
		for i := range c.held {
			c.held[i].granted = kernel.Never
		}
	}
	if c.numbers.DCF.NAV || c.numbers.DCF.EIFS > 0 {
		c.virtual = make([]virtual, c.Nodes)
	}
	if c.air.Pieces() {
		c.chunks = make([]chunk, c.Nodes)
	}
	if len(c.numbers.Rates.Faster) > 0 {
		c.rates = &rates{Rates: c.numbers.Rates, known: make([][]arf, c.Nodes)}
	}
	c.granted = c.On(func(a uint32) { c.onGranted(kernel.Slot(a)) })
	c.over = c.On(func(a uint32) { c.onOver(kernel.Slot(a)) })
}

// reserved is the instant before which node i counts no slots, whatever it senses.
func (c *csma) reserved(i kernel.Slot) int64 {
	v := &c.virtual[i]
	if v.nav > c.Now() {
		return max(v.nav+int64(c.numbers.DIFS), v.eifs)
	}
	return v.eifs
}

// obeyNAV lets node i, if it now finds the medium idle, count no slots before its reservation
// ends.
func (c *csma) obeyNAV(i kernel.Slot) {
	if s := &c.stations[i]; c.virtual != nil && s.sensed == kernel.Never {
		s.from = max(s.from, c.reserved(i))
	}
}

// note lets the nodes that followed flight f to its end know what it said: how long the
// medium is reserved, or that it could not be read.
func (c *csma) note(f int32) {
	fl := c.flights.At(f)
	to := fl.ack.to
	if fl.kind == dataKind {
		to = nowhere
		if frame := c.pool.at(fl.frame); !frame.broadcast() {
			to = c.Slot(frame.To)
		}
	}
	for n := range fl.hearing {
		h := &fl.hearing[n]
		if !h.until {
			continue
		}
		v := &c.virtual[h.node]
		switch read := c.reads(fl, h); {
		case !read && c.numbers.DCF.EIFS > 0:
			v.eifs = c.Now() + int64(c.numbers.DCF.EIFS)
		case read:
			v.eifs = 0
			if c.numbers.DCF.NAV && h.node != to {
				c.reserve(h.node, fl)
			}
		}
		c.postpone(h.node)
	}
}

// reads reports whether a node that followed a flight got it, even if it was not the
// addressee.
func (c *csma) reads(fl *flight, h *hearing) bool {
	return h.why == trace.NoReason && c.Reach.ReceiveGroup(h.node) == fl.send &&
		!c.Reach.HeldDown(fl.sender, h.node) && !c.strikes(fl, h.node)
}

// reserve sets the NAV of node j to the end of the exchange that a flight belongs to. If
// that flight is an RTS, the NAV ends when the data should have begun and has not.
func (c *csma) reserve(j kernel.Slot, fl *flight) {
	v := &c.virtual[j]
	until := c.Now() + fl.reserves
	if until <= v.nav {
		return
	}
	v.nav, v.over = until, kernel.Never
	if fl.kind == rtsKind {
		v.over = c.Now() + 2*int64(c.numbers.SIFS) + int64(c.lasts(radio.CTSBytes)) + int64(c.Link.Preamble) + 2*int64(c.numbers.Slot)
		c.At(v.over, c.over, uint32(j))
	}
}

// onOver ends the NAV of node j that an RTS set, if no frame has begun since.
func (c *csma) onOver(j kernel.Slot) {
	v := &c.virtual[j]
	if v.over != c.Now() {
		return
	}
	v.over = kernel.Never
	ended := c.Now() - 2*int64(c.numbers.SIFS) - int64(c.lasts(radio.CTSBytes)) - int64(c.Link.Preamble) - 2*int64(c.numbers.Slot)
	if v.began > ended {
		return
	}
	v.nav = c.Now()
	if s := &c.stations[j]; s.sensed == kernel.Never && s.from > c.Now() { // it counts no slot yet
		s.from = max(c.Now()+int64(c.numbers.DIFS), v.eifs)
		c.recount(j)
	}
}

// postpone lets node j count no slots before the instant it is reserved to, if it finds
// the medium idle; a busy one is asked when it is idle again.
func (c *csma) postpone(j kernel.Slot) {
	s, until := &c.stations[j], c.reserved(j)
	if s.sensed != kernel.Never || s.from >= until {
		return
	}
	if s.drawn {
		c.freeze(j, c.Now())
	}
	s.from = until
	c.recount(j)
}

// recount lets the countdown of node j end when it now should.
func (c *csma) recount(j kernel.Slot) {
	if c.stations[j].phase == contending && c.turns[j].ready <= c.Now() {
		c.resume(j)
	}
}
