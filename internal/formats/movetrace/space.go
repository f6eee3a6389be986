package movetrace

import (
	"iter"
	"sort"
	"time"

	"github.com/paulmach/orb"

	"bellwether/mobility"
)

// A SpaceFix is a fix, and how high the node is. Between two fixes it climbs evenly.
type SpaceFix struct {
	Fix
	AltitudeM float64
	Risen     bool // the altitude is known; false where the node is away
}

// FixesInSpace returns the fixes of node 1…n, and between them those at which its climb
// changes.
func (t *Trace) FixesInSpace(node int) iter.Seq[SpaceFix] {
	return func(yield func(SpaceFix) bool) {
		s := inSpace{rises: t.tracks[node-1].rises, yield: yield, last: Fix{Away: true}}
		for f := range t.Fixes(node) {
			if !s.take(f) {
				return
			}
		}
	}
}

// inSpace adds altitudes to fixes.
type inSpace struct {
	rises []rise
	yield func(SpaceFix) bool
	last  Fix
}

// take yields what lies between the last fix and f, and f.
func (s *inSpace) take(f Fix) bool {
	last := s.last
	s.last = f
	if f.Away || len(s.rises) == 0 {
		return s.yield(SpaceFix{Fix: f})
	}
	arrives := !last.Away && last.At < f.At // else it comes from nowhere
	if arrives {
		first := sort.Search(len(s.rises), func(i int) bool { return s.rises[i].at > last.At })
		for _, one := range s.rises[first:] {
			if one.at >= f.At {
				break
			}
			if !s.yield(SpaceFix{Fix{At: one.at, Place: between(last, f, one.at)}, one.altitudeM, true}) {
				return false
			}
		}
	}
	before := altitudeBefore(s.rises, f.At)
	after, _ := altitude(s.rises, f.At)
	if arrives && before != after && !s.yield(SpaceFix{f, before, true}) {
		return false
	}
	return s.yield(SpaceFix{f, after, true})
}

// between is where a node is on the straight way from one fix to another.
func between(from, to Fix, at time.Duration) orb.Point {
	part := float64(at-from.At) / float64(to.At-from.At)
	return orb.Point{
		from.Place[0] + float64((to.Place[0]-from.Place[0])*part),
		from.Place[1] + float64((to.Place[1]-from.Place[1])*part),
	}
}

// rise records how high a node is at the beginning and at the end of a leg.
func (t *Track) rise(l mobility.Leg, until time.Duration) {
	if l.Absent {
		return
	}
	t.riseTo(l.Start, l.AltitudeM)
	if end := min(l.End, until); end > l.Start { // also of a leg that does not climb: it may be the last before an absence
		t.riseTo(end, l.AltitudeAt(end))
	}
}

// riseTo adds an altitude, unless the node only stays at one.
func (t *Track) riseTo(at time.Duration, altitudeM float64) {
	switch k := len(t.rises); {
	case k > 0 && t.rises[k-1] == rise{at, altitudeM}:
	case t.level(altitudeM):
		t.rises[k-1].at = at
	default:
		t.rises = append(t.rises, rise{at, altitudeM})
	}
}

// level reports whether the last two altitudes are this one.
func (t *Track) level(altitudeM float64) bool {
	k := len(t.rises)
	return k > 1 && t.rises[k-1].altitudeM == altitudeM && t.rises[k-2].altitudeM == altitudeM
}
