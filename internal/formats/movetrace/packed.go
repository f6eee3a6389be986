package movetrace

import (
	"encoding/binary"
	"math"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// packed are the legs of a track, in order, as bytes: 11 for a turn of a car with places
// in centimetres, up to 17 if turns are kilometres apart, where a leg as floats takes 48.
// Unpacking gives the same bits that were packed.
//
// A leg is a byte of [packing] and then what that byte announces: its duration, where it
// starts, its velocity. A leg that starts where the leg before led, and lasts as long,
// needs neither of the first two. A velocity is stored as the whole micrometre to which it
// leads, relative to that of its start, and as the number of floats between it and the
// quotient that leads there.
//
// Tracks grow at their end, and their last leg may be removed again, so the last two are
// held unpacked until [packed.seal].
type packed struct {
	data  []byte
	first time.Duration // start of the first
	n     int
	build *packing
}

// packing is the state needed to add a leg.
type packing struct {
	past lead
	held []leg // the last one or two
	room [2]leg
}

// A lead is the state on which the next leg may build: when and where the leg before
// ended, and how long it lasted.
type lead struct {
	at      time.Duration
	reached orb.Point // metres
	lasted  time.Duration
}

// The first byte of a packed leg.
const (
	isAbsent  = 1 << iota
	isForever // the last leg: no duration follows
	isAgain   // as long as the leg before: no duration follows
	isOnward  // starts where the leg before led: no place follows
	isWhole   // the place follows in whole micrometres, else as floats
	isStill   // no velocity follows
	isExact   // the velocity is the quotient: no difference follows
	isRaw     // the velocity follows as floats
)

// mostWhole, in micrometres: up to here every whole number is a float.
const mostWhole = 1 << 53

// micrometres returns the nearest whole number of micrometres, and whether it is exact
// enough to use.
func micrometres(metres float64) (int64, bool) {
	scaled := float64(metres * 1e6)
	if !(math.Abs(scaled) < mostWhole) {
		return 0, false
	}
	return int64(math.Floor(scaled + 0.5)), true
}

// quotient is the velocity on one axis, in m/s, from a place to a whole micrometre.
// Readers compute velocities with the same arithmetic. Within one micrometre it is 0.
func quotient(from float64, start, whole int64, lasts float64) float64 {
	if start == whole {
		return 0
	}
	return (float64(whole)/1e6 - from) / lasts
}

// add appends a leg, which starts later than the last.
func (p *packed) add(l leg) {
	if p.build == nil || len(p.build.held) == 0 {
		p.open()
	}
	if p.n == 0 {
		p.first = l.start
		p.build.past = lead{at: l.start}
	}
	b := p.build
	if len(b.held) == len(b.room) {
		p.pack(&b.room[0], b.room[1].start)
		b.room[0] = b.room[1]
		b.held = b.room[:1]
	}
	b.held = append(b.held, l)
	p.n++
}

// last is the last leg, nil before the first. It is valid until another is added.
func (p *packed) last() *leg {
	if p.n == 0 {
		return nil
	}
	if p.build == nil || len(p.build.held) == 0 {
		p.open()
	}
	return &p.build.held[len(p.build.held)-1]
}

// drop removes the last leg.
func (p *packed) drop() {
	p.open()
	p.build.held = p.build.held[:len(p.build.held)-1]
	p.n--
}

// open unpacks the last leg, also of sealed legs.
func (p *packed) open() {
	if p.build == nil {
		p.build = &packing{}
		p.build.held = p.build.room[:0]
	}
	if len(p.build.held) > 0 || p.n == 0 {
		return
	}
	var again packed
	walk := packedWalk{p.data, lead{at: p.first}}
	for range p.n {
		l := walk.next()
		again.add(leg{l.Start, l.From, l.Velocity, l.Absent})
	}
	*p = again
}

// seal packs the legs that are held, and returns legs that take no more memory than they
// need.
func (p *packed) seal() packed {
	if p.build == nil {
		return *p
	}
	p.open()
	b, packedSoFar, past := p.build, len(p.data), p.build.past
	for i := range b.held {
		end := mobility.Forever
		if i+1 < len(b.held) {
			end = b.held[i+1].start
		}
		p.pack(&b.held[i], end)
	}
	all := packed{data: append(make([]byte, 0, len(p.data)), p.data...), first: p.first, n: p.n}
	p.data, b.past = p.data[:packedSoFar], past
	return all
}

// precede puts a leg of absence, from time 0 to the first leg, in front of sealed ones.
// The packed form of the first leg stays valid after it: neither leg starts where another
// led, or has the duration of another.
func (p *packed) precede() {
	data := binary.AppendUvarint([]byte{isAbsent | isOnward | isStill}, uint64(p.first))
	*p = packed{data: append(data, p.data...), n: p.n + 1}
}

// reset forgets the legs. It keeps the memory, except that of sealed legs, which may be
// shared.
func (p *packed) reset() {
	if p.build == nil {
		*p = packed{}
		return
	}
	p.data, p.n = p.data[:0], 0
	p.build.held = p.build.room[:0]
}

// pack appends a leg to the packed ones.
func (p *packed) pack(l *leg, end time.Duration) {
	past := &p.build.past
	at := len(p.data)
	data := append(p.data, 0)
	var kind byte
	if l.absent {
		kind |= isAbsent
	}
	lasts := end - l.start
	switch {
	case end == mobility.Forever:
		kind |= isForever
	case lasts == past.lasted:
		kind |= isAgain
	default:
		data = binary.AppendUvarint(data, uint64(lasts))
	}
	data, from := appendPlace(data, l.from, past.reached)
	if s := seconds(lasts); same(l.velocity[0], 0) && same(l.velocity[1], 0) {
		kind |= isStill
		past.reached = l.from
	} else {
		past.reached = reached(l.from, l.velocity, s)
		var velocity byte
		data, velocity = appendVelocity(data, l, past.reached, s)
		kind |= velocity
	}
	data[at] = kind | from
	p.data = data
	past.at, past.lasted = end, lasts
}

// reached is where a leg leads in so many seconds, as computed by [Leg.At].
func reached(from, velocity orb.Point, s float64) orb.Point {
	return orb.Point{from[0] + float64(velocity[0]*s), from[1] + float64(velocity[1]*s)}
}

// appendPlace writes where a leg starts, if the leg before did not lead there.
func appendPlace(data []byte, from, reached orb.Point) ([]byte, byte) {
	if same(from[0], reached[0]) && same(from[1], reached[1]) {
		return data, isOnward
	}
	x, okX := micrometres(from[0])
	y, okY := micrometres(from[1])
	if okX && okY && same(float64(x)/1e6, from[0]) && same(float64(y)/1e6, from[1]) {
		return binary.AppendVarint(binary.AppendVarint(data, x), y), isWhole
	}
	return appendFloats(data, from), 0
}

// appendVelocity writes the velocity of a leg that leads to a place in so many seconds.
func appendVelocity(data []byte, l *leg, led orb.Point, lasts float64) ([]byte, byte) {
	var by, off [2]int64
	for axis, v := range l.velocity {
		start, ok := micrometres(l.from[axis])
		whole, too := micrometres(led[axis])
		if !ok || !too {
			return appendFloats(data, l.velocity), isRaw
		}
		by[axis] = whole - start
		off[axis] = int64(math.Float64bits(v) - math.Float64bits(quotient(l.from[axis], start, whole, lasts)))
	}
	data = binary.AppendVarint(binary.AppendVarint(data, by[0]), by[1])
	if off == [2]int64{} {
		return data, isExact
	}
	return binary.AppendVarint(binary.AppendVarint(data, off[0]), off[1]), 0
}

func appendFloats(data []byte, p orb.Point) []byte {
	data = binary.LittleEndian.AppendUint64(data, math.Float64bits(p[0]))
	return binary.LittleEndian.AppendUint64(data, math.Float64bits(p[1]))
}

// same reports whether two floats have the same bits: 0 and -0 do not.
func same(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
