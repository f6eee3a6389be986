package movetrace

import (
	"math"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// straightness, in metres: fixes make one leg if none of them is farther than this from a
// straight line at constant speed. It is the grid on which this package places nodes, and
// the last digit that writers of traces write.
const straightness = micrometre

// stillness, in degrees, is the same bound for fixes that are not yet on a plane.
const stillness = 1e-11

// recording is the state of one node.
type recording struct {
	track Track  // without the held legs
	held  [2]leg // the last legs, holds of them
	holds int
	replay
	state state
	last  time.Duration // of the latest fix or departure
	place orb.Point     // at that time
	since time.Duration // start of the current leg
	from  orb.Point
	low   orb.Point // least and greatest velocity of a leg that passes all fixes since then
	high  orb.Point
	lost  bool // its place is unknown after its last fix
	afar  bool // its last fix was left out, since it is not near
	left  bool // the last of its rises is when it left
}

type state uint8

const (
	unseen state = iota
	present
	away
)

// teleports reports whether no node can move so fast. Fixes that are not yet on a plane
// are not checked: there a degree is not a metre.
func (r *Recorder) teleports(n *recording, at time.Duration, place orb.Point) bool {
	way := orb.Point{place[0] - n.place[0], place[1] - n.place[1]}
	return r.o.Project == nil && length(way) >= TeleportSpeed*seconds(at-n.last)
}

// open begins a leg at a known start.
func (n *recording) open(at time.Duration, place orb.Point) {
	n.since, n.from = at, place
	n.last, n.place = at, place
	n.low = orb.Point{math.Inf(-1), math.Inf(-1)}
	n.high = orb.Point{math.Inf(1), math.Inf(1)}
}

// extend adds a fix to the current leg if a straight line passes all of its fixes; else it
// ends the leg at the fix before.
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

// rests reports whether the current leg has no length yet, or stays in one place.
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

// close stores the current leg, which ends at the latest fix; n.from is then where it
// ends. A leg without length is not stored.
func (r *Recorder) close(n *recording) {
	if n.last == n.since {
		return
	}
	l := mobility.Leg{Start: n.since, End: n.last, From: n.from, Velocity: n.velocity()}
	r.add(n, l)
	n.from = l.At(n.last)
	n.since = n.last
}

// velocity is 0 if the cone contains it, else the velocity that meets the latest fix, or
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

// add stores what a node does from l.Start on, as [Track.Append] does. The last two legs
// are held back, because they may be removed again.
func (r *Recorder) add(n *recording, l mobility.Leg) {
	next := leg{l.Start, l.From, l.Velocity, l.Absent}
	if n.holds > 0 && n.held[n.holds-1].start == next.start {
		n.holds--
		r.legs--
	}
	if n.holds > 0 && next.continues(n.held[n.holds-1]) {
		return
	}
	if n.holds == len(n.held) {
		r.settle(n, n.held[0], n.held[1].start)
		n.held[0], n.holds = n.held[1], 1
	}
	n.held[n.holds] = next
	n.holds++
	r.legs++
}

// settle stores a leg whose end is known: on the trace's plane, or unchanged while the
// plane is not known.
func (r *Recorder) settle(n *recording, l leg, end time.Duration) {
	if r.o.Project != nil {
		n.track.legs.add(l)
		return
	}
	n.track.Append(n.replay.step(mobility.Leg{Start: l.start, End: end, From: l.from, Velocity: l.velocity, Absent: l.absent}, unmoved))
}

func unmoved(p orb.Point) orb.Point { return p }

// finish stores the held legs of a node.
func (r *Recorder) finish(n *recording) {
	n.lost = n.state == away && r.o.StayAtEnd || n.state == present && r.o.Samples
	if n.state == away && r.o.StayAtEnd && n.last == r.end {
		if n.holds > 0 && n.held[n.holds-1].start == r.end {
			n.holds--
		}
		n.state, n.since = present, n.last
	}
	if n.state == present {
		r.close(n)
		r.add(n, mobility.Leg{Start: n.last, From: n.from})
	}
	for i := range n.holds {
		end := mobility.Forever
		if i+1 < n.holds {
			end = n.held[i+1].start
		}
		r.settle(n, n.held[i], end)
	}
	n.holds = 0
}

// A replay makes the legs of a track again on the trace's plane, so that each starts where
// the leg before led.
type replay struct {
	present bool      // the leg before is present, not absent
	led     orb.Point // where it leads
	reached orb.Point // where it leads, on the plane
}

// step returns the next leg on the plane, in the time of the file.
func (r *replay) step(l mobility.Leg, project func(orb.Point) orb.Point) mobility.Leg {
	next := mobility.Leg{Start: l.Start, End: l.End, From: r.reached, Absent: l.Absent}
	if !r.present || l.From != r.led {
		next.From = project(l.From)
	}
	r.present, r.led, r.reached = !l.Absent, l.From, next.From
	if l.Velocity != (orb.Point{}) {
		s := seconds(l.End - l.Start)
		r.led = reached(l.From, l.Velocity, s)
		to := project(r.led)
		next.Velocity = straight(next.From, to, s)
		r.reached = reached(next.From, next.Velocity, s)
		if next.Speed() >= TeleportSpeed {
			next.Velocity, r.reached = orb.Point{}, to // the node stands, and teleports at the end
		}
	}
	return next
}

// settled returns the track in the trace's time and on its plane.
func (n *recording) settled(zero time.Duration, project func(orb.Point) orb.Point) Track {
	t := &n.track
	if project != nil {
		t = &Track{Name: n.track.Name, rises: n.track.rises}
		var again replay
		for l := range n.track.legs.walk().each {
			t.Append(again.step(l, project))
		}
	} else {
		project = unmoved
	}
	if n.lost {
		t.Lose(Fix{At: n.last - zero, Place: project(n.place)})
	}
	return t.from(zero)
}

// straight is the velocity that leads from one place to another.
func straight(from, to orb.Point, s float64) orb.Point {
	return orb.Point{(to[0] - from[0]) / s, (to[1] - from[1]) / s}
}
