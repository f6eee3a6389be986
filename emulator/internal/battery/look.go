package battery

import (
	"sort"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/trace"
)

// The spans within which a battery is looked at.
const (
	instant = 1e-9 // seconds: the grain of time
	// soonEnough is how short a life must be for its end to be foreseen to the
	// nanosecond. Of a longer one half is let pass and then looked again, so that
	// traffic brings the next look forward only when it took the other half: some
	// forty looks in a whole life, and none for most frames.
	soonEnough = time.Millisecond
)

// recovered is the share of its first charge at which a node that ran empty
// starts again: the high battery threshold of ns-3's BasicEnergySource.
const recovered = 0.15

// await plans the next look at the battery: when idling alone will have emptied it, or
// sooner while that is far off; or when the harvester will have filled an empty one far
// enough to start again.
func (b *Bank) await(i kernel.Slot) {
	c := &b.cells[i]
	left := b.left(i)
	switch drawsW := b.losesW(i) - b.gainsW; {
	case left <= 0 && b.keeps(i): // nothing comes of another look
	case b.kernel.Live(i) && drawsW > 0:
		b.lookIn(i, b.lasts(i, left/drawsW))
	case c.deceased && b.gainsW > 0:
		b.lookIn(i, (recovered*c.fullJ-left)/b.gainsW+instant)
	}
	b.bound(i)
}

// lasts is how many seconds may pass until the next look at a battery that lives for
// as long, at the least.
func (b *Bank) lasts(i kernel.Slot, seconds float64) float64 {
	switch soon := soonEnough.Seconds(); {
	case seconds > soon:
		return max(seconds/2, soon)
	case len(b.terms) > 0:
		return b.runsOut(i)
	}
	return seconds
}

// lookIn has node i's battery looked at in so many seconds, a nanosecond at the least,
// unless it will be sooner.
func (b *Bank) lookIn(i kernel.Slot, seconds float64) {
	if !(seconds < float64(kernel.Never/2)*instant) {
		return
	}
	c := &b.cells[i]
	const rounding = 1e-3 // ns: a whole number of nanoseconds may come out a little smaller
	if at := b.kernel.Now() + max(int64(seconds*float64(time.Second)+rounding), 1); at < c.due {
		c.due = at
		b.kernel.At(at, b.look, uint32(i))
	}
}

// empty says whether node i's battery is: what is left does not last another nanosecond.
func (b *Bank) empty(i kernel.Slot) bool {
	left := b.left(i)
	return b.cells[i].drained || left <= 0 || len(b.terms) == 0 && left < (b.losesW(i)-b.gainsW)*instant
}

// onLook has node i crash if its battery is empty, and start if that has recovered. A
// battery with terms recovers at rest, but starts no node: that takes a restart.
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

// looks is in how many parts the last millisecond of a life is looked at. The shortest
// term of a diffusing battery takes 0.6 s/β², 8 s for the paper's cell: it changes so
// little within a part that none hides a death.
const looks = 16

// runsOut is in how many seconds idling will have emptied node i's battery, or
// soonEnough if it will not within that. The charge of a battery with terms has no
// inverse that could be written down: the instant is found by halving.
func (b *Bank) runsOut(i kernel.Slot) float64 {
	c := &b.cells[i]
	idleW, relaxed := b.idlesW(i), b.sinceRelaxed(i)
	empty := func(after int64) bool {
		drawn := b.idled(i) + float64(idleW*float64(after))*instant + b.tallies[i].lostJ
		return c.heldJ-drawn-b.terms.MissingAfterJ(b.gradient(i), idleW, relaxed+time.Duration(after)) <= 0
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
