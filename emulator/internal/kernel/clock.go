package kernel

import (
	"math/bits"
	"time"
)

// clock is the clock of one node. A clock that drifts runs fast or slow from the instant
// of the fault on. Env.Now and all timers use it, also timers that already run. When the
// drift ends its rate is right again, but the time that it shows is not. It goes on while
// its node is down. The radio, airtime, jitter and traces use the time of the world.
//
// It is computed in whole nanoseconds, without floats, so it is the same on every
// machine.
type clock struct {
	since int64 // true time of the last change of rate
	shown int64 // what it showed then
	ppm   int64
}

// million is the rate of a true clock, in millionths.
const million = 1_000_000

// read returns the time that a clock shows at the instant now.
func (c *clock) read(now int64) int64 {
	return c.shown + times(now-c.since, million+c.ppm, million)
}

// Reads returns the time that node i's clock shows now.
func (k *Kernel) Reads(i Slot) int64 {
	if k.clocks == nil {
		return k.now
	}
	return k.clocks[i].read(k.now)
}

// span is the true time in which node i's clock advances by d.
func (k *Kernel) span(i Slot, d time.Duration) time.Duration {
	if k.clocks == nil || d <= 0 {
		return d
	}
	return time.Duration(times(int64(d), million, million+k.clocks[i].ppm))
}

// Pace sets the rate of node i's clock, ppm millionths fast, and moves its running
// timers.
func (k *Kernel) Pace(i Slot, ppm int) {
	if k.clocks == nil {
		k.clocks = make([]clock, k.Nodes)
	}
	shown := k.Reads(i)
	old := million + k.clocks[i].ppm
	k.clocks[i] = clock{since: k.now, shown: shown, ppm: int64(ppm)}
	for t := range k.timers {
		s := &k.slots[int(i)*k.timers+t]
		if s.deadline == Never || s.deadline <= k.now {
			continue
		}
		left := times(s.deadline-k.now, old, million)
		s.deadline = k.After(k.span(i, time.Duration(left)))
		s.seq = uint32(k.nextSeq())
		if s.queuedAt > s.deadline {
			k.queueTimer(s, uint32(i), uint8(t))
		}
	}
}

// times is x·num/den for x ≥ 0, rounded to the nearest, and at most Never.
func times(x, num, den int64) int64 {
	hi, lo := bits.Mul64(uint64(x), uint64(num))
	lo, carry := bits.Add64(lo, uint64(den)/2, 0)
	hi += carry
	if hi >= uint64(den) {
		return Never
	}
	q, _ := bits.Div64(hi, lo, uint64(den))
	return int64(min(q, Never))
}
