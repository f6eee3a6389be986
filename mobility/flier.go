package mobility

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"
)

// A spot is a place with an altitude, in metres.
type spot struct {
	at        orb.Point
	altitudeM float64
}

// to returns the way to another spot, in metres.
func (s spot) to(goal spot) (way orb.Point, up float64) {
	return orb.Point{goal.at[0] - s.at[0], goal.at[1] - s.at[1]}, goal.altitudeM - s.altitudeM
}

// distance is the length of that way, in metres.
func (s spot) distance(goal spot) float64 { return spatial(s.to(goal)) }

// A box is an area between two altitudes.
type box struct {
	area      Area
	altitudes Altitudes
}

// draw returns a spot uniform in the box. It draws x, y, then the altitude.
func (b box) draw(r *rand.Rand) spot {
	at := b.area.draw(r)
	return spot{at, b.altitudes.draw(r)}
}

// flier is mover in space: the node's stream, and the time and spot at which its next leg
// starts.
type flier struct {
	movement *rand.Rand
	now      time.Duration
	spot
}

// goTo returns the leg to a goal at a speed in m/s. The goal must differ from the node's
// spot. The leg ends on arrival, rounded up to a whole nanosecond, as that of a [Trip].
func (f *flier) goTo(goal spot, speed float64) Leg {
	lasts := math.Ceil(f.distance(goal) / speed * (1 - speedSlack) * float64(time.Second))
	if !(lasts < float64(Forever-f.now)) {
		return f.rest(Forever)
	}
	return f.reach(goal, time.Duration(lasts))
}

// reach returns the leg to a goal that takes the span d and not a nanosecond more.
func (f *flier) reach(goal spot, d time.Duration) Leg {
	l := Leg{Start: f.now, End: f.now + min(d, Forever-f.now), From: f.at, AltitudeM: f.altitudeM}
	s := seconds(l.End - l.Start)
	way, up := f.to(goal)
	l.Velocity, l.ClimbMPS = orb.Point{way[0] / s, way[1] / s}, up/s
	f.now, f.spot = l.End, spot{l.At(l.End), l.AltitudeAt(l.End)}
	return l
}

// rest returns a leg that stays where the node is.
func (f *flier) rest(d time.Duration) Leg {
	l := Leg{Start: f.now, End: f.now + min(d, Forever-f.now), From: f.at, AltitudeM: f.altitudeM}
	f.now = l.End
	return l
}
