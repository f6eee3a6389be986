package place

import (
	"slices"

	"github.com/paulmach/orb"

	"bellwether/protocol"
)

// Order returns the IDs in the order of their nodes along a Hilbert curve at the start of
// the run: nodes that are near in the plane are mostly near in the list. The state of
// nodes is stored in this order, so that a frame finds its receivers' memory in few
// pages. (D. Hilbert, "Über die stetige Abbildung einer Linie auf ein Flächenstück",
// Mathematische Annalen 38, 1891; B. Moon et al., IEEE TKDE 13(1), 2001, for how well it
// keeps neighbours together.)
func (p *Plan) Order() []protocol.ID {
	bound := orb.Bound{Min: p.first[0].From, Max: p.first[0].From}
	for n := range p.first {
		bound = bound.Extend(p.first[n].From)
	}
	keys := make([]uint64, len(p.first))
	for n := range p.first {
		keys[n] = uint64(along(bound, p.first[n].From))<<32 | uint64(n)
	}
	slices.Sort(keys)
	out := make([]protocol.ID, len(keys))
	for k, key := range keys {
		out[k] = protocol.ID(uint32(key)) + 1
	}
	return out
}

// bits is the resolution of the curve: 2^16 squares a side, which are smaller than the
// range in any world.
const bits = 16

// along is how far along the curve a point lies.
func along(b orb.Bound, p orb.Point) uint32 {
	side := max(b.Max[0]-b.Min[0], b.Max[1]-b.Min[1])
	if !(side > 0) {
		return 0
	}
	const last = 1<<bits - 1
	return hilbert(uint32((p[0]-b.Min[0])/side*last), uint32((p[1]-b.Min[1])/side*last))
}

// hilbert is the index on the curve of a square, by its bits from the highest: each quadrant
// contains the curve again, rotated so that its ends meet the ends in neighbouring quadrants.
func hilbert(x, y uint32) (d uint32) {
	for s := uint32(1) << (bits - 1); s > 0; s >>= 1 {
		right, up := x&s != 0, y&s != 0
		switch {
		case right && up:
			d += 2 * s * s
		case right:
			d += 3 * s * s
			x, y = s-1-y&(s-1), s-1-x&(s-1)
			continue
		case up:
			d += s * s
		default:
			x, y = y, x
		}
		x, y = x&(s-1), y&(s-1)
	}
	return d
}
