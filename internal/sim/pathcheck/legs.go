// Package pathcheck checks that the legs of a path keep the contract of mobility.Path, since the
// model may be a user's.
//
// It assumes that the caller knows the greatest speed of the model. It never compares more
// than one leg.
//
// Units: as in package mobility.
package pathcheck

import (
	"fmt"
	"math"
	"time"

	"bellwether/mobility"
)

// FastestMPS is the greatest speed that a model may state, in m/s: that of light in vacuum,
// by definition of the metre. Faster moves are jumps: a leg that does not begin where the
// one before ended.
const FastestMPS = 299_792_458

// excess is the relative speed by which a leg may exceed its model's speed: what rounding
// to whole nanoseconds and squaring can add. The index of positions tolerates more: less
// than a millionth of a snapshot's age.
const excess = 1e-9

// Bounds are what a model states of all its legs.
type Bounds struct {
	SpeedMPS  float64 // the greatest speed
	Altitudes mobility.Altitudes
}

// BoundsOf returns the bounds that a model states.
func BoundsOf(m mobility.Model) Bounds { return Bounds{m.MaxSpeed(), mobility.AltitudesOf(m)} }

// Check returns what is wrong with a leg that shall begin at an instant, of a model with
// these bounds.
func Check(leg mobility.Leg, at time.Duration, b Bounds) error {
	switch {
	case leg.Start != at:
		return fmt.Errorf("a leg begins at %v, and not at %v, where the one before ends", leg.Start, at)
	case leg.End <= leg.Start:
		return fmt.Errorf("a leg begins at %v and ends at %v: it must end after it begins, or at mobility.Forever", leg.Start, leg.End)
	case !finite(leg.From) || !finite(leg.Velocity):
		return fmt.Errorf("the leg at %v is from %v m at %v m/s: all must be finite numbers", leg.Start, leg.From, leg.Velocity)
	case leg.Absent:
		return nil
	}
	speed := math.Hypot(leg.Velocity[0], leg.Velocity[1])
	if leg.ClimbMPS != 0 {
		speed = math.Hypot(speed, leg.ClimbMPS)
	}
	if speed > b.SpeedMPS*(1+excess) {
		return fmt.Errorf("the leg at %v has a speed of %g m/s, and its MaxSpeed is %g", leg.Start, speed, b.SpeedMPS)
	}
	if b.Altitudes.Flat() && leg.AltitudeM == 0 && leg.ClimbMPS == 0 {
		return nil
	}
	return between(leg, b.Altitudes)
}

// between returns what is wrong if a leg is outside the altitudes of its model.
func between(leg mobility.Leg, a mobility.Altitudes) error {
	first, last := leg.AltitudeM, leg.AltitudeAt(leg.End)
	slack := slackM
	if a.Flat() {
		slack = 0
	}
	if low, high := min(first, last), max(first, last); low >= a.MinM-slack && high <= a.MaxM+slack { // false for NaN
		return nil
	}
	return fmt.Errorf("the leg at %v goes from %g m to %g m above the ground, and its model's Altitudes are %g m to %g m",
		leg.Start, first, last, a.MinM, a.MaxM)
}

// slackM is how far outside its area, or its altitudes, a leg may begin: what rounding adds to a place on the
// border, and less than any radio tells.
const slackM = 1e-3

// Inside returns what is wrong if a leg begins outside the area that its model is made for.
func Inside(leg mobility.Leg, a mobility.Area) error {
	x, y := leg.From[0]-a.Origin[0], leg.From[1]-a.Origin[1]
	if leg.Absent || x >= -slackM && y >= -slackM && x <= a.Width+slackM && y <= a.Height+slackM {
		return nil
	}
	return fmt.Errorf("the leg at %v begins at (%g, %g) m, outside of its area of %g m × %g m from (%g, %g) m",
		leg.Start, leg.From[0], leg.From[1], a.Width, a.Height, a.Origin[0], a.Origin[1])
}

// finite reports whether both are finite numbers.
func finite(xy [2]float64) bool {
	return !math.IsNaN(xy[0]-xy[0]) && !math.IsNaN(xy[1]-xy[1]) // Inf−Inf is NaN
}
