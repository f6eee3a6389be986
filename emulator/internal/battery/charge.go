package battery

import (
	"math"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
)

// tally is the charge that frames took from one battery. As long as it is below the
// limit, a frame only increases the tally: the battery lasts beyond the next look at it
// in any case.
type tally struct{ lostJ, limitJ float64 }

// closed is the limit of a tally for which every charge takes the exact path.
var closed = math.Inf(-1)

// take adds a charge if that has no other consequence. A charge below 0 might fill the
// battery.
func (t *tally) take(joules float64) bool {
	lost := t.lostJ + joules
	if lost < t.limitJ && joules >= 0 {
		t.lostJ = lost
		return true
	}
	return false
}

// doubt is the distance of the limit from the least tally at which the exact path may do
// more than add, as a share of the sums involved. It is a million times their rounding
// error.
const doubt = 1e-9

// bound sets the limit of node i's tally. It must be called after any change of the
// values that it depends on.
//
// The charge must last until the next look: held − floor − idled(now) − lost > idle·(due − now).
// Since idled(now) is idledJ + idle·(now − since), now cancels.
func (b *Bank) bound(i kernel.Slot) {
	c, t := &b.cells[i], &b.tallies[i]
	if len(b.terms) > 0 || b.gainsW != 0 || c.since == kernel.Never {
		t.limitJ = closed
		return
	}
	idles := c.idledJ + over(b.draws(i).idle, time.Duration(c.due-c.since))
	if b.motors != nil {
		idles += over(b.movesW(i), time.Duration(c.due-b.motors[i].since))
	}
	t.limitJ = c.heldJ - b.floorJ(i) - idles - float64(doubt*(math.Abs(c.heldJ)+idles+math.Abs(t.lostJ)))
}

// Transmitted charges node i for a frame that was on the air for a time, and reports
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

// receivedApart is Received for batteries that lose another amount than radios draw.
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

// A bill is what a frame costs one battery.
type bill struct {
	class  protocol.Class
	joules float64 // above idle
	lost   float64 // what the battery loses for it
}

// spend notes what a node has spent.
func (b *Bank) spend(i kernel.Slot, f bill) {
	b.byClass[f.class] += f.joules
	if b.spent != nil {
		b.spent[i].trafficJ += f.joules
	}
}

// charge takes a bill from node i and reports whether its battery had enough. If not, the
// end of the node is a separate event of this instant, so that no node stops in the
// middle of a frame's bookkeeping.
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
		c.heldJ -= excess // it was full: what sending saved compared with listening is not harvest
	}
	crossed := b.review(i)
	if crossed && b.kernel.Live(i) || paid && rest-b.floorJ(i) < float64((b.losesW(i)-b.gainsW)*float64(c.due-b.kernel.Now()))*instant && b.kernel.Live(i) {
		b.await(i)
	}
	b.bound(i)
	return paid
}
