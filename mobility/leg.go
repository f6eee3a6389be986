package mobility

import (
	"math"
	"time"

	"github.com/paulmach/orb"
)

// Forever is the end of the last leg of a path.
const Forever time.Duration = math.MaxInt64

// speedSlack is the part by which a leg may exceed the speed of its trip,
// because it ends on a whole nanosecond. So a trip of 10 m at 1 m/s lasts
// 10 s and not a nanosecond more, however the division is rounded.
const speedSlack = 1e-12

// A Leg is uniform straight motion over [Start, End). Start < End always.
type Leg struct {
	Start, End time.Duration // since the run began; End may be Forever
	From       orb.Point     // metres, at Start
	Velocity   orb.Point     // m/s
	AltitudeM  float64       // metres above the ground, at Start; 0 in a flat model, see [AltitudesOf]
	ClimbMPS   float64       // m/s upwards; 0 in a flat model
	Absent     bool          // the node is not in the world during this leg
}

// At returns the place at time t, in metres. Before the leg it is where the leg
// starts, after it where it ends.
func (l Leg) At(t time.Duration) orb.Point {
	s := seconds(min(max(t, l.Start), l.End) - l.Start)
	return orb.Point{
		l.From[0] + float64(l.Velocity[0]*s),
		l.From[1] + float64(l.Velocity[1]*s),
	}
}

// AltitudeAt returns the altitude at time t, in metres, as At does the place.
func (l Leg) AltitudeAt(t time.Duration) float64 {
	s := seconds(min(max(t, l.Start), l.End) - l.Start)
	return l.AltitudeM + float64(l.ClimbMPS*s)
}

// Speed returns how fast the node moves, in m/s, its climb included.
func (l Leg) Speed() float64 { return spatial(l.Velocity, l.ClimbMPS) }

// Jumps reports whether a node on leg before is teleported when this leg starts. The models of
// this package and the readers of recorded movement compute the start of a leg by At of the
// leg before, so the test is exact.
func (l Leg) Jumps(before Leg) bool {
	return l.From != before.At(before.End) || l.AltitudeM != before.AltitudeAt(before.End)
}

// A Trip is a straight way from one place to another at one speed.
type Trip struct {
	Start    time.Duration // since the run began
	From, To orb.Point     // metres
	Speed    float64       // m/s
}

// Leg returns the leg of the trip, which ends on arrival, rounded up to a
// whole nanosecond. A trip over a distance of 0, or at a speed of 0 or less, stands still
// for ever. One whose arrival overflows time.Duration ends at Forever.
func (t Trip) Leg() Leg {
	way := orb.Point{t.To[0] - t.From[0], t.To[1] - t.From[1]}
	distance := length(way)
	if distance == 0 || t.Speed <= 0 {
		return Leg{Start: t.Start, End: Forever, From: t.From}
	}
	lasts := math.Ceil(distance / t.Speed * (1 - speedSlack) * float64(time.Second))
	if !(lasts < float64(Forever-t.Start)) {
		v := t.Speed / distance
		return Leg{Start: t.Start, End: Forever, From: t.From, Velocity: orb.Point{way[0] * v, way[1] * v}}
	}
	s := seconds(time.Duration(lasts))
	return Leg{
		Start:    t.Start,
		End:      t.Start + time.Duration(lasts),
		From:     t.From,
		Velocity: orb.Point{way[0] / s, way[1] / s},
	}
}

// seconds returns a duration in seconds, correctly rounded for durations up to
// 104 days and to one part in 10¹⁵ beyond.
func seconds(d time.Duration) float64 { return float64(d) / float64(time.Second) }

// length returns the length of a vector. It does not use math.Hypot, whose rounding differs
// between machines.
func length(v orb.Point) float64 {
	return math.Sqrt(float64(v[0]*v[0]) + float64(v[1]*v[1]))
}

// spatial returns the length of a vector with a part upwards; the part 0 changes no bit.
func spatial(v orb.Point, up float64) float64 {
	return math.Sqrt(float64(v[0]*v[0]) + float64(v[1]*v[1]) + float64(up*up))
}
