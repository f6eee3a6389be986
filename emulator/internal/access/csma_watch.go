package access

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/reach"
	"bellwether/internal/sim/phy"
)

// A node watches the medium while it sends and while it has a back-off: every frame that begins
// or ends there then changes its station. All other nodes look at the list of frames when they
// begin to watch.

// list makes the lists of frames and of watchers. Where a station has more to remember than
// what it hears, all nodes watch.
func (c *csma) list() {
	c.aloft.nearby, c.watchers = anywhere(), anywhere()
	if c.reachM < reach.UnboundedM {
		c.aloft.nearby, c.watchers = newNearby(c.reachM, int(c.Nodes)), newNearby(c.reachM, int(c.Nodes))
	}
	if c.each = c.air.EachSensed(); c.each && c.Nodes <= fewest && !c.dcf {
		c.few, c.aloft.nearby = newFew(int(c.Nodes)), anywhere()
	}
	c.watchful, c.lazy = c.dcf || c.chunks != nil, c.air.ByDistance()
	c.costly = c.air.Costly() || c.watchful && !c.lazy
	c.places = make([]int32, c.Nodes)
	if c.watchful {
		for i := range c.stations {
			c.stations[i].watches = true
		}
	}
}

// watch lets node i watch the medium from now on.
func (c *csma) watch(i kernel.Slot) {
	s := &c.stations[i]
	if s.watches {
		return
	}
	p := c.Field.Point(i)
	s.watches, s.heard = true, 0
	switch {
	case c.costly:
	case c.few != nil:
		c.few.watchers |= c.bit(i)
	default:
		c.sweep()
		c.watchers.add(thing{p[0], p[1], i})
	}
	c.forget()
	c.listed = c.frames(p[0], p[1], 0, c.listed[:0])
	for _, t := range c.listed {
		fl := c.flights.At(t.what)
		if fl.ended() || c.few != nil {
			continue
		}
		if mean := c.sensedOf(fl, i); mean > 0 {
			s.heard += mean
			fl.sensing = append(fl.sensing, sensed{mean, i})
		}
	}
	if c.senses(i) {
		s.sensed = c.busySince(i) + c.delay
		return
	}
	s.sensed = kernel.Never
	if cleared := c.cleared(i); cleared != kernel.Never {
		s.from = max(s.from, cleared+int64(c.numbers.DIFS))
	}
}

// busySince is when the medium, busy now, became so at node i. It may be later by a time
// that the node no longer mistakes for now: see attempt.
func (c *csma) busySince(i kernel.Slot) int64 {
	at := c.Now()
	for before := uint64(onTheAir); ; {
		first := before
		for _, t := range c.listed {
			if fl := c.flights.At(t.what); fl.rose < first && c.busyAmid(c.until(i, before, fl.rose)) {
				first, at = fl.rose, fl.start
			}
		}
		if first == before || at+c.delay < c.Now() {
			return at
		}
		before = first
	}
}

// until is the sum, at node i, of the listed frames that were on the air just before an event,
// of those that began up to another event.
func (c *csma) until(i kernel.Slot, before, began uint64) (all phy.Strength) {
	for _, t := range c.listed {
		if fl := c.flights.At(t.what); fl.rose <= began && fl.rose < before && fl.fell >= before {
			all += c.sensedOf(fl, i)
		}
	}
	return all
}

// cleared is when the medium, idle now, was last busy at node i, if that is less than DIFS
// ago; else kernel.Never.
func (c *csma) cleared(i kernel.Slot) int64 {
	at, last := int64(kernel.Never), uint64(0)
	for _, t := range c.listed {
		if fl := c.flights.At(t.what); fl.ended() && fl.fell > last && c.busyAmid(c.until(i, fl.fell, fl.fell)) {
			at, last = fl.ends, fl.fell
		}
	}
	return at
}

// lapses reports whether a frame that node j senses from an instant on, while it hears nothing
// else, need not touch it: it does not send, and has no back-off, or one after its last frame
// that is over.
func (c *csma) lapses(j kernel.Slot, at int64) bool {
	s := &c.stations[j]
	switch {
	case c.watchful || s.sends:
		return false
	case s.drawn:
		if s.phase != silent || c.ends(j) > at {
			return false
		}
		s.drawn = false // nobody would ask for it
	}
	return true
}

// sweep renews the places of the nodes that watch, when they may have moved too far.
func (c *csma) sweep() {
	if !c.turned && c.Now()-c.swept <= c.Field.GoodFor() {
		return
	}
	c.swept, c.turned = c.Now(), false
	c.listed = c.watchers.takeAll(c.listed[:0])
	for _, t := range c.listed {
		s := &c.stations[t.what]
		if s.heard == 0 && c.lapses(t.what, c.Now()) {
			s.watches = false
			continue
		}
		p := c.Field.Point(t.what)
		c.watchers.add(thing{p[0], p[1], t.what})
	}
}
