package mobility

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/paulmach/orb"
)

// Bounds of one recording.
const (
	// MaxTraceNodes is the bound of a whole world.
	MaxTraceNodes = maxNodes

	// maxTraceLegs: 48 bytes each, so 800 MB. A day of ten thousand vehicles that
	// turn every minute is less.
	maxTraceLegs = 1 << 24
)

// straightness, in metres: fixes none of which is farther than this from a
// straight line at constant speed make one leg. It is the grid on which this
// package places nodes and the last digit that writers of traces write.
const straightness = micrometre

// stillness, in degrees, is the same for fixes that are not yet on a plane.
const stillness = 1e-11

// RecorderOptions say how a [Recorder] makes a trace of its fixes.
type RecorderOptions struct {
	// Project turns fixes that are not metres on a plane into such; nil: they are.
	// It is called when all fixes are known, with the smallest rectangle around
	// them. Only fixes in one place are then joined to one leg, since what is
	// straight on a map is not on the Earth.
	Project func(orb.Bound) (func(orb.Point) orb.Point, Anchor, error)

	// FromZero keeps the times of the file. Otherwise time 0 of the trace is the
	// first moment that was recorded.
	FromZero bool

	// StayAtEnd makes a node that leaves at the last recorded moment stay: the
	// recording ended and not the node's stay.
	StayAtEnd bool
}

// A Recorder collects fixes into a trace. Of one node they must come in order of
// time; nodes may alternate. A node is absent before its first fix and stays
// where it is after its last. It holds no fix but the last of each node: what
// lies straight between two turns is not stored.
type Recorder struct {
	o          RecorderOptions
	index      map[string]int // by name, into nodes; never ranged over
	nodes      []recording
	legs       int
	begin, end time.Duration // of the recording
	bounds     orb.Bound
	placed     bool // some fix is known, so that bounds holds
}

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
}

type state uint8

const (
	unseen state = iota
	present
	away
)

// NewRecorder makes an empty recorder.
func NewRecorder(o RecorderOptions) *Recorder {
	return &Recorder{o: o, index: make(map[string]int), begin: Forever}
}

// Nodes returns how many nodes are known.
func (r *Recorder) Nodes() int { return len(r.nodes) }

// Bounds returns the smallest rectangle around the fixes.
func (r *Recorder) Bounds() orb.Bound { return r.bounds }

// Begin returns the first recorded moment, in the file's time; 0 of nothing.
func (r *Recorder) Begin() time.Duration {
	if r.begin == Forever {
		return 0
	}
	return r.begin
}

// Node returns the index of the node of that name, new or known.
func (r *Recorder) Node(name string) (int, error) {
	if i, known := r.index[name]; known {
		return i, nil
	}
	if len(r.nodes) == MaxTraceNodes {
		return 0, fmt.Errorf("more than %d nodes", MaxTraceNodes)
	}
	i := len(r.nodes)
	name = strings.Clone(name) // it may be part of a long line
	r.index[name] = i
	r.nodes = append(r.nodes, recording{track: Track{Name: name}})
	return i, nil
}

// Span makes the recording last at least from one time to another.
func (r *Recorder) Span(from, to time.Duration) {
	r.begin, r.end = min(r.begin, from), max(r.end, to)
}

// Fix says where a node is at a time, in the file's time and coordinates.
func (r *Recorder) Fix(node int, at time.Duration, place orb.Point) error {
	n := &r.nodes[node]
	if at < n.last {
		return fmt.Errorf("node %s: time runs backwards, from %v to %v", n.track.Name, n.last, at)
	}
	r.Span(at, at)
	if !r.placed {
		r.bounds, r.placed = orb.Bound{Min: place, Max: place}, true
	}
	r.bounds = r.bounds.Extend(place)
	switch {
	case n.state != present:
		n.state = present
		n.open(at, place)
	case at == n.last && place == n.place:
	case at == n.last:
		r.close(n)
		n.open(at, place)
	case r.teleports(n, at, place):
		r.close(n)
		r.add(n, Leg{Start: n.last, From: n.from})
		n.open(at, place)
	default:
		r.extend(n, at, place)
	}
	n.last, n.place = at, place
	return r.roomy()
}

// Leave says that a node leaves the world.
func (r *Recorder) Leave(node int, at time.Duration) error {
	n := &r.nodes[node]
	if at < n.last {
		return fmt.Errorf("node %s: time runs backwards, from %v to %v", n.track.Name, n.last, at)
	}
	r.Span(at, at)
	if n.state == present {
		r.close(n)
		if at > n.last {
			r.add(n, Leg{Start: n.last, From: n.from})
		}
		r.add(n, Leg{Start: at, Absent: true})
	}
	if n.state == present {
		n.state = away
	}
	n.last = at
	return r.roomy()
}

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

func (r *Recorder) add(n *recording, l Leg) {
	before := len(n.track.legs)
	n.track.Append(l)
	r.legs += len(n.track.legs) - before
}

func (r *Recorder) roomy() error {
	if r.legs > maxTraceLegs {
		return fmt.Errorf("more than %d straight legs", maxTraceLegs)
	}
	return nil
}

// Trace makes the trace of all that was recorded; the recorder is then spent.
// Nodes are ordered by name, numbers in names by their value.
func (r *Recorder) Trace() (*Trace, error) {
	if len(r.nodes) == 0 {
		return nil, errors.New("the file ends and has no nodes")
	}
	if !r.placed {
		return nil, errors.New("the file ends and no node was ever in the world")
	}
	project, anchor := func(p orb.Point) orb.Point { return p }, Anchor{}
	if r.o.Project != nil {
		var err error
		if project, anchor, err = r.o.Project(r.bounds); err != nil {
			return nil, err
		}
	}
	zero := r.Begin()
	if r.o.FromZero {
		zero = 0
	}
	slices.SortFunc(r.nodes, func(a, b recording) int { return compareNames(a.track.Name, b.track.Name) })
	tracks := make([]Track, len(r.nodes))
	var scratch Track
	for i := range r.nodes {
		n := &r.nodes[i]
		r.finish(n)
		scratch.Reset(n.track.Name)
		n.replay(&scratch, zero, project)
		tracks[i] = scratch.Clone()
		n.track.legs = nil // the track is all that is needed now
	}
	t, err := NewTrace(tracks)
	if err != nil {
		return nil, err
	}
	t.duration = max(t.duration, r.end-zero)
	t.anchor = anchor
	return t, nil
}

// finish stores what is not yet stored of a node.
func (r *Recorder) finish(n *recording) {
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
}

// straight is the velocity that leads from one place to another.
func straight(from, to orb.Point, s float64) orb.Point {
	return orb.Point{(to[0] - from[0]) / s, (to[1] - from[1]) / s}
}
