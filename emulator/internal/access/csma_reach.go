package access

import (
	"math/bits"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/contract/rim"
	"bellwether/internal/sim/phy"
)

// reachWatchers lets flight f arrive at the nodes that watch the medium.
func (c *csma) reachWatchers(f int32) {
	fl := c.flights.At(f)
	if c.costly {
		c.reachSettled(fl)
		return
	}
	if c.watchful {
		for _, j := range c.Reach.Within(fl.sender, c.reachM) {
			c.arrive(fl, j, c.sensedOf(fl, j))
		}
		return
	}
	c.sweep()
	moved := c.Field.SpeedMPS()*float64(c.Now()-c.swept)/float64(time.Second) + rim.WidthM
	least, most := c.reachM-moved, c.reachM+moved // where a node is surely in reach, and surely is not
	sureM2, noneM2 := least*least, most*most
	if !c.each || least < 0 || !c.Field.Flat() {
		sureM2 = -1
	}
	w, at := &c.watchers, c.Now()+c.delay
	if w.perM == 0 {
		noneM2 = -1
	}
	for a := w.area(fl.xM, fl.yM, most); a.row <= a.last; a.row++ {
		row := a.row & (w.rows - 1)
		for occupied := w.occupied[row] & a.columns; occupied != 0; occupied &= occupied - 1 {
			cell := &w.cells[row*side+bits.TrailingZeros64(occupied)]
			for k := len(*cell) - 1; k >= 0; k-- { // backwards: one that lapses is replaced by the last
				t := (*cell)[k]
				dx, dy := t.xM-fl.xM, t.yM-fl.yM
				square := float64(dx*dx) + float64(dy*dy)
				switch {
				case square > noneM2 && noneM2 > 0:
				case c.stations[t.what].heard == 0 && c.lapses(t.what, at):
					c.stations[t.what].watches = false
					w.remove(t)
				case square <= sureM2 && t.what != fl.sender && c.Reach.Together(fl.send, t.what):
					c.arrive(fl, t.what, 1)
				default:
					c.arrive(fl, t.what, c.sensedOf(fl, t.what))
				}
			}
		}
	}
}

// reachSettled is reachWatchers for a flight that is settled at all nodes.
func (c *csma) reachSettled(fl *flight) {
	for _, l := range fl.settled {
		switch s := &c.stations[l.node]; {
		case !s.watches:
		case s.heard == 0 && c.lapses(l.node, c.Now()+c.delay):
			s.watches = false
		default:
			c.arrive(fl, l.node, l.mean)
		}
	}
}

// arrive lets a flight arrive at node j, which watches the medium, with so much.
func (c *csma) arrive(fl *flight, j kernel.Slot, what phy.Strength) {
	if what == 0 {
		return
	}
	s := &c.stations[j]
	s.heard += what
	fl.sensing = append(fl.sensing, sensed{what, j})
	if s.sensed == kernel.Never && c.senses(j) {
		s.sensed = c.Now() + c.delay
		if s.drawn {
			c.freeze(j, s.sensed)
		}
	}
}
