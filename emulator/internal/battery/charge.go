package battery

import (
	"math"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
)

// tally is what frames took of one battery. As long as it stays below the limit nothing
// comes of a frame but a greater tally: the battery lasts beyond the next look at it,
// whatever happens until then.
type tally struct{ lostJ, limitJ float64 }

// closed is the limit of a tally that takes nothing without a closer look.
var closed = math.Inf(-1)

// take adds a charge, if nothing else can come of it. A charge below 0 might fill the
// battery.
func (t *tally) take(joules float64) bool {
	lost := t.lostJ + joules
	if lost < t.limitJ && joules >= 0 {
		t.lostJ = lost
		return true
	}
	return false
}

// doubt is how far the limit stays below where the exact way might first do more than
// add, as a share of the sums involved: a million times what their rounding can make.
const doubt = 1e-9

// bound sets the limit of node i's tally, after whatever changes what it follows from.
//
// What is left must last until the next look: held − idled(now) − lost > idle·(due −
// now). As idled(now) is idledJ + idle·(now − since), now falls out.
func (b *Bank) bound(i kernel.Slot) {
	c, t := &b.cells[i], &b.tallies[i]
	if len(b.terms) > 0 || b.gainsW != 0 || c.since == kernel.Never {
		t.limitJ = closed
		return
	}
	idles := c.idledJ + over(b.draws(i).idle, time.Duration(c.due-c.since))
	t.limitJ = c.heldJ - idles - float64(doubt*(math.Abs(c.heldJ)+idles+math.Abs(t.lostJ)))
}

// Transmitted charges node i for a frame that it has had on the air for a time, and says
// whether its battery lasted to the frame's end.
func (b *Bank) Transmitted(i kernel.Slot, class protocol.Class, air time.Duration) (whole bool) {
	if b == nil {
		return true
	}
	f := bill{class: class, joules: over(b.radio.send, air)}
	f.lost = f.joules
	if b.drains != nil {
		f.lost = over(b.drains[i].send, air)
	}
	if b.tallies[i].take(f.lost) {
		b.spend(i, f)
		return true
	}
	return b.charge(i, f)
}

// Received charges nodes, in their order, for a frame that took a time.
func (b *Bank) Received(class protocol.Class, air time.Duration, by ...kernel.Slot) {
	if b == nil {
		return
	}
	f := bill{class: class, joules: over(b.radio.receive, air)}
	f.lost = f.joules
	if b.drains != nil {
		b.receivedApart(f, air, by)
		return
	}
	sum := b.byClass[class]
	for _, i := range by {
		if b.tallies[i].take(f.lost) {
			sum += f.joules
			continue
		}
		b.byClass[class] = sum
		b.charge(i, f)
		sum = b.byClass[class]
	}
	b.byClass[class] = sum
}

// receivedApart is Received where batteries do not lose what radios draw.
func (b *Bank) receivedApart(f bill, air time.Duration, by []kernel.Slot) {
	for _, i := range by {
		f.lost = over(b.drains[i].receive, air)
		if b.tallies[i].take(f.lost) {
			b.spend(i, f)
		} else {
			b.charge(i, f)
		}
	}
}

// A bill is what a frame takes of one battery.
type bill struct {
	class  protocol.Class
	joules float64 // above idle
	lost   float64 // what the battery loses by that
}

// spend notes what a node has spent.
func (b *Bank) spend(i kernel.Slot, f bill) {
	b.byClass[f.class] += f.joules
	if b.spent != nil {
		b.spent[i].trafficJ += f.joules
	}
}

// charge takes a bill from node i and says whether its battery held as much. An empty
// battery is an event of this instant, so that nobody dies in the middle of a frame's
// bookkeeping.
func (b *Bank) charge(i kernel.Slot, f bill) (paid bool) {
	c, t := &b.cells[i], &b.tallies[i]
	if c.drained {
		return false // by another frame that ended at this instant
	}
	left, lost := b.settle(i), float64(f.lost*b.atOnce)
	if paid = lost < left || lost <= 0 || b.keeps(i); !paid {
		part := max(left, 0) / lost
		f.joules, f.lost = float64(f.joules*part), float64(f.lost*part)
		if b.kernel.Live(i) {
			c.drained = true
			b.kernel.At(b.kernel.Now(), b.look, uint32(i))
		}
	}
	b.gradient(i).Draw(f.lost)
	t.lostJ += f.lost
	b.spend(i, f)
	rest := left - lost
	if excess := rest - c.fullJ; lost < 0 && excess > 0 {
		c.heldJ -= excess // it was full: what sending saved, against listening, came not from the harvester
	}
	if paid && rest < float64((b.losesW(i)-b.gainsW)*float64(c.due-b.kernel.Now()))*instant && b.kernel.Live(i) {
		b.await(i)
	}
	b.bound(i)
	return paid
}
