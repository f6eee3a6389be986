package emulator

import (
	"math/bits"
	"time"
)

// clocks are what the nodes take for the time. A clock that drifts runs fast or
// slow from the instant it was struck: Env.Now and every timer go by it, those
// running too. When the drift ends it is right again in rate, not in what it
// shows. It goes on while its node is down. The radio, airtime and jitter have
// the time of the world, as do traces.
//
// Reckoned in whole nanoseconds, without floats: the same on every machine.
type clocks struct {
	of []clock // by node; nil: every clock is true
}

type clock struct {
	since  int64 // true time of the last change of rate
	shown  int64 // what it showed then
	ppm    int64
	number int // of the strike that set the rate
}

// million is the rate of a true clock, in millionths.
const million = 1_000_000

// read is what node i's clock shows at the instant now.
func (c *clocks) read(i int, now int64) int64 {
	if c.of == nil {
		return now
	}
	k := &c.of[i]
	return k.shown + times(now-k.since, million+k.ppm, million)
}

// span is how long in true time node i's clock takes to go on by d.
func (c *clocks) span(i int, d time.Duration) time.Duration {
	if c.of == nil || d <= 0 {
		return d
	}
	return time.Duration(times(int64(d), million, million+c.of[i].ppm))
}

// pace sets the rate of node i's clock, and moves its running timers.
func (w *World) pace(i, ppm, number int) {
	c := &w.clocks
	if c.of == nil {
		c.of = make([]clock, len(w.nodes))
	}
	shown := c.read(i, w.now)
	old := million + c.of[i].ppm
	c.of[i] = clock{since: w.now, shown: shown, ppm: int64(ppm), number: number}
	for t := range w.timers {
		s := &w.slots[i*w.timers+t]
		if s.deadline == never || s.deadline <= w.now {
			continue
		}
		left := times(s.deadline-w.now, old, million)
		s.deadline = w.after(w.clocks.span(i, time.Duration(left)))
		s.seq = uint32(w.nextSeq())
		if s.queuedAt > s.deadline {
			w.queueTimer(s, uint32(i), uint8(t))
		}
	}
}

// times is x·num/den, rounded to the nearest, of x ≥ 0; never at the most.
func times(x, num, den int64) int64 {
	hi, lo := bits.Mul64(uint64(x), uint64(num))
	lo, carry := bits.Add64(lo, uint64(den)/2, 0)
	hi += carry
	if hi >= uint64(den) {
		return never
	}
	q, _ := bits.Div64(hi, lo, uint64(den))
	return int64(min(q, never))
}
