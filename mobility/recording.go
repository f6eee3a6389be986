package mobility

import (
	"math"
	"time"

	"github.com/paulmach/orb"
)

// straightness, in metres: fixes none of which is farther than this from a
// straight line at constant speed make one leg. It is the grid on which this
// package places nodes and the last digit that writers of traces write.
const straightness = micrometre

// stillness, in degrees, is the same for fixes that are not yet on a plane.
const stillness = 1e-11

// recording is what is known of one node.
type recording struct {
	track Track
	state state
	last  time.Duration // of the latest fix or departure
	place orb.Point     // there
	since time.Duration // start of the leg under way
	from  orb.Point
	low   orb.Point // least and greatest velocity of a leg that passes all fixes since
	high  orb.Point
	lost  bool // nothing is known of it after its last fix
}

type state uint8

const (
	unseen state = iota
	present
	away
)

// teleports reports whether no node can be so fast. Fixes that are not yet on a
// plane are not judged: there a degree is not a metre.
func (r *Recorder) teleports(n *recording, at time.Duration, place orb.Point) bool {
	way := orb.Point{place[0] - n.place[0], place[1] - n.place[1]}
	return r.o.Project == nil && length(way) >= TeleportSpeed*seconds(at-n.last)
}

// open begins a leg of which only the start is known.
func (n *recording) open(at time.Duration, place orb.Point) {
	n.since, n.from = at, place
	n.last, n.place = at, place
	n.low = orb.Point{math.Inf(-1), math.Inf(-1)}
	n.high = orb.Point{math.Inf(1), math.Inf(1)}
}

// extend takes a fix into the leg under way if a straight one passes all of its
// fixes, and else ends the leg at the former.
func (r *Recorder) extend(n *recording, at time.Duration, place orb.Point) {
	low, high := n.cone(at, place, r.slack())
	if !(low[0] <= high[0] && low[1] <= high[1]) || r.o.Project != nil && !n.rests(place) {
		r.close(n)
		n.open(n.last, n.from)
		low, high = n.cone(at, place, r.slack())
	}
	n.low, n.high = low, high
}

func (r *Recorder) slack() float64 {
	if r.o.Project != nil {
		return stillness
	}
	return straightness
}

// rests reports whether the leg under way has no length yet, or stays in a place.
func (n *recording) rests(place orb.Point) bool {
	near := func(p orb.Point) bool {
		return math.Abs(p[0]-n.from[0]) <= stillness && math.Abs(p[1]-n.from[1]) <= stillness
	}
	return n.last == n.since || near(place) && near(n.place)
}

// cone narrows the velocities of the leg to those that pass a place at a time.
func (n *recording) cone(at time.Duration, place orb.Point, slack float64) (low, high orb.Point) {
	s := seconds(at - n.since)
	for axis := range low {
		way := place[axis] - n.from[axis]
		low[axis] = max(n.low[axis], (way-slack)/s)
		high[axis] = min(n.high[axis], (way+slack)/s)
	}
	return low, high
}

// close stores the leg under way, which ends at the latest fix; n.from is then
// where it ends. Of a leg without length nothing is stored.
func (r *Recorder) close(n *recording) {
	if n.last == n.since {
		return
	}
	l := Leg{Start: n.since, End: n.last, From: n.from, Velocity: n.velocity()}
	r.add(n, l)
	n.from = l.At(n.last)
	n.since = n.last
}

// velocity is 0 if the cone has it, else that which meets the latest fix, or
// comes nearest to it within the cone.
func (n *recording) velocity() orb.Point {
	var v orb.Point
	if max(n.low[0], n.low[1]) <= 0 && min(n.high[0], n.high[1]) >= 0 {
		return v
	}
	s := seconds(n.last - n.since)
	for axis := range v {
		v[axis] = min(max((n.place[axis]-n.from[axis])/s, n.low[axis]), n.high[axis])
	}
	return v
}

// finish stores what is not yet stored of a node.
func (r *Recorder) finish(n *recording) {
	n.lost = n.state == away && r.o.StayAtEnd || n.state == present && r.o.Samples
	if last := len(n.track.legs) - 1; n.state == away && r.o.StayAtEnd && n.last == r.end {
		if n.track.legs[last].start == r.end {
			n.track.legs = n.track.legs[:last]
		}
		n.state, n.since = present, n.last
	}
	if n.state == present {
		r.close(n)
		r.add(n, Leg{Start: n.last, From: n.from})
	}
}

// replay builds the track anew in the trace's time and on its plane.
func (n *recording) replay(t *Track, zero time.Duration, project func(orb.Point) orb.Point) {
	legs := n.track.legs
	if len(legs) == 0 || legs[0].start > zero {
		t.Append(Leg{Absent: true})
	}
	var reached orb.Point // where the former leg leads
	for i := range legs {
		l := unpack(legs, i)
		next := Leg{Start: l.Start - zero, From: reached, Absent: l.Absent}
		if i == 0 || legs[i-1].absent || l.Jumps(unpack(legs, i-1)) {
			next.From = project(l.From)
		}
		reached = next.From
		if l.Velocity != (orb.Point{}) {
			next.End = l.End - zero
			to := project(l.At(l.End))
			next.Velocity = straight(next.From, to, seconds(l.End-l.Start))
			reached = next.At(next.End)
			if next.Speed() >= TeleportSpeed {
				next.Velocity, reached = orb.Point{}, to // it stands, and then is there
			}
		}
		t.Append(next)
	}
	if n.lost {
		t.Lose(Fix{At: n.last - zero, Place: project(n.place)})
	}
}

// straight is the velocity that leads from one place to another.
func straight(from, to orb.Point, s float64) orb.Point {
	return orb.Point{(to[0] - from[0]) / s, (to[1] - from[1]) / s}
}
