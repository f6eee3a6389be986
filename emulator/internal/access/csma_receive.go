package access

import (
	"slices"

	"bellwether/internal/sim/phy"
	"bellwether/radio"
)

// reachReceivers lets flight f arrive at the nodes that may receive it.
func (c *csma) reachReceivers(f int32) {
	fl := c.flights.At(f)
	if c.lazy {
		c.reachInRange(f)
		return
	}
	if !c.costly {
		c.findNear(fl, c.heardM)
		c.measure(fl)
	}
	near := c.near
	arrivals, found := c.arrivals[:len(near)], c.found[:0]
	for n, j := range near {
		if a := &arrivals[n]; a.Mean > 0 && a.Reception != radio.Beyond {
			c.places[j] = int32(n)
			found = append(found, j)
		}
	}
	c.found = found
	alone := len(c.overlaps) == 0 && !c.watchful
	for _, j := range c.Reach.Ordered(found) {
		others := phy.Strength(0)
		if !alone {
			others = c.heard(j)
		}
		c.hear(f, j, &arrivals[c.places[j]], others)
	}
}

// reachInRange is reachReceivers over a disk.
func (c *csma) reachInRange(f int32) {
	fl, found, square := c.flights.At(f), c.found[:0], c.heardM*c.heardM
	for _, j := range c.Reach.NearOrSure(fl.sender, c.heardM) {
		if j < 0 {
			if j = ^j; c.squareTo(fl, j) > square {
				continue
			}
		}
		if j != fl.sender && c.Reach.Together(fl.send, j) {
			found = append(found, j)
		}
	}
	c.found = found
	a, others := phy.Arrival{Reception: radio.Heard}, phy.Strength(0)
	for _, j := range c.Reach.Ordered(found) {
		if len(c.overlaps) > 0 {
			others = c.heard(j)
		}
		c.hear(f, j, &a, others)
	}
}

// findNear finds the nodes within a reach that may hear flight fl.
func (c *csma) findNear(fl *flight, reachM float64) {
	near := c.near[:0]
	for _, j := range c.Reach.Within(fl.sender, reachM) {
		if j != fl.sender && c.Reach.Together(fl.send, j) {
			near = append(near, j)
		}
	}
	c.near = near
}

// settleNow computes what flight fl, which begins, is at all nodes.
func (c *csma) settleNow(fl *flight) {
	c.findNear(fl, c.reachM)
	c.measure(fl)
	for n, j := range c.near {
		if mean := c.arrivals[n].Mean; mean > 0 {
			fl.settled = append(fl.settled, sensed{mean, j})
		}
	}
	fl.closed = true
	if c.Nodes > indexed {
		return
	}
	fl.byNode = slices.Grow(fl.byNode[:0], int(c.Nodes))[:c.Nodes]
	clear(fl.byNode)
	for _, l := range fl.settled {
		fl.byNode[l.node] = l.mean
	}
}

// indexed bounds the worlds in which what a flight is at each node is kept by node.
const indexed = 256

// measure computes what flight fl is at the nodes that are near.
func (c *csma) measure(fl *flight) {
	c.arrivals = slices.Grow(c.arrivals[:0], len(c.near))[:len(c.near)]
	now, arrivals := c.Now(), c.arrivals
	for n, j := range c.near {
		x, y := c.Field.Motion(j).At(now)
		at := phy.Spot{XM: x, YM: y, AltitudeM: c.Field.AltitudeM(j)}
		if c.costly {
			arrivals[n] = c.air.ArriveOf(&fl.emission, c.Reach.ID(j), at)
		} else {
			arrivals[n] = c.air.HeardOf(&fl.emission, c.Reach.ID(j), at)
		}
	}
}
