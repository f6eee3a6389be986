package battery

import (
	"math"

	"bellwether/emulator/internal/kernel"
)

// A Mark is a charge that somebody wants to hear of, in percent of a battery's first charge. A battery
// meets it while it has more, or with Least at least as much.
type Mark struct {
	Percent float64
	Least   bool
}

func (m Mark) met(percent float64) bool {
	return percent > m.Percent || m.Least && percent == m.Percent
}

// mostMarks bounds the marks: a bit for each.
const mostMarks = 16

// marks are the marks of all batteries, and which of them each battery meets. Without any they cost a
// comparison where the charge is computed exactly, and nothing per frame.
type marks struct {
	list    []Mark
	meets   []uint16 // by node, a bit for each of list
	crossed kernel.Event
}

// Watch calls crossed in an event of its own when node i meets another of the marks than before: at the
// nanosecond, except that a battery that recovers at rest is seen to rise only when it is looked at. It is
// called once, before the run.
func (b *Bank) Watch(list []Mark, crossed func(kernel.Slot)) {
	if b == nil || len(list) == 0 {
		return
	}
	b.marks = marks{list: list[:min(len(list), mostMarks)], meets: make([]uint16, len(b.cells))}
	b.marks.crossed = b.kernel.On(func(a uint32) { crossed(kernel.Slot(a)) })
	for i := range b.cells {
		b.marks.meets[i] = b.meeting(kernel.Slot(i))
	}
}

// Percent is the charge of node i's battery in percent of its first charge; without a battery 100.
func (b *Bank) Percent(i kernel.Slot) float64 {
	if b == nil {
		return 100
	}
	return 100 * b.left(i) / b.cells[i].fullJ
}

// Recovers reports whether batteries recover at rest, so that nobody is told of each instant at which a mark
// is met again.
func (b *Bank) Recovers() bool { return b != nil && len(b.terms) > 0 }

// meeting is which marks node i meets now.
func (b *Bank) meeting(i kernel.Slot) (met uint16) {
	percent := b.Percent(i)
	for k, m := range b.marks.list {
		if m.met(percent) {
			met |= 1 << k
		}
	}
	return met
}

// review reports whether node i meets other marks now, and plans the call of Watch if it does.
func (b *Bank) review(i kernel.Slot) (crossed bool) {
	if len(b.marks.list) == 0 {
		return false
	}
	met := b.meeting(i)
	if met == b.marks.meets[i] {
		return false
	}
	b.marks.meets[i] = met
	b.kernel.At(b.kernel.Now(), b.marks.crossed, uint32(i))
	return true
}

// floorJ is the charge at which something happens to node i as its battery empties: at the highest mark
// that it meets, else at 0.
func (b *Bank) floorJ(i kernel.Slot) float64 {
	floor := 0.0
	for k, m := range b.marks.list {
		if b.marks.meets[i]>>k&1 != 0 {
			floor = max(floor, m.Percent/100*b.cells[i].fullJ)
		}
	}
	return floor
}

// ceilingJ is the charge at which something happens to node i as its battery fills: at the lowest mark below
// 100 % that it does not meet, else at infinity.
func (b *Bank) ceilingJ(i kernel.Slot) float64 {
	ceiling := math.Inf(1)
	for k, m := range b.marks.list {
		if b.marks.meets[i]>>k&1 == 0 && m.Percent < 100 { // looks would come every nanosecond at a full battery
			ceiling = min(ceiling, m.Percent/100*b.cells[i].fullJ)
		}
	}
	return ceiling
}
