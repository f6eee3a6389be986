package mobility_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// pathOf returns the path of a node with streams of its own.
func pathOf(m mobility.Model, node int, seed uint64) mobility.Path {
	return m.Path(node, rand.New(rand.NewPCG(seed, uint64(2*node))), rand.New(rand.NewPCG(seed, uint64(2*node+1))))
}

// walk returns the first legs of a path, at most n.
func walk(p mobility.Path, n int) []mobility.Leg {
	var legs []mobility.Leg
	for range n {
		legs = append(legs, p.Next())
		if legs[len(legs)-1].End == mobility.Forever {
			break
		}
	}
	return legs
}

// legAt returns the leg on which a path is at time t.
func legAt(p mobility.Path, t time.Duration) mobility.Leg {
	for {
		if l := p.Next(); t < l.End {
			return l
		}
	}
}

// inPlane is a leg without altitude, as hashes have had it since before there was one.
func inPlane(l mobility.Leg) any {
	return struct {
		Start, End     time.Duration
		From, Velocity orb.Point
		Absent         bool
	}{l.Start, l.End, l.From, l.Velocity, l.Absent}
}

// brokenAltitude returns at which leg a path is outside the altitudes of its model, by more
// than rounding, or moves up and down although its model is flat.
func brokenAltitude(legs []mobility.Leg, a mobility.Altitudes) string {
	const slack = 1e-6
	for i, l := range legs {
		first, last := l.AltitudeM, l.AltitudeAt(min(l.End, l.Start+1000*time.Hour))
		switch {
		case a.Flat() && (l.AltitudeM != 0 || l.ClimbMPS != 0):
			return fmt.Sprintf("leg %d of a flat model is at %v m", i, l.AltitudeM)
		case !(min(first, last) >= a.MinM-slack && max(first, last) <= a.MaxM+slack):
			return fmt.Sprintf("leg %d goes from %v m to %v m, outside %v", i, first, last, a)
		}
	}
	return ""
}

// brokenLaw returns which law of a path the legs break, "" for none: no gaps in time, no
// jumps, places inside the bound, speeds up to max in m/s.
func brokenLaw(legs []mobility.Leg, bound orb.Bound, max float64) string {
	var clock time.Duration
	for i, l := range legs {
		switch {
		case l.Start != clock:
			return fmt.Sprintf("leg %d starts at %v, the one before ended at %v", i, l.Start, clock)
		case l.End <= l.Start:
			return fmt.Sprintf("leg %d lasts from %v to %v", i, l.Start, l.End)
		case i > 0 && l.Jumps(legs[i-1]):
			return fmt.Sprintf("leg %d starts at %v, the one before ended at %v", i, l.From, legs[i-1].At(l.Start))
		case !(math.Hypot(math.Hypot(l.Velocity[0], l.Velocity[1]), l.ClimbMPS) <= max*(1+1e-12)): // the roots of Hypot round otherwise
			return fmt.Sprintf("leg %d moves at %v, more than %v m/s", i, l.Velocity, max)
		}
		for _, t := range []time.Duration{l.Start, l.Start/2 + l.End/2, l.End} {
			if p := l.At(t); !bound.Contains(p) {
				return fmt.Sprintf("leg %d is at %v at %v, outside %v", i, p, t, bound)
			}
		}
		clock = l.End
	}
	return ""
}
