package movetrace

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// Bounds of one recording.
const (
	// MaxTraceNodes is the bound of a whole world.
	MaxTraceNodes = 1 << 20

	// maxTraceLegs: 10 to 48 bytes each, so up to 800 MB. A day of ten thousand
	// vehicles that turn every minute is less.
	maxTraceLegs = 1 << 24
)

// full is the error of a recording that has reached a limit. It is an error of the whole
// file, not of one line, so no lenient reader skips it.
type full struct{ error }

func (full) Whole() bool { return true }

// ErrBackwards is the cause of the error of a fix that is earlier than the one before it.
var ErrBackwards = errors.New("time runs backwards")

// RecorderOptions say how a [Recorder] makes a trace.
type RecorderOptions struct {
	// Project converts fixes to metres on a plane; nil: they are metres. It is called
	// when all fixes are known, with the smallest rectangle around them. Then only fixes
	// in one place are joined to one leg, because a straight line on a map is not
	// straight on the Earth.
	Project func(orb.Bound) (func(orb.Point) orb.Point, Anchor, error)

	// Near is a rectangle of degrees, of fixes that are projected: those more than a degree away
	// from it are left out, so that a file of a whole continent is read in part. nil: all are
	// read.
	Near *orb.Bound

	// Place adds the file and the latest line to an error about an altitude, which is told
	// only if a scenario asks for altitudes; nil: nothing is added.
	Place func(error) error

	// FromZero keeps the times of the file. Otherwise time 0 of the trace is the
	// first moment that was recorded.
	FromZero bool

	// StayAtEnd makes a node that leaves at the last recorded moment stay: the recording
	// ended, not the node's stay. A node that left earlier and did not come back is lost:
	// see [Track.Lose].
	StayAtEnd bool

	// Samples says that fixes are samples of positions: a node that has not left is lost
	// after its last fix, and its legs stand there. Otherwise the format says that it
	// stays.
	Samples bool
}

// A Recorder collects fixes into a trace. The fixes of one node must come in order of
// time; nodes may alternate. A node is absent before its first fix and stays where it is
// after its last. Only the last fix of each node is held: fixes on a straight leg between
// two turns are not stored.
type Recorder struct {
	o          RecorderOptions
	index      map[string]int // by name, into nodes; never ranged over
	nodes      []recording
	legs       int
	dated      bool
	begin, end time.Duration // of the recording
	bounds     orb.Bound
	placed     bool  // there was a fix, so bounds is valid
	fixes      int   // so far
	clashes    int   // of them: in another place than the fix before, at its instant
	torn       int   // ways across the rim of Near
	unseen     int   // of the fixes before: the node is there at no time
	unread     error // why an altitude is left out; nil: none is

	first orb.Point // fix
	apart bool      // places are too far apart for a plane
	jump  float64   // the farthest to another place at one instant, in metres
	leap  error     // of the first fix that is far from it, with its line; nil: none is
}

// NewRecorder makes an empty recorder.
func NewRecorder(o RecorderOptions) *Recorder {
	return &Recorder{o: o, index: make(map[string]int), begin: mobility.Forever}
}

// Dated says that the times of the file are dates, as time since 1970. Errors then show
// dates.
func (r *Recorder) Dated() { r.dated = true }

// stamp writes an instant of the file for an error.
func (r *Recorder) stamp(at time.Duration) string {
	if r.dated {
		return Date(at)
	}
	return Stamp(at)
}

// Emptied returns a recorder with the same nodes and options, without what they did.
func (r *Recorder) Emptied() *Recorder {
	again := NewRecorder(r.o)
	again.dated, again.index = r.dated, r.index
	for i := range r.nodes {
		again.nodes = append(again.nodes, recording{track: Track{Name: r.nodes[i].track.Name}})
	}
	return again
}

// Nodes returns how many nodes are known.
func (r *Recorder) Nodes() int { return len(r.nodes) }

// Find returns the index of a node of that name, if it is known.
func (r *Recorder) Find(name string) (node int, known bool) {
	node, known = r.index[name]
	return node, known
}

// Name returns what a node is called.
func (r *Recorder) Name(node int) string { return r.nodes[node].track.Name }

// Last is the instant of a node's last fix, in the file's time.
func (r *Recorder) Last(node int) time.Duration { return r.nodes[node].last }

// Bounds returns the smallest rectangle around the fixes.
func (r *Recorder) Bounds() orb.Bound { return r.bounds }

// Begin returns the first recorded moment, in the file's time; 0 if nothing is recorded.
func (r *Recorder) Begin() time.Duration {
	if r.begin == mobility.Forever {
		return 0
	}
	return r.begin
}

// Node returns the index of the node with that name, and adds it if it is new.
func (r *Recorder) Node(name string) (int, error) {
	if i, known := r.index[name]; known {
		return i, nil
	}
	if len(r.nodes) == MaxTraceNodes {
		return 0, full{fmt.Errorf("more than %d nodes", MaxTraceNodes)}
	}
	i := len(r.nodes)
	name = strings.Clone(name) // it may be part of a long line
	r.index[name] = i
	r.nodes = append(r.nodes, recording{track: Track{Name: name}})
	return i, nil
}

// Span extends the recording to at least the given times.
func (r *Recorder) Span(from, to time.Duration) {
	r.begin, r.end = min(r.begin, from), max(r.end, to)
}

// Fix records where a node is at a time, in the file's time and coordinates.
func (r *Recorder) Fix(node int, at time.Duration, place orb.Point) error {
	n := &r.nodes[node]
	if at < n.last {
		return fmt.Errorf("node %s: %w, from %s to %s", n.track.Name, ErrBackwards, r.stamp(n.last), r.stamp(at))
	}
	r.Span(at, at)
	if r.far(place) {
		r.pass(n, at)
		return nil
	}
	r.tear(n.afar && r.o.Near.Contains(place))
	n.afar = false
	r.fixes++
	if r.o.Project != nil && r.placed {
		place[0] = Unwrapped(place[0], r.bounds.Min[0])
	}
	if !r.placed {
		r.bounds, r.placed, r.first = orb.Bound{Min: place, Max: place}, true, place
	}
	if r.leap == nil && r.o.Project != nil && r.o.Place != nil && !r.bounds.Contains(place) {
		r.leap = r.leapTo(place)
	}
	r.bounds = r.bounds.Extend(place)
	switch {
	case n.state != present:
		n.state = present
		n.open(at, place)
	case at == n.last && place == n.place:
	case at == n.last:
		r.clashes++
		r.jump = max(r.jump, r.between(n.place, place))
		if n.since == n.last { // no leg leads to the fix before
			r.unseen++
		}
		r.close(n)
		n.open(at, place)
	case r.teleports(n, at, place):
		r.close(n)
		r.add(n, mobility.Leg{Start: n.last, From: n.from})
		n.open(at, place)
	default:
		r.extend(n, at, place)
	}
	n.last, n.place = at, place
	return r.roomy()
}

// nearMargin is how many degrees around [RecorderOptions.Near] fixes are read, so that a node comes
// and goes at its rim.
const nearMargin = 1

// far reports whether a fix is left out.
func (r *Recorder) far(place orb.Point) bool {
	return r.o.Near != nil && !r.o.Near.Pad(nearMargin).Contains(place)
}

// pass leaves a fix out: the node leaves at its fix before.
func (r *Recorder) pass(n *recording, at time.Duration) {
	if n.state == present {
		r.tear(r.o.Near.Contains(n.place))
		r.close(n)
		r.add(n, mobility.Leg{Start: n.last, Absent: true})
		n.state = away
		n.hold(n.last)
	}
	n.last, n.afar = at, true
}

// tear counts ways across the rim of [RecorderOptions.Near] that are cut at a fix.
func (r *Recorder) tear(torn bool) {
	if torn {
		r.torn++
	}
}

// Leave records that a node leaves the world.
func (r *Recorder) Leave(node int, at time.Duration) error {
	n := &r.nodes[node]
	if at < n.last {
		return fmt.Errorf("node %s: %w, from %s to %s", n.track.Name, ErrBackwards, r.stamp(n.last), r.stamp(at))
	}
	r.Span(at, at)
	if n.state == present {
		r.close(n)
		if at > n.last {
			r.add(n, mobility.Leg{Start: n.last, From: n.from})
		}
		r.add(n, mobility.Leg{Start: at, Absent: true})
		n.state = away
		n.hold(at)
	}
	n.last = at
	return r.roomy()
}

func (r *Recorder) roomy() error {
	if r.legs > maxTraceLegs {
		return full{fmt.Errorf("more than %d straight legs", maxTraceLegs)}
	}
	return nil
}

// Trace makes the trace of everything recorded. The recorder must not be used afterwards.
// Nodes are ordered by name, numbers in names by their value.
func (r *Recorder) Trace() (*Trace, error) {
	if len(r.nodes) == 0 {
		return nil, errors.New("the file ends and has no nodes")
	}
	if !r.placed {
		return nil, errors.New("the file ends and no node was ever in the world")
	}
	var project func(orb.Point) orb.Point
	var anchor Anchor
	if r.o.Project != nil {
		var err error
		if project, anchor, err = r.o.Project(r.bounds); err != nil {
			r.apart = true
			return nil, err
		}
	}
	zero := r.Begin()
	if r.o.FromZero {
		zero = 0
	}
	slices.SortFunc(r.nodes, func(a, b recording) int { return CompareNames(a.track.Name, b.track.Name) })
	tracks := make([]Track, len(r.nodes))
	for i := range r.nodes {
		n := &r.nodes[i]
		r.finish(n)
		tracks[i] = n.settled(zero, project)
		n.track.legs = packed{} // only the track is needed now
	}
	t, err := NewTrace(tracks)
	if err != nil {
		return nil, err
	}
	t.duration = max(t.duration, r.end-zero)
	t.zero = zero
	t.anchor, t.unread, t.fixes, t.clashes, t.unseen, t.torn, t.jump = anchor, r.unread, r.fixes, r.clashes, r.unseen, r.torn, r.jump
	return t, nil
}
