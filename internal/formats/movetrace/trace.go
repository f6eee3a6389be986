package movetrace

import (
	"errors"
	"iter"
	"math/rand/v2"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// TeleportSpeed, in m/s: at this speed or more a node is moved and does not travel.
// Movement files use 10⁶ to 10⁹ for it, and nothing on Earth comes near.
const TeleportSpeed = 1e6

// Trace is the recorded movement of the nodes of one file: a model of movement that draws
// no random numbers.
type Trace struct {
	tracks   []Track // of nodes 1…n
	duration time.Duration
	speed    float64 // m/s, greatest
	bounds   orb.Bound
	anchor   Anchor
	unread   error         // why an altitude is left out; nil: none is
	zero     time.Duration // the file's time at the trace's time 0
	fixes    int           // of the file; 0: not counted
	clashes  int           // of them: of a node at another place at the instant of its fix before
	jump     float64
	unseen   int // of the fixes before those: no leg leads there, so the node is there at no time
	torn     int // ways across the rim of RecorderOptions.Near

	// groundM is the lowest altitude of the file, in metres, also of nodes that were left out
	// since; +Inf: it has none.
	groundM float64
}

// An Anchor ties a trace to the Earth and to the calendar, as far as its file does. The
// zero Anchor does not.
type Anchor struct {
	OnEarth bool
	Centre  orb.Point // longitude and latitude, degrees, where the plane touches the Earth
	Corner  orb.Point // metres east and north of the centre, where the trace has its (0, 0)
	Start   time.Time // of the trace's time 0; zero if it is not known
}

// NewTrace makes a trace of tracks, which are nodes 1…n in this order.
func NewTrace(tracks []Track) (*Trace, error) {
	if len(tracks) == 0 {
		return nil, errors.New("the file ends and has no nodes")
	}
	t := &Trace{tracks: tracks}
	for i := range tracks {
		tracks[i] = tracks[i].Clone()
	}
	t.groundM, _, _, _ = t.heights()
	if !t.measure() {
		return nil, errors.New("the file ends and no node was ever in the world")
	}
	return t, nil
}

// Nodes returns the number of nodes n; they are numbered 1…n.
func (t *Trace) Nodes() int { return len(t.tracks) }

// Names returns what nodes 1…n are called in the file: the name of node i is
// element i-1.
func (t *Trace) Names() []string {
	names := make([]string, len(t.tracks))
	for i := range t.tracks {
		names[i] = t.tracks[i].Name
	}
	return names
}

// Duration returns the end of the recording if the format states it, else the time after
// which no node moves, enters or leaves the world.
func (t *Trace) Duration() time.Duration { return t.duration }

// Bounds returns the smallest rectangle around all places of nodes in the world and all
// last places of lost nodes, in metres.
func (t *Trace) Bounds() orb.Bound { return t.bounds }

// MaxSpeed returns the greatest speed of a node in the world, in m/s.
func (t *Trace) MaxSpeed() float64 { return t.speed }

// Clashes returns how many fixes of the file have their node at another place at the instant of
// the fix before, and how many fixes there are; 0 of formats that do not state fixes.
func (t *Trace) Clashes() (clashes, fixes int) { return t.clashes, t.fixes }

// JumpM returns how far apart two fixes of a node at one instant are at most, in metres.
func (t *Trace) JumpM() float64 { return t.jump }

// Unseen returns how many fixes of the file are lost: another fix of the node has the same instant,
// and no leg leads to the first.
func (t *Trace) Unseen() int { return t.unseen }

// Torn is how many ways across the rim of [RecorderOptions.Near] are cut at a fix, since the next one
// was left out.
func (t *Trace) Torn() int { return t.torn }

// Zero returns the file's time at the trace's time 0. Files in parts, on one relative clock, keep
// their distances by it.
func (t *Trace) Zero() time.Duration { return t.zero }

// Anchor tells where on Earth the trace was recorded, and when.
func (t *Trace) Anchor() Anchor { return t.anchor }

// Anchored returns the same movement in another place or at another time.
func (t *Trace) Anchored(a Anchor) *Trace {
	moved := *t
	moved.anchor = a
	return &moved
}

// Lasting returns the same movement in a recording of at least this duration.
func (t *Trace) Lasting(d time.Duration) *Trace {
	longer := *t
	longer.duration = max(t.duration, d)
	return &longer
}

// Standing counts the lost nodes whose legs stand: by their legs they never leave.
func (t *Trace) Standing() int {
	n := 0
	for i := range t.tracks {
		if t.tracks[i].told(t.duration) == t.duration {
			continue
		}
		path := t.Path(i+1, nil, nil)
		last := path.Next()
		for last.End != mobility.Forever {
			last = path.Next()
		}
		if !last.Absent {
			n++
		}
	}
	return n
}

// Lost counts the nodes whose place the file does not state up to the end of the trace. An
// [Excerpt] decides what they do after their last fix. Their legs stand, or end.
func (t *Trace) Lost() int {
	n := 0
	for i := range t.tracks {
		if t.tracks[i].told(t.duration) < t.duration {
			n++
		}
	}
	return n
}

// Legs returns how many legs are stored.
func (t *Trace) Legs() int {
	n := 0
	for i := range t.tracks {
		n += t.tracks[i].legs.n
	}
	return n
}

// Path returns the path of node 1…n, and draws no random numbers. A node beyond n is
// absent for ever.
func (t *Trace) Path(node int, _, _ *rand.Rand) mobility.Path {
	if node < 1 || node > len(t.tracks) {
		return &packedWalk{data: []byte{isAbsent | isForever | isOnward | isStill}}
	}
	walk := t.tracks[node-1].legs.walk()
	return &walk
}

// A Fix is where a node is at an instant. Between two fixes it moves in a straight line at
// constant speed; two fixes at one instant are a teleport.
type Fix struct {
	At    time.Duration // since the trace began
	Place orb.Point     // metres
	Away  bool          // it leaves the world; the next fix that is not brings it back
}

// Fixes returns the fixes of node 1…n from which its path can be built again, in order of
// time. A node that stays to the end has its last fix there, unless it was lost before.
func (t *Trace) Fixes(node int) iter.Seq[Fix] {
	return func(yield func(Fix) bool) {
		walk := t.tracks[node-1].legs.walk()
		for next := walk.next(); ; {
			l := next
			if !yield(Fix{At: l.Start, Place: l.From, Away: l.Absent}) {
				return
			}
			end := min(l.End, max(t.tracks[node-1].told(t.duration), l.Start))
			next = walk.next() // the last leg again
			if !l.Absent && end != l.Start && (l.End == mobility.Forever || !goesOn(next, l)) && !yield(Fix{At: end, Place: l.At(end)}) {
				return
			}
			if l.End == mobility.Forever {
				return
			}
		}
	}
}

// goesOn reports whether a leg starts where the leg before ended.
func goesOn(l, former mobility.Leg) bool { return !l.Absent && !l.Jumps(former) }

// measure sets duration, speed and bounds, and reports whether any node is ever in the
// world, even for an instant.
func (t *Trace) measure() bool {
	inhabited := false
	extend := func(place orb.Point) {
		if !inhabited {
			t.bounds = orb.Bound{Min: place, Max: place}
			inhabited = true
		}
		t.bounds = t.bounds.Extend(place)
	}
	for i := range t.tracks {
		track := &t.tracks[i]
		if track.lost {
			t.duration = max(t.duration, track.seen.At)
			extend(track.seen.Place)
		}
		for l := range track.legs.walk().each {
			t.duration = max(t.duration, l.Start)
			if l.Absent {
				continue
			}
			extend(l.From)
			extend(l.At(l.End))
			t.speed = max(t.speed, l.Speed())
		}
	}
	return inhabited
}
