package battery

import (
	"sort"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/trace"
)

// Bounds on the looks at a battery.
const (
	instant = 1e-9 // seconds: the grain of time
	// soonEnough is the remaining time below which the end is computed to the nanosecond. If
	// it is longer, the next look is after half of it, so traffic makes an earlier look
	// necessary only if it takes the other half: about forty looks until a battery is empty,
	// and none for most frames.
	soonEnough = time.Millisecond
)

// recovered is the share of its first charge at which a node that ran empty
// starts again: the high battery threshold of ns-3's BasicEnergySource.
const recovered = 0.15

// await plans the next look at the battery: when idling alone will have emptied it to the next
// mark, or earlier if that is far away; or when the harvester will have filled it to a mark, or an
// empty one enough to start again.
func (b *Bank) await(i kernel.Slot) {
	c := &b.cells[i]
	b.review(i)
	left := b.left(i)
	switch drawsW := b.losesW(i) - b.gainsW; {
	case left <= 0 && b.keeps(i): // another look changes nothing
	case b.kernel.Live(i) && drawsW > 0:
		b.lookIn(i, b.lasts(i, (left-b.floorJ(i))/drawsW))
	case b.kernel.Live(i) && drawsW < 0:
		b.lookIn(i, (b.ceilingJ(i)-left)/-drawsW+instant)
	case c.deceased && b.gainsW > 0:
		b.lookIn(i, (recovered*c.fullJ-left)/b.gainsW+instant)
	}
	b.bound(i)
}

// lasts is the number of seconds until the next look at a battery that lasts at least
// seconds.
func (b *Bank) lasts(i kernel.Slot, seconds float64) float64 {
	switch soon := soonEnough.Seconds(); {
	case seconds > soon:
		return max(seconds/2, soon)
	case len(b.terms) > 0:
		return b.runsOut(i)
	}
	return seconds
}

// lookIn plans a look at node i's battery after so many seconds, at least a nanosecond,
// unless an earlier one is planned.
func (b *Bank) lookIn(i kernel.Slot, seconds float64) {
	if !(seconds < float64(kernel.Never/2)*instant) {
		return
	}
	c := &b.cells[i]
	const rounding = 1e-3 // ns: rounding may make a whole number of nanoseconds a little smaller
	if at := b.kernel.Now() + max(int64(seconds*float64(time.Second)+rounding), 1); at < c.due {
		c.due = at
		b.kernel.At(at, b.look, uint32(i))
	}
}

// empty reports whether node i's battery is empty: the charge does not last another
// nanosecond.
func (b *Bank) empty(i kernel.Slot) bool {
	left := b.left(i)
	return b.cells[i].drained || left <= 0 || len(b.terms) == 0 && left < (b.losesW(i)-b.gainsW)*instant
}

// onLook crashes node i if its battery is empty, and starts it if the battery has
// recovered by harvest. A battery with terms recovers at rest, too, but that starts no
// node: only a restart does.
func (b *Bank) onLook(i kernel.Slot) {
	c := &b.cells[i]
	if c.due <= b.kernel.Now() {
		c.due = kernel.Never
	}
	switch b.kernel.Status(i) {
	case kernel.Live:
		switch empty := b.empty(i); {
		case empty && b.keeps(i):
			b.liveOn(i)
			return
		case empty:
			b.kernel.Crash(i, trace.WhyBattery)
			c.deceased, c.drained = true, false
		}
	case kernel.Crashed:
		if c.deceased && len(b.terms) == 0 && b.left(i) >= recovered*c.fullJ {
			b.restart(i)
			return
		}
	default:
		return
	}
	b.await(i)
}

// looks is the number of parts into which the last millisecond of a battery is divided. The
// shortest term of a diffusing battery takes 0.6 s/β², 8 s for the paper's cell: within a part
// it changes so little that no death is missed.
const looks = 16

// runsOut is the number of seconds after which idling will have emptied node i's battery to the next
// mark, at most soonEnough. The charge of a battery with terms has no closed inverse: the
// instant is found by bisection.
func (b *Bank) runsOut(i kernel.Slot) float64 {
	c := &b.cells[i]
	idleW, relaxed, floorJ := b.idlesW(i), b.sinceRelaxed(i), b.floorJ(i)
	empty := func(after int64) bool {
		drawn := b.idled(i) + float64(idleW*float64(after))*instant + b.tallies[i].lostJ
		return c.heldJ-drawn-b.terms.MissingAfterJ(b.gradient(i), idleW, relaxed+time.Duration(after)) <= floorJ
	}
	const part = int64(soonEnough) / looks
	for k := range int64(looks) {
		if empty((k + 1) * part) {
			after := k*part + 1 + int64(sort.Search(int(part)-1, func(n int) bool { return empty(k*part + 1 + int64(n)) }))
			return (float64(after) + 0.5) * instant
		}
	}
	return soonEnough.Seconds()
}

// onStep begins the harvester's next step.
func (b *Bank) onStep() {
	for _, i := range b.kernel.ByID {
		b.settle(i)
	}
	b.steps++
	b.gainsW = b.harvester.PowerW(b.steps)
	b.kernel.At(b.kernel.After(b.harvester.Step()), b.step, 0)
	for _, i := range b.kernel.ByID {
		b.await(i)
	}
}
