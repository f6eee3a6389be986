package mobility

import (
	"errors"
	"math/rand/v2"
	"time"

	"bellwether/internal/base/errs"

	"github.com/paulmach/orb"
)

// Waypoint3DOptions describe random waypoint in space: destinations are uniform in the
// world between two altitudes, and speeds are those over the slanting way. Else it is the
// model of [WaypointOptions], which ns-3 has as RandomWaypoint with a
// RandomBoxPositionAllocator. It begins in its steady state by the same method, whose proof
// (Le Boudec and Vojnović 2005, see the package comment) holds in any convex set.
type Waypoint3DOptions struct {
	World     Area
	Altitudes Altitudes // of destinations

	// SpeedMin and SpeedMax bound speeds, in m/s, from 1 mm/s.
	SpeedMin, SpeedMax float64

	// PauseMin and PauseMax bound the pause at each destination, in which the node hovers.
	PauseMin, PauseMax time.Duration
}

// Validate reports every fault of the options.
func (o Waypoint3DOptions) Validate() error {
	return errors.Join(errs.In("world", o.World.Validate()), errs.In("altitude", o.Altitudes.Validate()),
		o.flat().validSpeed(), o.pause().validate())
}

// flat is the model in the plane.
func (o Waypoint3DOptions) flat() WaypointOptions {
	return WaypointOptions{World: o.World, SpeedMin: o.SpeedMin, SpeedMax: o.SpeedMax, PauseMin: o.PauseMin, PauseMax: o.PauseMax}
}

func (o Waypoint3DOptions) speed() speeds { return speeds{o.SpeedMin, o.SpeedMax} }
func (o Waypoint3DOptions) pause() pauses { return pauses{o.PauseMin, o.PauseMax} }

// waypoint3D is random waypoint in space, in its steady state.
type waypoint3D struct {
	options Waypoint3DOptions
	box     box
	resting float64 // the share of nodes that begin in a pause
}

// NewWaypoint3D returns the model with the given options.
func NewWaypoint3D(o Waypoint3DOptions) (Model, error) {
	if err := o.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("random waypoint 3-D: %w", err)
	}
	m := &waypoint3D{options: o, box: box{o.World, o.Altitudes}}
	m.resting = restingShareOf(o.flat(), meanDistance3D(m.box))
	return m, nil
}

// MaxSpeed returns SpeedMax, raised by what rounding arrivals to whole nanoseconds can add.
func (m *waypoint3D) MaxSpeed() float64 { return m.options.SpeedMax * (1 + 2*speedSlack) }

// Altitudes returns the altitudes of the destinations.
func (m *waypoint3D) Altitudes() Altitudes { return m.options.Altitudes }

// Path returns the path of a node. It draws from placement whether the node begins in a
// pause, and then its spot, or its trip by rejection.
func (m *waypoint3D) Path(_ int, placement, movement *rand.Rand) Path {
	p := &waypoint3DPath{flier: flier{movement: movement}, model: m}
	switch first := placement.Float64(); {
	case m.options.SpeedMax == 0:
		p.spot, p.phase = m.box.draw(placement), still
	case first < m.resting:
		p.spot, p.phase = m.box.draw(placement), midPause
	default:
		p.spot, p.goal = m.steadyTrip(placement)
		p.phase = midTrip
		if p.spot == p.goal { // by rounding
			p.phase = arrived
		}
	}
	return p
}

// steadyTrip is that of random waypoint in the plane, in space.
func (m *waypoint3D) steadyTrip(r *rand.Rand) (at, goal spot) {
	b := m.box
	diagonal := spatial(orb.Point{b.area.Width, b.area.Height}, b.altitudes.MaxM-b.altitudes.MinM)
	for {
		from, to := b.draw(r), b.draw(r)
		way, up := from.to(to)
		if float64(r.Float64()*diagonal) < spatial(way, up) {
			gone := r.Float64()
			return spot{orb.Point{from.at[0] + float64(way[0]*gone), from.at[1] + float64(way[1]*gone)},
				from.altitudeM + float64(up*gone)}, to
		}
	}
}

// meanDistance3D returns the mean distance of two uniform points of a box, in metres, as
// meanDistance does in the plane.
func meanDistance3D(b box) float64 {
	const cells = 64 // 262144 roots, a millisecond once per world
	depth := b.altitudes.MaxM - b.altitudes.MinM
	sum := 0.0
	for i := range cells {
		s := float64((float64(i) + 0.5) / cells)
		for j := range cells {
			t := float64((float64(j) + 0.5) / cells)
			for k := range cells {
				u := float64((float64(k) + 0.5) / cells)
				sum += float64((1 - s) * (1 - t) * (1 - u) * spatial(orb.Point{b.area.Width * s, b.area.Height * t}, depth*u))
			}
		}
	}
	return 8 * sum / (cells * cells * cells)
}

// waypoint3DPath is the path of one node.
type waypoint3DPath struct {
	flier
	model *waypoint3D
	goal  spot // of the trip under way at time 0
	phase phase
}

func (p *waypoint3DPath) Next() Leg {
	o := &p.model.options
	switch p.phase {
	case midTrip:
		return p.travel(p.goal, o.speed().steady(p.movement))
	case midPause:
		if rest := o.pause().steady(p.movement); rest > 0 {
			return p.pause(rest)
		}
	case arrived:
		if rest := o.pause().draw(p.movement); rest > 0 {
			return p.pause(rest)
		}
	case still:
		return p.rest(Forever)
	}
	goal := p.model.box.draw(p.movement)
	for goal == p.spot { // one chance in 10¹⁸ in a world of 1 km²
		goal = p.model.box.draw(p.movement)
	}
	return p.travel(goal, o.speed().draw(p.movement))
}

func (p *waypoint3DPath) travel(goal spot, speed float64) Leg {
	p.phase = arrived
	return p.goTo(goal, speed)
}

func (p *waypoint3DPath) pause(d time.Duration) Leg {
	p.phase = departing
	return p.rest(d)
}
