package mobility

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"bellwether/internal/base/errs"
)

// WaypointOptions describe the random waypoint model: a node picks a
// destination uniformly in the world and a speed uniformly in
// [SpeedMin, SpeedMax], goes there in a straight line, pauses for a time uniform
// in [PauseMin, PauseMax], and begins anew.
type WaypointOptions struct {
	World Area

	// SpeedMin and SpeedMax bound speeds, in m/s. No default. If both are 0, nodes stand
	// still; otherwise both are from 1 mm/s to 1000 km/s.
	SpeedMin, SpeedMax float64

	// PauseMin and PauseMax bound the pause at each destination. Default 0: no pauses.
	PauseMin, PauseMax time.Duration

	// Start is how nodes begin. Default StartSteady.
	Start Start

	// Around is what nodes walk around, made for the same World. Default nil: nothing. Then
	// destinations are uniform in the part of the world that nodes can reach, and a node goes
	// from one to the next along a shortest way: random waypoint on a domain that is not convex,
	// of Le Boudec and Vojnović 2005 (see the package comment). Related: A. Jardosh, E. M.
	// Belding-Royer, K. C. Almeroth and S. Suri, "Towards Realistic Mobility Models for Mobile
	// Ad hoc Networks", MobiCom 2003, where nodes go from obstacle to obstacle along the
	// Voronoi diagram of their corners.
	Around *Obstacles
}

// A Start is how the nodes of a random waypoint begin.
type Start string

// The ways to begin.
const (
	StartSteady  Start = ""        // in the steady state of the model
	StartLeaving Start = "leaving" // at a place uniform in the world, about to leave it, as in GloMoSim and ns-2's setdest: see Yoon, Liu and Noble in the package comment
)

// Validate reports every fault of the options.
func (o WaypointOptions) Validate() error {
	return errors.Join(errs.In("world", o.World.Validate()), o.validSpeed(), o.pause().validate(), o.validStart(), o.validAround())
}

func (o WaypointOptions) validAround() error {
	if o.Around != nil && o.Around.world != o.World {
		return fmt.Errorf("around: the obstacles are of another world, %+v", o.Around.world)
	}
	return nil
}

func (o WaypointOptions) validStart() error {
	if o.Start != StartSteady && o.Start != StartLeaving {
		return fmt.Errorf("start: %q is none of %q and %q", o.Start, StartSteady, StartLeaving)
	}
	return nil
}

func (o WaypointOptions) speed() speeds { return speeds{o.SpeedMin, o.SpeedMax} }
func (o WaypointOptions) pause() pauses { return pauses{o.PauseMin, o.PauseMax} }

func (o WaypointOptions) validSpeed() error {
	switch {
	case o.SpeedMin == 0 && o.SpeedMax == 0:
		return nil
	case o.SpeedMin == 0 && o.SpeedMax > 0:
		return fmt.Errorf("speed: a minimum of 0 m/s with a maximum of %g has no steady state: "+
			"the mean trip lasts for ever and the mean speed decays towards 0 (Yoon, Liu, Noble 2003); "+
			"give a minimum of at least %g m/s", o.SpeedMax, minSpeed)
	}
	return o.speed().validate()
}

// waypoint is the random waypoint model, in its steady state unless its options say else.
type waypoint struct {
	options WaypointOptions
	resting float64 // the share of nodes that begin in a pause
}

// NewWaypoint returns the model with the given options.
func NewWaypoint(o WaypointOptions) (Model, error) {
	if err := o.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("random waypoint: %w", err)
	}
	if o.Around != nil {
		return &waypointAround{waypoint{options: o}}, nil
	}
	return &waypoint{options: o, resting: restingShare(o)}, nil
}

// MaxSpeed returns SpeedMax, raised by what rounding arrivals to whole nanoseconds can
// add.
func (m *waypoint) MaxSpeed() float64 { return m.options.SpeedMax * (1 + 2*speedSlack) }

// Path returns the path of a node. It draws from placement whether the node
// begins in a pause, and then its place, or its trip by rejection.
func (m *waypoint) Path(_ int, placement, movement *rand.Rand) Path {
	p := &waypointPath{mover: mover{movement: movement}, model: m}
	if m.options.Start == StartLeaving && m.options.SpeedMax > 0 {
		p.at, p.phase = m.options.World.draw(placement), departing
		return p
	}
	switch first := placement.Float64(); {
	case m.options.SpeedMax == 0:
		p.at, p.phase = m.options.World.draw(placement), still
	case first < m.resting:
		p.at, p.phase = m.options.World.draw(placement), midPause
	default:
		p.at, p.goal = m.steadyTrip(placement)
		p.phase = midTrip
		if p.at == p.goal { // by rounding
			p.phase = arrived
		}
	}
	return p
}
