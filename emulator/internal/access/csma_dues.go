package access

import (
	"math/bits"

	"bellwether/emulator/internal/kernel"
)

// dues are the queued events of nodes that are due, in a world of at most 64. Where all hear
// each other, a frame freezes all countdowns: four of five events in the kernel's queue would
// find nothing to do. So the kernel gets only the first one, and an event whose node is frozen
// just passes. Numbers keep the order of events of one instant.
type dues struct {
	waiting uint64         // nodes whose event has something to do, a bit for each slot
	number  [fewest]uint64 // of the queued event, by slot
}

// expect is arm in a world with dues.
func (c *csma) expect(i kernel.Slot) {
	t, d := &c.turns[i], c.dues
	if t.queued != kernel.Never && c.Passed(t.queued, d.number[i]) {
		t.queued = kernel.Never
	}
	if t.due < t.queued {
		t.queued, d.number[i] = t.due, c.Reserve()
	}
	d.waiting |= 1 << i
	c.Beside(t.queued, d.number[i], c.due, uint32(i))
}

// resumeFew is resume, in their order, of nodes whose medium becomes idle. It is most of what a
// frame costs in a world that is full.
func (c *csma) resumeFew(waiting []kernel.Slot) {
	d, slot := c.dues, int64(c.numbers.Slot)
	first := kernel.Slot(nowhere)
	for _, i := range waiting {
		s, t := &c.stations[i], &c.turns[i]
		if !s.drawn {
			c.draw(i, before)
		}
		t.due = s.from + int64(t.slots)*slot // see ends
		if t.queued > t.due || t.queued <= c.Now() && c.Passed(t.queued, d.number[i]) {
			t.queued, d.number[i] = t.due, c.Reserve()
		}
		d.waiting |= 1 << i
		if first < 0 || t.queued < c.turns[first].queued || t.queued == c.turns[first].queued && d.number[i] < d.number[first] {
			first = i
		}
	}
	if first >= 0 {
		c.Beside(c.turns[first].queued, d.number[first], c.due, uint32(first))
	}
}

// onFirst handles the first event of dues, unless its node has been frozen.
func (c *csma) onFirst(i kernel.Slot) {
	d := c.dues
	if d.waiting>>i&1 != 0 && c.turns[i].queued == c.Now() {
		d.waiting &^= 1 << i
		c.isDue(i)
	}
	for set := d.waiting; set != 0; set &= set - 1 {
		j := kernel.Slot(bits.TrailingZeros64(set))
		c.Beside(c.turns[j].queued, d.number[j], c.due, uint32(j))
	}
}
