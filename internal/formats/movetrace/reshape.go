package movetrace

import (
	"errors"
	"math"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// maxSpan bounds the time of a trace that was shifted or stretched: a century, as the
// bounds of begin and end in a scenario.
const maxSpan = 876000 * time.Hour

// A Reshaping says how the movement of a trace is changed: first a part of it is cut out,
// in the trace's own time and places; then times, and then places, are mapped. The zero
// Reshaping changes nothing.
type Reshaping struct {
	// From and Until cut a part out: From becomes time 0, and nodes stand from Until on. A
	// zero Until is the end of the trace.
	From, Until time.Duration

	// Within cuts in space: a node is in the world only while it is in this rectangle, rim
	// included. nil: everywhere.
	Within *orb.Bound

	// Stretch is how many seconds a second of the trace takes. 0 is 1.
	Stretch float64

	// Later is how much later the part begins. Until then no node is in the world.
	Later time.Duration

	// Place maps places, in metres. A node moves in a straight line between the images of
	// the ends of a leg. nil: as they are.
	Place func(orb.Point) orb.Point
}

// ErrSpan says that a reshaped trace would last too long.
var ErrSpan = errors.New("the trace would last longer than a century")

// Reshaped returns a changed trace. Of a trace that is cut in space, nodes that are never
// within are left out; the error says if none is left. Cost: linear in the legs.
func (t *Trace) Reshaped(r Reshaping) (*Trace, error) {
	if r.Until == 0 {
		r.Until = t.duration
	}
	if r.Stretch == 0 {
		r.Stretch = 1
	}
	if lasts := seconds(r.Until-r.From)*r.Stretch + seconds(r.Later); !(lasts <= maxSpan.Seconds()) {
		return nil, ErrSpan
	}
	tracks := make([]Track, 0, len(t.tracks))
	for i := range t.tracks {
		track, seen := r.track(&t.tracks[i], t.duration)
		if seen || r.Within == nil {
			tracks = append(tracks, track)
		}
	}
	if len(tracks) == 0 {
		return nil, errors.New("no node is ever within")
	}
	out, err := NewTrace(tracks)
	if err != nil {
		return nil, errors.New("no node is in the world in this part")
	}
	out.anchor, out.unread, out.groundM = t.anchor, t.unread, t.groundM
	if r.From > 0 && !out.anchor.Start.IsZero() {
		out.anchor.Start = out.anchor.Start.Add(r.From)
	}
	out.duration = max(out.duration, r.at(min(r.Until, t.duration)))
	return out, nil
}

// at maps an instant of the trace, from From on.
func (r *Reshaping) at(t time.Duration) time.Duration {
	if t == mobility.Forever {
		return t
	}
	t -= r.From
	if r.Stretch != 1 {
		t = time.Duration(math.Round(float64(float64(t) * r.Stretch)))
	}
	return t + r.Later
}

func (r *Reshaping) place(p orb.Point) orb.Point {
	if r.Place == nil {
		return p
	}
	return r.Place(p)
}

// track returns a changed track, and whether its node is ever in the world.
func (r *Reshaping) track(of *Track, duration time.Duration) (out Track, present bool) {
	out = Track{Name: of.Name, rises: risen(of.rises, r.at)}
	s := shaper{of: r, out: &out}
	if r.Later > 0 {
		s.append(mobility.Leg{Start: r.From, Absent: true}, 0)
	}
	for l := range of.legs.walk().each {
		if l.End <= r.From {
			continue
		}
		if s.whole = l; l.Start < r.From {
			l.Start, l.From = r.From, l.At(r.From)
		}
		if r.Until < duration && l.Start >= r.Until {
			s.rest(l)
			break
		}
		cut := r.Until < duration && l.End > r.Until
		if cut {
			l.End = r.Until
		}
		if s.within(l); cut {
			s.rest(mobility.Leg{From: l.At(r.Until), Absent: l.Absent})
			break
		}
	}
	if of.lost && of.seen.At <= r.Until && (r.Within == nil || r.Within.Contains(of.seen.Place)) {
		// Who was lost before the part is so from its beginning.
		out.Lose(Fix{At: r.at(max(of.seen.At, r.From)), Place: r.place(of.seen.Place)})
		s.present = s.present || of.seen.At >= r.From
	}
	return out, s.present
}

// A shaper appends changed legs to a track.
type shaper struct {
	of      *Reshaping
	out     *Track
	whole   mobility.Leg // of the trace; a part of it is appended
	present bool         // the node was in the world
	onward  bool         // the leg before was appended and is present
	led     orb.Point    // where the leg before leads, in the trace
	reached orb.Point    // its image, as computed from the image of its start
}

// within appends the parts of a leg that are in the rectangle, and absence for the others.
func (s *shaper) within(l mobility.Leg) {
	bound := s.of.Within
	if bound == nil || l.Absent {
		s.leg(l)
		return
	}
	in, out := inside(l, *bound)
	if in >= out {
		l.Absent, l.Velocity = true, orb.Point{}
		s.leg(l)
		return
	}
	if in > l.Start {
		s.leg(mobility.Leg{Start: l.Start, End: in, Absent: true})
	}
	s.leg(mobility.Leg{Start: in, End: out, From: l.At(in), Velocity: l.Velocity})
	if out < l.End {
		s.leg(mobility.Leg{Start: out, End: l.End, Absent: true})
	}
}

// inside returns from when until when a leg is in a rectangle; in is not before out if it
// never is.
func inside(l mobility.Leg, b orb.Bound) (in, out time.Duration) {
	in, out = l.Start, l.End
	for axis := range l.From {
		v, low, high := l.Velocity[axis], b.Min[axis]-l.From[axis], b.Max[axis]-l.From[axis]
		switch {
		case v == 0 && (low > 0 || high < 0):
			return 0, 0
		case v == 0:
			continue
		case v < 0:
			low, high = high, low
		}
		in = max(in, l.Start+instant(math.Ceil(low/v*1e9)))
		if until := instant(math.Floor(high / v * 1e9)); until < mobility.Forever-l.Start {
			out = min(out, l.Start+until)
		}
	}
	return in, out
}

// instant bounds a number of nanoseconds to what times of traces can be.
func instant(ns float64) time.Duration {
	return time.Duration(min(max(ns, -float64(maxSpan)), float64(maxSpan)))
}

// rest appends what comes after the part: the node stands where a leg begins, or is absent.
func (s *shaper) rest(l mobility.Leg) {
	l.Start, l.End, l.Velocity = s.of.Until, mobility.Forever, orb.Point{}
	s.whole = l
	s.within(l)
}

// leg appends a leg of the trace, changed.
func (s *shaper) leg(l mobility.Leg) { s.append(l, s.of.at(l.Start)) }

func (s *shaper) append(l mobility.Leg, start time.Duration) {
	next := mobility.Leg{Start: start, From: s.reached, Absent: l.Absent}
	if l.Absent {
		s.onward = false
		s.out.Append(next)
		return
	}
	lasts := s.of.at(l.End) - start
	if lasts <= 0 {
		return // shorter than a nanosecond once it is mapped; the next leg begins anew
	}
	s.present = true
	if !s.onward || l.From != s.led {
		next.From = s.of.place(l.From)
	}
	s.onward, s.led, s.reached = true, l.From, next.From
	if l.Velocity != (orb.Point{}) {
		if s.led = l.At(l.End); l.End == s.whole.End {
			s.led = s.whole.At(l.End) // there the next leg begins, to the last bit
		}
		to := s.of.place(s.led)
		next.Velocity = straight(next.From, to, seconds(lasts))
		s.reached = reached(next.From, next.Velocity, seconds(lasts))
		if next.Speed() >= TeleportSpeed {
			next.Velocity, s.reached = orb.Point{}, to // the node stands, and teleports at the end
		}
	}
	s.out.Append(next)
}

// presence returns from when until when the file has a track in the world: from its first
// fix to its last, in a trace that ends at end. ok is false if it never is.
func (t *Track) presence(end time.Duration) (from, until time.Duration, ok bool) {
	if t.lost {
		end = t.seen.At
		from, ok = end, true // a single fix has no leg
	}
	for l := range t.legs.walk().each {
		if l.Absent {
			continue
		}
		if !ok || l.Start < from {
			from = l.Start
		}
		ok = true
		if until = max(until, min(l.End, end)); l.End >= end {
			break
		}
	}
	return from, max(until, from), ok
}

// Parts returns the tracks as parts of a world; file names the trace in errors.
func (t *Trace) Parts(file string) []Part {
	parts := make([]Part, len(t.tracks))
	for i := range t.tracks {
		parts[i] = Part{Name: t.tracks[i].Name, Track: t.tracks[i], End: t.duration, File: file, unread: t.unread, groundM: t.groundM}
	}
	return parts
}
