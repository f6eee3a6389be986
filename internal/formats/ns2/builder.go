package ns2

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// builder makes the legs of one node from its events. It is reused, memory included, for
// the next node.
type builder struct {
	track   movetrace.Track
	motion  mobility.Leg // current motion, in the world or not
	jumping bool         // it stands, and is at to when the motion ends
	to      orb.Point    // there
	known   [2]bool      // which coordinates the file has given so far
	present bool         // in the world
	stopped int          // commands of speed 0 to another place
	assumed bool         // it was present, or moved, without a place, and got (0, 0)
}

// build leaves the node's legs in b.track.
func (b *builder) build(n *node) {
	slices.SortStableFunc(n.events, func(x, y event) int {
		if d := cmp.Compare(x.at, y.at); d != 0 {
			return d
		}
		return cmp.Compare(rank(x), rank(y))
	})
	b.track.Reset(strconv.FormatUint(n.number, 10))
	b.motion, b.jumping = n.place(), false
	b.known = [2]bool(n.known[:2])
	b.present, b.assumed = beginsPresent(n.events), false
	b.emit(0)
	now := time.Duration(0)
	for _, e := range n.events {
		b.assumed = b.assumed || e.at > now && b.lost() || b.unplaced(e)
		b.advance(e.at)
		b.apply(e)
		now = e.at
	}
	b.assumed = b.assumed || b.lost()
	b.advance(mobility.Forever)
}

// rank orders what happens at one instant: places before moves.
func rank(e event) int {
	if e.places() {
		return 0
	}
	return 1
}

// beginsPresent reports whether a node with these events, in order, is in the world before
// its first switch: it is, unless that switch is ON.
func beginsPresent(events []event) bool {
	for _, e := range events {
		if e.kind == switchOn || e.kind == switchOff {
			return e.kind == switchOff
		}
	}
	return true
}

// lost reports whether the node is in the world without a place.
func (b *builder) lost() bool { return b.present && !(b.known[0] && b.known[1]) }

// unplaced reports whether the event moves a node without a place.
func (b *builder) unplaced(e event) bool {
	return e.kind == goTo && !e.places() && !(b.known[0] && b.known[1])
}

// nearly is how much later than the next command a jump may arrive. The jump's speed is
// rounded to the file's decimals; it should arrive at the instant of that command.
const nearly = time.Microsecond

// advance ends the motion if the node arrives by t.
func (b *builder) advance(t time.Duration) {
	if b.jumping && b.motion.End > t && b.motion.End-t <= nearly {
		b.motion.End = t
	}
	if b.motion.End > t || b.motion.End == mobility.Forever {
		return
	}
	place := b.motion.At(b.motion.End)
	if b.jumping {
		place = b.to
	}
	b.stand(b.motion.End, place)
}

// apply applies an event.
func (b *builder) apply(e event) {
	here := b.motion.At(e.at)
	switch {
	case e.kind == setX:
		b.known[0] = true
		b.stand(e.at, orb.Point{e.x, here[1]})
	case e.kind == setY:
		b.known[1] = true
		b.stand(e.at, orb.Point{here[0], e.y})
	case e.kind == switchOn || e.kind == switchOff:
		b.turn(e.at, e.kind == switchOn)
	case e.places():
		b.known = [2]bool{true, true}
		b.stand(e.at, orb.Point{e.x, e.y})
	case e.jumps():
		b.jump(e, here)
	default:
		if e.speed == 0 && (math.Abs(e.x-here[0]) > stopM || math.Abs(e.y-here[1]) > stopM) {
			b.stopped++
		}
		b.jumping = false
		b.motion = mobility.Trip{Start: e.at, From: here, To: orb.Point{e.x, e.y}, Speed: e.speed}.Leg()
		b.emit(e.at)
	}
}

// stopM, in metres: a setdest of speed 0 to a place nearer than this stops a node, which has
// come there to the rounding of the file.
const stopM = 1

// turn makes the node enter or leave the world. It keeps moving.
func (b *builder) turn(at time.Duration, on bool) {
	if b.present == on {
		return
	}
	b.present = on
	b.motion.From, b.motion.Start = b.motion.At(at), at
	b.emit(at)
}

// jump makes the node stand until it is at its destination.
func (b *builder) jump(e event, here orb.Point) {
	b.stand(e.at, here)
	b.jumping, b.to = true, orb.Point{e.x, e.y}
	x, y := e.x-here[0], e.y-here[1]
	b.motion.End = e.at + text.Seconds(math.Sqrt(float64(x*x)+float64(y*y))/e.speed)
}

func (b *builder) stand(at time.Duration, place orb.Point) {
	b.jumping = false
	b.motion = mobility.Leg{Start: at, End: mobility.Forever, From: place}
	b.emit(at)
}

// emit adds a leg for what the node does from now on.
func (b *builder) emit(at time.Duration) {
	b.track.Append(mobility.Leg{Start: at, From: b.motion.From, Velocity: b.motion.Velocity, Absent: !b.present})
}
