package mobility

import (
	"time"

	"github.com/paulmach/orb"
)

// phase is what a waypoint path does next.
type phase uint8

const (
	midTrip   phase = iota // go on to goal with a trip begun before time 0
	midPause               // end a pause begun before time 0
	arrived                // pause, then leave
	departing              // leave
	still                  // never move
)

// waypointPath is the path of one node. There is one per node of a world
// of up to 2²⁰ nodes, so it takes at most 64 bytes, and Next allocates nothing.
type waypointPath struct {
	mover
	model *waypoint
	goal  orb.Point // of the trip under way at time 0
	phase phase
}

func (p *waypointPath) Next() Leg {
	switch p.phase {
	case midTrip:
		return p.travel(p.goal, p.model.options.speed().steady(p.movement))
	case midPause:
		if rest := p.model.options.pause().steady(p.movement); rest > 0 {
			return p.pause(rest)
		}
	case arrived:
		if rest := p.model.options.pause().draw(p.movement); rest > 0 {
			return p.pause(rest)
		}
	case still:
		return Leg{Start: p.now, End: Forever, From: p.at}
	}
	goal := p.model.options.World.draw(p.movement)
	for goal == p.at { // one chance in 10¹⁸ in a world of 1 km²
		goal = p.model.options.World.draw(p.movement)
	}
	return p.travel(goal, p.model.options.speed().draw(p.movement))
}

func (p *waypointPath) travel(goal orb.Point, speed float64) Leg {
	p.phase = arrived
	return p.goTo(goal, speed)
}

func (p *waypointPath) pause(d time.Duration) Leg {
	p.phase = departing
	return p.rest(d)
}
