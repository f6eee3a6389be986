package bench

import (
	"math/bits"
	"math/rand/v2"
	"time"
)

// bare is the yardstick: the smallest program that does the workload's deliveries. It has
// a grid, a queue with one event per transmission, a test for the first copy, and nothing
// else: no protocol, no messages, no movement, no radio that waits. Machines differ by a
// factor of two, so every speed is given as a share of this loop's speed with the same
// number of nodes, measured in the same run.
//
// It imports no other package of bellwether and does not change with the emulator, so
// that shares of different versions can be compared. It does the same work as the
// workload: the same density, a beacon each second, and every node forwards a first copy
// once after up to 20 ms. Receivers are chosen when the frame ends, and hear it in the
// order of their IDs. One in twenty loses it, by a draw that is a function of frame and
// receiver; each of the others counts as one delivery. Nodes are numbered by their
// places, not by their IDs, so that the data of neighbours are close in memory: with a
// table by ID it has half the speed from 10^5 nodes on.
type bare struct {
	grid     grid
	heard    []uint32 // the newest beacon, by node
	frames   frames
	ids      []uint32 // IDs of nodes near a sender; then the nodes
	near     []uint32
	ordered  []uint32
	random   uint64 // state of the generator of jitter
	beacon   uint32
	sent     uint64
	received uint64
}

// Figures that the loop does not share with load.
const (
	bareJitter  = 20 * time.Millisecond
	bareAirtime = 120 * time.Microsecond // about that of the workload's frames
	bareSeed    = 1
)

// lossBits is the number of bits of a draw of loss; draws below lossBelow lose the frame.
const (
	lossBits  = 53
	lossBelow = 1 << lossBits * lossPercent / 100
)

// newBare places n nodes.
func newBare(n int) *bare {
	b := &bare{heard: make([]uint32, n), random: bareSeed}
	draw := rand.New(rand.NewPCG(bareSeed, 0))
	width := side(n)
	places := make([]place, n)
	for i := range places {
		places[i] = place{draw.Float64() * width, draw.Float64() * width}
	}
	b.grid.fill(places, width)
	return b
}

// run floods a beacon each second until an instant, from a node in the middle.
func (b *bare) run(until time.Duration) {
	leader := b.grid.middle()
	for second := time.Duration(0); second < until; second += time.Second {
		b.beacon++
		b.heard[leader] = b.beacon
		b.frames.push(frame{int64(second + bareAirtime), leader})
		for len(b.frames) > 0 {
			b.land(b.frames.pop())
		}
	}
}

// land ends a frame.
func (b *bare) land(f frame) {
	b.sent++
	b.ids, b.near = b.grid.within(b.grid.spots[f.from].place, b.ids[:0], b.near[:0])
	b.ordered = byID(b.ids, b.near, b.ordered)
	for _, at := range b.ordered {
		if at == f.from || mixed(b.sent, uint64(at))>>(64-lossBits) < lossBelow {
			continue
		}
		b.received++
		if b.heard[at] != b.beacon {
			b.heard[at] = b.beacon
			b.frames.push(frame{f.ends + b.jitter() + int64(bareAirtime), at})
		}
	}
}

// jitter draws by xorshift64* (Vigna 2016), and scales without a division.
func (b *bare) jitter() int64 {
	b.random ^= b.random >> 12
	b.random ^= b.random << 25
	b.random ^= b.random >> 27
	high, _ := bits.Mul64(b.random*0x2545f4914f6cdd1d, uint64(bareJitter))
	return int64(high)
}

// mixed is a 64-bit function of two words: two rounds of wyhash (Wang Yi).
func mixed(a, b uint64) uint64 {
	const c, d = 0x2d358dccaa6c78a5, 0x8bb84b93962eacc9
	high, low := bits.Mul64(a^c, b^d)
	high, low = bits.Mul64(low^c, high^d)
	return high ^ low
}

// byID sorts nodes by ID. The index of each is the number of smaller IDs: for about ten
// nodes that is faster than any sort with branches.
func byID(ids, nodes, out []uint32) []uint32 {
	if cap(out) < len(ids) {
		out = make([]uint32, 2*len(ids))
	}
	out, nodes = out[:len(ids)], nodes[:len(ids)]
	for i, a := range ids {
		smaller := uint32(0)
		for _, b := range ids {
			smaller += (b - a) >> 31
		}
		out[smaller] = nodes[i]
	}
	return out
}
