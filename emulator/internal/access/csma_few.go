package access

import (
	"math/bits"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/contract/rim"
	"bellwether/internal/sim/phy"
	"bellwether/radio"
)

// few are the nodes of a world of at most 64, on a disk where each frame that counts makes the
// medium busy by itself. Sets of nodes are words there, a bit for each ID: who senses a frame,
// whose medium becomes busy or idle, and who receives are found without looking at each node.
type few struct {
	air      uint64 // where a frame arrives now
	watchers uint64
	aloft    []int32 // frames on the air
	near     []vicinity
	divided  bool // nodes have been divided into groups
}

// fewest bounds the worlds whose nodes are few.
const fewest = 64

// A vicinity is who is near a node, for as long as nobody can have moved too far.
type vicinity struct {
	until            int64
	share            float64 // see vicinityShare
	looked           int     // exact checks since it was computed
	senses, receives ring
}

// A ring is who surely is within a distance, and who may be.
type ring struct{ sure, maybe uint64 }

// ringFor is what a ring is asked for.
type ringFor struct {
	fl        *flight
	distanceM float64
}

// vicinityShare is how far nodes may move towards each other, as a share of the reach, before
// it is looked again who is near, at most. The more, the more nodes need an exact check; so a
// node that sends much takes less, down to a sixteenth.
const vicinityShare = 0.04

func newFew(nodes int) *few {
	w := &few{near: make([]vicinity, nodes)}
	for k := range w.near {
		w.near[k].until, w.near[k].share = -1, vicinityShare
	}
	return w
}

// bit is the set of node i alone.
func (c *csma) bit(i kernel.Slot) uint64 { return 1 << (c.Reach.ID(i) - 1) }

// turn notes that node i goes on elsewhere, or jumps.
func (w *few) turn(bit uint64) {
	for k := range w.near {
		v := &w.near[k]
		for _, r := range []*ring{&v.senses, &v.receives} {
			r.sure, r.maybe = r.sure&^bit, r.maybe|bit
		}
	}
	w.near[bits.TrailingZeros64(bit)].until = -1
}

// squareTo is the squared distance of node j from the place where flight fl, which begins, does.
func (c *csma) squareTo(fl *flight, j kernel.Slot) float64 {
	x, y, up := c.Field.SpotAt(j, fl.start)
	dx, dy, dz := fl.xM-x, fl.yM-y, fl.altitudeM-up
	return float64(dx*dx) + float64(dy*dy) + float64(dz*dz)
}

// vicinity is who is near the sender of flight fl, which begins.
func (c *csma) vicinity(fl *flight) *vicinity {
	v := &c.few.near[c.Reach.ID(fl.sender)-1]
	if c.Now() <= v.until {
		return v
	}
	share := v.share
	switch nodes := int(c.Nodes); {
	case v.looked > nodes:
		share = max(share/2, vicinityShare/16)
	case 4*v.looked < nodes:
		share = min(2*share, vicinityShare)
	}
	*v = vicinity{until: kernel.Never, share: share}
	moved := 0.0
	if speed := c.Field.SpeedMPS(); speed > 0 {
		moved = c.reachM * share
		v.until = c.Now() + int64(moved/(2*speed)*float64(time.Second))
	}
	moved += rim.WidthM
	for k, j := range c.ByID {
		if j == fl.sender || !c.Present(j) {
			continue
		}
		square := c.squareTo(fl, j)
		v.senses.add(square, c.reachM, moved, 1<<k)
		v.receives.add(square, c.heardM, moved, 1<<k)
	}
	return v
}

func (r *ring) add(squareM2, distanceM, movedM float64, bit uint64) {
	if least, most := distanceM-movedM, distanceM+movedM; least > 0 && squareM2 < least*least {
		r.sure |= bit
	} else if squareM2 <= most*most {
		r.maybe |= bit
	}
}

// within is who of a ring is within a distance of where flight fl begins.
func (c *csma) within(v *vicinity, r *ring, of ringFor) uint64 {
	set, fl, distanceM := r.sure, of.fl, of.distanceM
	v.looked += bits.OnesCount64(r.maybe)
	for maybe := r.maybe; maybe != 0; maybe &= maybe - 1 {
		k := bits.TrailingZeros64(maybe)
		if j := c.ByID[k]; j != fl.sender && c.Present(j) && c.squareTo(fl, j) <= distanceM*distanceM {
			set |= 1 << k
		}
	}
	if c.few.divided {
		for all := set; all != 0; all &= all - 1 {
			if k := bits.TrailingZeros64(all); !c.Reach.Together(fl.send, c.ByID[k]) {
				set &^= 1 << k
			}
		}
	}
	return set
}

// locate finds where flight fl, which begins, counts.
func (c *csma) locate(fl *flight) {
	if fl.strengths == nil {
		fl.strengths = make([]phy.Strength, fewest)
	}
	v := c.vicinity(fl)
	fl.where = c.within(v, &v.senses, ringFor{fl, c.reachM})
	fl.reached = c.within(v, &v.receives, ringFor{fl, c.heardM})
}

// reachFew lets flight f arrive at the nodes that may receive it, and at those that watch the
// medium.
func (c *csma) reachFew(f int32) {
	fl, w, besides := c.flights.At(f), c.few, uint64(0)
	for _, other := range c.overlaps {
		besides |= c.flights.At(other).where
	}
	for set := fl.reached; set != 0; set &= set - 1 {
		j := c.ByID[bits.TrailingZeros64(set)]
		a, others := phy.Arrival{Reception: radio.Heard}, phy.Strength(0) // how strong it is matters if others overlap it
		if besides&set&-set != 0 {
			others = c.heard(j)
		}
		c.hear(f, j, &a, others)
	}
	busy := c.Now() + c.delay
	for set := fl.where & w.watchers &^ w.air; set != 0; set &= set - 1 {
		j := c.ByID[bits.TrailingZeros64(set)]
		s := &c.stations[j]
		switch {
		case c.lapses(j, busy):
			s.watches = false
			w.watchers &^= set & -set
		case s.sensed != kernel.Never:
		default:
			if s.sensed = busy; !s.drawn {
				continue
			}
			ends := c.ends(j)
			if busy > s.from || ends <= busy {
				c.freeze(j, busy)
			} else if t := &c.turns[j]; t.due == ends && t.ready <= busy { // freeze, before a slot has passed
				t.due = kernel.Never
				c.dues.waiting &^= 1 << j
			}
		}
	}
	w.air |= fl.where
	w.aloft = append(w.aloft, f)
}

// leaveFew ends flight f at the nodes that watch the medium, and returns those whose countdown
// resumes.
func (c *csma) leaveFew(f int32, waiting []kernel.Slot) []kernel.Slot {
	fl, w, air := c.flights.At(f), c.few, uint64(0)
	kept := w.aloft[:0]
	for _, other := range w.aloft {
		if other != f {
			kept = append(kept, other)
			air |= c.flights.At(other).where
		}
	}
	w.aloft, w.air = kept, air
	for set := fl.where & w.watchers &^ air; set != 0; set &= set - 1 {
		j := c.ByID[bits.TrailingZeros64(set)]
		s := &c.stations[j]
		if s.sends {
			continue
		}
		s.sensed, s.from = kernel.Never, c.Now()+int64(c.numbers.DIFS) // see becomesIdle
		if s.phase == contending && c.turns[j].ready <= c.Now() {
			waiting = append(waiting, j)
		}
	}
	return waiting
}
