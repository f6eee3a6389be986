package movetrace

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"time"

	"bellwether/mobility"
)

// A Vertical says what an excerpt makes of the altitudes in a file.
type Vertical string

// The verticals.
const (
	// Flat: nodes are on the ground.
	Flat Vertical = "none"
	// AsInFile takes altitudes from the file; they must not be negative.
	AsInFile Vertical = "file"
	// AboveLowest: altitudes are those above the lowest fix of the file, also of a part or a
	// node that is left out, for files with altitudes above sea level.
	AboveLowest Vertical = "lowest"
)

const (
	// mostAltitudeM bounds altitudes, also below 0.
	mostAltitudeM = 1e5
	// fastestClimbMPS is faster than anything climbs that is not a rocket.
	fastestClimbMPS = 1000
)

// A rise is how high a node is at an instant, in metres. Between two it climbs evenly. Two of one
// instant are a jump, as from the end of a track to the beginning of another that is joined to it.
type rise struct {
	at        time.Duration
	altitudeM float64
}

// Climb records how high a node is at a time, beside a Fix of that time, or why its altitude
// cannot be read. A wrong altitude is no fault of the file unless altitudes are asked for: see
// [ExcerptOptions].
func (r *Recorder) Climb(node int, at time.Duration, altitudeM float64, err error) {
	n := &r.nodes[node]
	if n.afar {
		return
	}
	all := n.track.rises
	k := len(all)
	switch {
	case err != nil:
	case !(math.Abs(altitudeM) <= mostAltitudeM): // true for NaN
		err = fmt.Errorf("%g m: must be at most %g m from 0", altitudeM, float64(mostAltitudeM))
	case k > 0 && at < all[k-1].at, k > 1 && at == all[k-1].at && at == all[k-2].at:
		all[k-1].altitudeM, n.left = altitudeM, false
		return
	case k > 0 && at == all[k-1].at: // it jumps, as two places of one instant do, or does not climb
	case k > 0 && !n.left && math.Abs(altitudeM-all[k-1].altitudeM) > fastestClimbMPS*(at-all[k-1].at).Seconds():
		err = fmt.Errorf("from %g m to %g m in %v: more than %d m/s", all[k-1].altitudeM, altitudeM, at-all[k-1].at, fastestClimbMPS)
	case r.legs >= maxTraceLegs && !n.track.level(altitudeM):
		err = fmt.Errorf("more than %d altitudes", maxTraceLegs)
	}
	if err != nil {
		if r.unread == nil {
			r.unread = fmt.Errorf("an altitude of node %s at %s: %w", n.track.Name, r.stamp(at), err)
			if r.o.Place != nil {
				r.unread = r.o.Place(r.unread)
			}
		}
		return
	}
	n.track.riseTo(at, altitudeM)
	n.left = false
}

// hold keeps the altitude of a node until it leaves, whatever it has when it is back.
func (n *recording) hold(at time.Duration) {
	if k := len(n.track.rises); k > 0 && !n.left {
		n.track.riseTo(at, n.track.rises[k-1].altitudeM)
		n.left = true
	}
}

// Unread says which altitude of the file could not be read and was left out; nil: all were
// read.
func (t *Trace) Unread() error { return t.unread }

// Lenient returns the trace as one whose altitudes can all be read.
func (t *Trace) Lenient() *Trace {
	lenient := *t
	lenient.unread = nil
	return &lenient
}

// risen returns the rises at other times.
func risen(all []rise, at func(time.Duration) time.Duration) []rise {
	out := make([]rise, len(all))
	for i, one := range all {
		out[i] = rise{at(one.at), one.altitudeM}
	}
	return out
}

// altitude returns how high a node is at a time, and when the next rise after it is.
func altitude(all []rise, t time.Duration) (altitudeM float64, next time.Duration) {
	k := sort.Search(len(all), func(i int) bool { return all[i].at > t })
	switch {
	case k == 0:
		return all[0].altitudeM, all[0].at
	case k == len(all):
		return all[k-1].altitudeM, mobility.Forever
	}
	a, b := all[k-1], all[k]
	part := float64(t-a.at) / float64(b.at-a.at)
	return a.altitudeM + float64((b.altitudeM-a.altitudeM)*part), b.at
}

// altitudeBefore returns how high a node is when a leg ends: where two rises have one time, the
// first of them counts. Elsewhere it is altitude.
func altitudeBefore(all []rise, t time.Duration) float64 {
	if k := sort.Search(len(all), func(i int) bool { return all[i].at >= t }); k < len(all) && all[k].at == t {
		return all[k].altitudeM
	}
	altitudeM, _ := altitude(all, t)
	return altitudeM
}

// heights are the least and the greatest altitude of a trace, the fastest climb in m/s, and
// whether it has altitudes at all.
func (t *Trace) heights() (lowM, highM, climbMPS float64, any bool) {
	lowM, highM = math.Inf(1), math.Inf(-1)
	for i := range t.tracks {
		all := t.tracks[i].rises
		for k, one := range all {
			lowM, highM, any = min(lowM, one.altitudeM), max(highM, one.altitudeM), true
			if k > 0 && one.at > all[k-1].at { // at one time it jumps
				climbMPS = max(climbMPS, math.Abs(one.altitudeM-all[k-1].altitudeM)/(one.at-all[k-1].at).Seconds())
			}
		}
	}
	return lowM, highM, climbMPS, any
}

// Flattened returns the movement in the plane alone, without the memory of altitudes.
func (t *Trace) Flattened() *Trace {
	flat := *t
	flat.tracks = slices.Clone(t.tracks)
	for i := range flat.tracks {
		flat.tracks[i].rises = nil
	}
	return &flat
}

// HasAltitudes reports whether the file says how high nodes are.
func (t *Trace) HasAltitudes() bool { _, _, _, any := t.heights(); return any }

// AltitudesInFile are the least and the greatest altitude of the file, in metres; both 0 if it has none.
func (t *Trace) AltitudesInFile() [2]float64 {
	low, high, _, any := t.heights()
	if !any {
		return [2]float64{}
	}
	return [2]float64{low, high}
}

// CheckVertical reports what is wrong with the altitudes that are asked for.
func (o ExcerptOptions) CheckVertical() error {
	low, _, _, any := o.Trace.heights()
	switch o.Vertical {
	case "", Flat:
		return nil
	case AsInFile, AboveLowest:
	default:
		return fmt.Errorf("want %s, %s or %s, got %q", Flat, AsInFile, AboveLowest, o.Vertical)
	}
	switch {
	case o.Trace.unread != nil:
		return o.Trace.unread
	case !any:
		return errors.New("the trace has no altitudes")
	case o.Vertical == AsInFile && low < 0:
		return fmt.Errorf("the trace goes down to %g m: %s takes altitudes above its lowest", low, AboveLowest)
	}
	return nil
}

// vertical reports whether the excerpt has altitudes, and what is 0 to it.
func (x *Excerpt) vertical() (zeroM float64, used bool) {
	switch x.options.Vertical {
	case AsInFile:
		return 0, true
	case AboveLowest:
		return x.options.Trace.groundM, true
	}
	return 0, false
}

// Altitudes returns the bounds of the part. Nodes without an altitude in the file are on the
// ground.
func (x *Excerpt) Altitudes() mobility.Altitudes {
	zero, used := x.vertical()
	if !used {
		return mobility.Altitudes{}
	}
	low, high, _, _ := x.options.Trace.heights()
	a := mobility.Altitudes{MinM: low - zero, MaxM: high - zero}
	for i := range x.options.Trace.tracks {
		if len(x.options.Trace.tracks[i].rises) == 0 {
			a.MinM = 0
		}
	}
	return a
}

// risenPath is a path in the plane with altitudes: its legs are parted where they change.
type risenPath struct {
	plane  mobility.Path
	rises  []rise
	zeroM  float64
	whole  mobility.Leg // of the plane; parts of it are returned
	former mobility.Leg // as returned
	inside bool         // former is a part of whole that does not end it
}

func (p *risenPath) Next() mobility.Leg {
	at := p.former.End
	fresh := !p.inside
	var jumps bool
	if fresh {
		last := p.whole
		p.whole = p.plane.Next()
		jumps = last.End == 0 || p.whole.Jumps(last) || last.Absent != p.whole.Absent
		at = p.whole.Start
	}
	here, turn := altitude(p.rises, at)
	l := p.whole
	l.Start, l.End = at, min(p.whole.End, turn)
	l.AltitudeM = here - p.zeroM
	jumps = jumps || altitudeBefore(p.rises, at) != here
	if !jumps { // what rounding adds would be a jump
		l.AltitudeM = p.former.AltitudeAt(at)
	}
	if !fresh {
		l.From = p.former.At(at)
	}
	if l.End != mobility.Forever {
		there := altitudeBefore(p.rises, l.End)
		l.ClimbMPS = (there - p.zeroM - l.AltitudeM) / seconds(l.End-l.Start)
	}
	p.inside = l.End < p.whole.End
	p.former = l
	return l
}
