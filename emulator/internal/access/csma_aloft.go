package access

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/contract/rim"
	"bellwether/internal/sim/phy"
)

// A frame that begins is entered once into the list of frames on the air. Nodes that only sense
// it are not touched: what they hear is computed from that list when it is needed. A frame
// counts at a node by where both were when it began; so before a node turns, or nodes are
// divided, that is noted with the frames on the air.

// aloft are the frames on the air, and those that ended within DIFS, by where their senders were.
type aloft struct {
	nearby
	landed  []int32 // ended, and released by those who handled their end; the first ended first
	gone    int     // so many of landed are no longer listed
	longest int64   // that a frame was listed
	events  uint64  // beginnings and ends of frames
	strays  int64   // until then a listed frame may count at a node that has jumped far away
}

// slackM is more than a node moves while a frame is listed.
func (c *csma) slackM() float64 {
	return c.Field.SpeedMPS()*float64(c.aloft.longest)/float64(time.Second) + rim.WidthM
}

// frames appends the listed frames that may count within a distance of a place.
func (c *csma) frames(xM, yM, withinM float64, out []thing) []thing {
	if c.aloft.count == 0 {
		return out
	}
	if c.aloft.strays > c.Now() {
		return c.aloft.all(out)
	}
	return c.aloft.within(xM, yM, withinM+c.reachM+c.slackM(), out)
}

// rise enters flight f into the list.
func (c *csma) rise(f int32) {
	fl := c.flights.At(f)
	c.aloft.events++
	fl.listed, fl.rose = true, c.aloft.events
	c.aloft.longest = max(c.aloft.longest, fl.ends-fl.start+int64(c.numbers.DIFS))
	c.aloft.add(thing{fl.xM, fl.yM, f})
}

// release gives flight f, which has ended, back as soon as nobody asks about it.
func (c *csma) release(f int32) {
	fl := c.flights.At(f)
	fl.frame = none
	if !fl.listed {
		c.flights.Give(f)
		return
	}
	c.aloft.landed = append(c.aloft.landed, f)
}

// forget removes from the list the frames that ended too long ago.
func (c *csma) forget() {
	a := &c.aloft
	for ; a.gone < len(a.landed); a.gone++ {
		f := a.landed[a.gone]
		fl := c.flights.At(f)
		if fl.ends+int64(c.numbers.DIFS) > c.Now() {
			break
		}
		a.remove(thing{fl.xM, fl.yM, f})
		c.flights.Give(f)
	}
	if a.gone > len(a.landed)/2 {
		a.landed = a.landed[:copy(a.landed, a.landed[a.gone:])]
		a.gone = 0
	}
}

// strengthOf is what a listed frame adds to the medium at node j.
func (c *csma) strengthOf(fl *flight, j kernel.Slot) phy.Strength {
	if len(fl.byNode) > 0 {
		return fl.byNode[j]
	}
	if c.few == nil {
		return c.strengthAt(fl, j)
	}
	k := c.Reach.ID(j) - 1
	switch bit := uint64(1) << k; {
	case fl.where&bit == 0:
		return 0
	case fl.known&bit == 0:
		fl.known, fl.strengths[k] = fl.known|bit, c.strengthAt(fl, j)
	}
	return fl.strengths[k]
}

// strengthAt computes strengthOf.
func (c *csma) strengthAt(fl *flight, j kernel.Slot) phy.Strength {
	if fl.closed || len(fl.settled) > 0 {
		for n := range fl.settled {
			if fl.settled[n].node == j {
				return fl.settled[n].mean
			}
		}
		if fl.closed {
			return 0
		}
	}
	x, y, up := c.Field.SpotAt(j, fl.start)
	dx, dy, dz := fl.xM-x, fl.yM-y, fl.altitudeM-up
	square := float64(dx*dx) + float64(dy*dy) + float64(dz*dz)
	if square > c.reachM*c.reachM && c.aloft.perM != 0 || j == fl.sender || !c.Reach.Together(fl.send, j) {
		return 0
	}
	if c.air.ByDistance() {
		return c.air.StrengthWithin(square)
	}
	return c.air.StrengthOf(&fl.emission, c.Reach.ID(j), phy.Spot{XM: x, YM: y, AltitudeM: up})
}

// sensedOf is what a listed frame adds to station.heard of node j. Where each frame that counts
// makes the medium busy by itself, it matters only how many arrive.
func (c *csma) sensedOf(fl *flight, j kernel.Slot) phy.Strength {
	if c.few != nil {
		return phy.Strength(fl.where >> (c.Reach.ID(j) - 1) & 1)
	}
	strength := c.strengthOf(fl, j)
	if c.each && strength > 0 {
		return 1
	}
	return strength
}

// settle notes what the listed frames are at node i, before it turns.
func (c *csma) settle(i kernel.Slot) {
	if c.stations[i].watches {
		c.turned = true // it may jump
	}
	if c.few != nil {
		c.few.turn(c.bit(i))
	}
	if c.aloft.count == 0 {
		return
	}
	p := c.Field.Point(i)
	c.listed = c.frames(p[0], p[1], 0, c.listed[:0])
	for _, t := range c.listed {
		c.settleOne(c.flights.At(t.what), i)
	}
}

func (c *csma) settleOne(fl *flight, i kernel.Slot) {
	for n := range fl.settled {
		if fl.settled[n].node == i && !fl.closed {
			return
		}
	}
	mean := phy.Strength(0) // of a node that arrives
	if c.Present(i) {
		mean = c.strengthOf(fl, i)
	}
	if !fl.closed {
		fl.settled = append(fl.settled, sensed{mean, i})
	}
	if mean > 0 {
		c.aloft.strays = max(c.aloft.strays, fl.ends+int64(c.numbers.DIFS)+1)
	}
}

// settleAll does so at all nodes, before they are divided.
func (c *csma) settleAll() {
	if c.few != nil {
		c.few.divided = true
	}
	c.listed = c.aloft.all(c.listed[:0])
	for _, t := range c.listed {
		fl := c.flights.At(t.what)
		if fl.closed {
			continue
		}
		for _, j := range c.Reach.Within(fl.sender, c.reachM+c.slackM()) {
			c.settleOne(fl, j)
		}
		fl.closed = true
	}
}

// Leaves informs the layer that node i is about to turn.
func (l *Layer) Leaves(i kernel.Slot) {
	if c, ok := l.scheme.(*csma); ok {
		c.settle(i)
	}
}

// Divides informs the layer that nodes are about to be divided into groups.
func (l *Layer) Divides() {
	if c, ok := l.scheme.(*csma); ok {
		c.settleAll()
	}
}
