package movetrace

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/mobility"
)

// An Ending is what a node does after its last fix, and after the used part of a trace.
type Ending string

// The endings.
const (
	// Leave: the node leaves the world, so that it is not counted where it may not be.
	Leave Ending = "leave"

	// Stay: the node stands at its last place, for good.
	Stay Ending = "stay"
)

// ExcerptOptions say which part of a trace is used, and what comes after it.
type ExcerptOptions struct {
	Trace *Trace

	// Begin and End, in the trace's time. Begin becomes time 0. Default: the whole
	// trace.
	Begin, End time.Duration

	// After the last fix of a node, and after End. Default: Leave.
	After Ending

	// Vertical says whether nodes have the altitudes of the file. Default: Flat.
	Vertical Vertical
}

// Validate reports every fault of the options.
func (o ExcerptOptions) Validate() error {
	if o.Trace == nil {
		return errors.New("trace: none given")
	}
	var faults []error
	last := o.Trace.Duration()
	end := o.end()
	if o.Begin < 0 || o.Begin > end || o.Begin == end && o.Begin > 0 {
		faults = append(faults, fmt.Errorf("begin: must be from 0 to before %v, got %v", end, o.Begin))
	}
	if end < 0 || end > last {
		faults = append(faults, fmt.Errorf("end: must be at most %v, got %v", last, end))
	}
	if o.After != "" && o.After != Leave && o.After != Stay {
		faults = append(faults, fmt.Errorf("after: want %s or %s, got %q", Leave, Stay, o.After))
	}
	return errors.Join(append(faults, errs.In("vertical", o.CheckVertical()))...)
}

// end is where the part ends, in the trace's time.
func (o ExcerptOptions) end() time.Duration {
	if o.End == 0 {
		return o.Trace.Duration()
	}
	return o.End
}

// An Excerpt is a part of a trace, whose beginning is its time 0, with what nodes do
// afterwards. It shares the legs of its trace.
type Excerpt struct{ options ExcerptOptions }

// NewExcerpt returns the part of a trace with the given options.
func NewExcerpt(o ExcerptOptions) (*Excerpt, error) {
	if err := o.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("excerpt: %w", err)
	}
	return &Excerpt{o}, nil
}

// Nodes returns the number of nodes of the trace.
func (x *Excerpt) Nodes() int { return x.options.Trace.Nodes() }

// MaxSpeed returns the greatest speed of a node in the whole trace, in m/s.
func (x *Excerpt) MaxSpeed() float64 {
	speed := x.options.Trace.MaxSpeed()
	if _, used := x.vertical(); used {
		_, _, climb, _ := x.options.Trace.heights()
		return math.Hypot(speed, climb)*(1+1e-9) + 0.01 // what rounding adds in the shortest of legs
	}
	return speed
}

// Anchor tells where on Earth the trace was recorded, and when the excerpt begins.
func (x *Excerpt) Anchor() Anchor {
	a := x.options.Trace.Anchor()
	if !a.Start.IsZero() {
		a.Start = a.Start.Add(x.options.Begin)
	}
	return a
}

// Duration returns how long the part is.
func (x *Excerpt) Duration() time.Duration { return x.options.end() - x.options.Begin }

// Path returns the path of node 1…n. It draws no random numbers.
func (x *Excerpt) Path(node int, _, _ *rand.Rand) mobility.Path {
	t := x.options.Trace
	p := t.Path(node, nil, nil)
	if node < 1 || node > t.Nodes() {
		return p
	}
	track := &t.tracks[node-1]
	if zero, used := x.vertical(); used && len(track.rises) > 0 {
		p = &risenPath{plane: p, rises: track.rises, zeroM: zero}
	}
	p = &endedPath{path: p, after: x.options.After, until: x.told(node), track: track}
	if x.options.Begin > 0 {
		p = mobility.Later(p, x.options.Begin)
	}
	return p
}

// told is the time until which the excerpt knows where a node is, in the trace's time.
func (x *Excerpt) told(node int) time.Duration {
	end := x.options.end()
	return min(x.options.Trace.tracks[node-1].told(end), end)
}

// told is the time until which the file says where the node is, in a trace that ends at
// end.
func (t *Track) told(end time.Duration) time.Duration {
	if t.lost {
		return t.seen.At
	}
	return end
}

// endedPath is a path up to the time after which its node is unknown, and what comes then.
type endedPath struct {
	path  mobility.Path
	after Ending
	until time.Duration
	track *Track
	last  mobility.Leg // the leg of the path that contains until
	done  bool
}

func (p *endedPath) Next() mobility.Leg {
	if p.done {
		return p.rest()
	}
	l := p.path.Next()
	if l.End < p.until {
		return l
	}
	p.last, p.done = l, true
	if l.End == p.until && l.End != mobility.Forever && !p.unknown() {
		p.last = p.path.Next() // the node may enter or leave at this very instant
	}
	if l.Start >= p.until {
		return p.rest()
	}
	next := p.rest()
	climbs := !l.Absent && l.ClimbMPS != 0 // on the spot: it must not go on for ever
	if !climbs && (leg{from: next.From, absent: next.Absent}).continues(leg{from: l.From, velocity: l.Velocity, absent: l.Absent}) {
		l.End = mobility.Forever
		return l
	}
	l.End = p.until
	return l
}

// unknown reports whether the file does not say where the node is after the end.
func (p *endedPath) unknown() bool { return p.track.lost && p.until == p.track.seen.At }

// rest is what the node does from then on.
func (p *endedPath) rest() mobility.Leg {
	l := mobility.Leg{Start: p.until, End: mobility.Forever, From: p.last.At(p.until), AltitudeM: p.last.AltitudeAt(p.until)}
	switch {
	case p.last.Absent && p.after == Stay && p.unknown():
		l.From = p.track.seen.Place
	case p.last.Absent || p.after != Stay:
		l.Absent = true
	}
	return l
}

// After is what nodes do after their last fix, and after the part.
func (x *Excerpt) After() Ending {
	if x.options.After == "" {
		return Leave
	}
	return x.options.After
}
