package mobility

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

const (
	// minSpeed, in m/s: slower than a millimetre a second is a pause, and
	// across the largest world one trip would outlast int64 nanoseconds.
	minSpeed = 1e-3

	// maxSpeed, in m/s: movement files use faster ones for teleports.
	maxSpeed = 1e6

	// maxPause leaves a third of the int64 nanoseconds to trips.
	maxPause = 100 * 365 * 24 * time.Hour
)

// WaypointOptions describe the random waypoint model: a node picks a
// destination uniformly in the world and a speed uniformly in
// [SpeedMin, SpeedMax], goes there in a straight line, pauses for a time uniform
// in [PauseMin, PauseMax], and begins anew.
type WaypointOptions struct {
	World World

	// SpeedMin and SpeedMax, in m/s. No default. Both 0 is a world that stands
	// still; otherwise both are from 1 mm/s to 1000 km/s.
	SpeedMin, SpeedMax float64

	// PauseMin and PauseMax at each destination. Default 0: never at rest.
	PauseMin, PauseMax time.Duration
}

// Validate reports every fault of the options.
func (o WaypointOptions) Validate() error {
	var faults []error
	if err := o.World.Validate(); err != nil {
		faults = append(faults, fmt.Errorf("world: %w", err))
	}
	return errors.Join(append(faults, o.validSpeed(), o.validPause())...)
}

func (o WaypointOptions) validSpeed() error {
	switch {
	case o.SpeedMin == 0 && o.SpeedMax == 0:
		return nil
	case o.SpeedMin == 0 && o.SpeedMax > 0:
		return fmt.Errorf("speed: a minimum of 0 m/s with a maximum of %g has no steady state: "+
			"the mean trip lasts for ever and the mean speed decays towards 0 (Yoon, Liu, Noble 2003); "+
			"give a minimum of at least %g m/s", o.SpeedMax, minSpeed)
	case !(o.SpeedMin >= minSpeed && o.SpeedMin <= maxSpeed):
		return fmt.Errorf("speed: minimum must be from %g to %g m/s, got %g", minSpeed, maxSpeed, o.SpeedMin)
	case !(o.SpeedMax >= o.SpeedMin && o.SpeedMax <= maxSpeed):
		return fmt.Errorf("speed: maximum must be from the minimum, %g, to %g m/s, got %g", o.SpeedMin, maxSpeed, o.SpeedMax)
	}
	return nil
}

func (o WaypointOptions) validPause() error {
	switch {
	case o.PauseMin < 0:
		return fmt.Errorf("pause: minimum must not be negative, got %v", o.PauseMin)
	case o.PauseMax < o.PauseMin:
		return fmt.Errorf("pause: maximum must be at least the minimum, %v, got %v", o.PauseMin, o.PauseMax)
	case o.PauseMax > maxPause:
		return fmt.Errorf("pause: maximum must be at most %v, got %v", maxPause, o.PauseMax)
	}
	return nil
}

// Waypoint is the random waypoint model in its steady state.
type Waypoint struct {
	options WaypointOptions
	resting float64 // the share of nodes that begin in a pause
}

// NewWaypoint returns the model with the given options.
func NewWaypoint(o WaypointOptions) (*Waypoint, error) {
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("mobility: random waypoint: %w", err)
	}
	return &Waypoint{options: o, resting: restingShare(o)}, nil
}

// MaxSpeed returns SpeedMax, and above it the hair that arrivals on whole
// nanoseconds can cost.
func (m *Waypoint) MaxSpeed() float64 { return m.options.SpeedMax * (1 + 2*speedSlack) }

// Path returns the path of a node. It takes from placement whether the node
// begins in a pause and its place: one number and two, or as many points as it
// takes to find its trip.
func (m *Waypoint) Path(_ int, placement, movement *rand.Rand) Path {
	p := &waypointPath{model: m, movement: movement}
	switch first := placement.Float64(); {
	case m.options.SpeedMax == 0:
		p.at, p.phase = m.options.World.draw(placement), still
	case first < m.resting:
		p.at, p.phase = m.options.World.draw(placement), midPause
	default:
		p.at, p.goal = m.steadyTrip(placement)
		p.phase = midTrip
		if p.at == p.goal { // rounded onto it
			p.phase = arrived
		}
	}
	return p
}
