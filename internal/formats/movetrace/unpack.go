package movetrace

import (
	"encoding/binary"
	"math"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// A packedWalk is a path over packed legs: it unpacks each leg when it is needed.
type packedWalk struct {
	data []byte // of the legs to come
	past lead
}

// walk begins at the first leg.
func (p *packed) walk() packedWalk {
	if p.build != nil {
		sealed := p.seal()
		return sealed.walk()
	}
	return packedWalk{p.data, lead{at: p.first}}
}

// Next returns the next leg; after the last, the last one again.
func (w *packedWalk) Next() mobility.Leg { return w.next() }

func (w *packedWalk) next() mobility.Leg {
	l, rest := w.unpack()
	if l.End != mobility.Forever {
		lasts := l.End - l.Start
		w.data, w.past = rest, lead{l.End, l.From, lasts}
		if l.Velocity != (orb.Point{}) {
			w.past.reached = reached(l.From, l.Velocity, seconds(lasts))
		}
	}
	return l
}

// each gives the remaining legs in order, the last one once.
func (w packedWalk) each(yield func(mobility.Leg) bool) {
	for len(w.data) > 0 {
		l := w.next()
		if !yield(l) || l.End == mobility.Forever {
			return
		}
	}
}

// unpack returns the next leg, and the bytes after it.
func (w *packedWalk) unpack() (l mobility.Leg, rest []byte) {
	kind, data := w.data[0], w.data[1:]
	l = mobility.Leg{Start: w.past.at, End: mobility.Forever, From: w.past.reached, Absent: kind&isAbsent != 0}
	switch {
	case kind&isAgain != 0:
		l.End = l.Start + w.past.lasted
	case kind&isForever == 0:
		lasts, n := binary.Uvarint(data)
		l.End, data = l.Start+time.Duration(lasts), data[n:]
	}
	switch {
	case kind&isWhole != 0:
		var whole [2]int64
		whole, data = integers(data)
		l.From = orb.Point{float64(whole[0]) / 1e6, float64(whole[1]) / 1e6}
	case kind&isOnward == 0:
		l.From, data = floats(data)
	}
	switch {
	case kind&isRaw != 0:
		l.Velocity, data = floats(data)
	case kind&isStill == 0:
		data = readVelocity(&l, data, kind)
	}
	return l, data
}

// readVelocity reads the velocity of a leg, stored as the place to which it leads.
func readVelocity(l *mobility.Leg, data []byte, kind byte) []byte {
	by, data := integers(data)
	lasts := seconds(l.End - l.Start)
	for axis := range by {
		start, _ := micrometres(l.From[axis])
		l.Velocity[axis] = quotient(l.From[axis], start, start+by[axis], lasts)
	}
	if kind&isExact == 0 {
		var off [2]int64
		off, data = integers(data)
		for axis, o := range off {
			l.Velocity[axis] = math.Float64frombits(math.Float64bits(l.Velocity[axis]) + uint64(o))
		}
	}
	return data
}

func integers(data []byte) ([2]int64, []byte) {
	x, n := binary.Varint(data)
	y, m := binary.Varint(data[n:])
	return [2]int64{x, y}, data[n+m:]
}

func floats(data []byte) (orb.Point, []byte) {
	x := math.Float64frombits(binary.LittleEndian.Uint64(data))
	y := math.Float64frombits(binary.LittleEndian.Uint64(data[8:]))
	return orb.Point{x, y}, data[16:]
}
