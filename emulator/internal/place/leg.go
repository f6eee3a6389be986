package place

import (
	"errors"
	"fmt"
	"math"
	"time"

	"bellwether/mobility"
	"bellwether/protocol"
)

// excess is the relative speed by which a leg may exceed its model's speed: what rounding
// to whole nanoseconds and squaring can add. The index of positions tolerates more: less
// than a millionth of a snapshot's age.
const excess = 1e-9

// A Way follows a path: it takes legs, and checks that they are what a mobility.Path
// promises, since the model may be a user's.
type Way struct {
	path     mobility.Path
	speedMPS float64 // the model's greatest speed
}

// Next takes the leg that begins at an instant.
func (w Way) Next(at time.Duration) (mobility.Leg, error) {
	if w.path == nil {
		return mobility.Leg{}, errors.New("there is no path")
	}
	leg := w.path.Next()
	switch {
	case leg.Start != at:
		return leg, fmt.Errorf("a leg begins at %v, and not at %v, where the one before ends", leg.Start, at)
	case leg.End <= leg.Start:
		return leg, fmt.Errorf("a leg begins at %v and ends at %v: it must end after it begins, or at mobility.Forever", leg.Start, leg.End)
	case !finite(leg.From) || !finite(leg.Velocity):
		return leg, fmt.Errorf("the leg at %v is from %v m at %v m/s: all must be finite numbers", leg.Start, leg.From, leg.Velocity)
	case leg.Absent:
		return leg, nil
	}
	if speed := math.Hypot(leg.Velocity[0], leg.Velocity[1]); speed > w.speedMPS*(1+excess) {
		return leg, fmt.Errorf("the leg at %v has a speed of %g m/s, and its MaxSpeed is %g", leg.Start, speed, w.speedMPS)
	}
	return leg, nil
}

// WayOf is the way of node 1…n in a run of this seed, whose model is from
// mobility.ForRun.
func WayOf(m mobility.Model, seed uint64, node protocol.ID) Way {
	return Way{Path(m, seed, node), m.MaxSpeed()}
}

// finite reports whether both are finite numbers.
func finite(xy [2]float64) bool {
	return !math.IsNaN(xy[0]-xy[0]) && !math.IsNaN(xy[1]-xy[1]) // Inf−Inf is none
}

// wrong names the model that breaks its contract.
func wrong(m mobility.Model, node int, what error) error {
	return fmt.Errorf("node %d: the mobility model %T breaks its contract (see mobility.Leg): %w", node, m, what)
}
