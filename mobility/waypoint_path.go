package mobility

import (
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"
)

// phase is what a waypoint path does next.
type phase uint8

const (
	midTrip   phase = iota // go on to goal with a trip begun before time 0
	midPause               // sit out a pause begun before time 0
	arrived                // pause, then leave
	departing              // leave
	still                  // never move
)

// waypointPath is one node's random waypoints. There is one per node of a world
// of up to 2²⁰, so it is kept to 64 bytes, and Next allocates nothing.
type waypointPath struct {
	model    *Waypoint
	movement *rand.Rand
	now      time.Duration // where the next leg starts
	at       orb.Point     // where the node is then
	goal     orb.Point     // of the trip under way at time 0
	phase    phase
}

func (p *waypointPath) Next() Leg {
	switch p.phase {
	case midTrip:
		return p.goTo(p.goal, p.model.steadySpeed(p.movement))
	case midPause:
		if rest := p.model.steadyPause(p.movement); rest > 0 {
			return p.rest(rest)
		}
	case arrived:
		if rest := p.model.pause(p.movement); rest > 0 {
			return p.rest(rest)
		}
	case still:
		return Leg{Start: p.now, End: Forever, From: p.at}
	}
	goal := p.model.options.World.draw(p.movement)
	for goal == p.at { // one chance in 10¹⁸ in a world of 1 km²
		goal = p.model.options.World.draw(p.movement)
	}
	return p.goTo(goal, p.model.speed(p.movement))
}

func (p *waypointPath) goTo(goal orb.Point, speed float64) Leg {
	l := Trip{Start: p.now, From: p.at, To: goal, Speed: speed}.Leg()
	p.now, p.at, p.phase = l.End, l.At(l.End), arrived
	return l
}

func (p *waypointPath) rest(d time.Duration) Leg {
	l := Leg{Start: p.now, End: p.now + min(d, Forever-p.now), From: p.at}
	p.now, p.phase = l.End, departing
	return l
}

// speed draws the speed of a trip.
func (m *Waypoint) speed(r *rand.Rand) float64 {
	o := &m.options
	return min(o.SpeedMin+float64((o.SpeedMax-o.SpeedMin)*r.Float64()), o.SpeedMax)
}

// pause draws the pause after a trip; where there is no choice it draws nothing.
func (m *Waypoint) pause(r *rand.Rand) time.Duration {
	o := &m.options
	if o.PauseMin == o.PauseMax {
		return o.PauseMin
	}
	return o.PauseMin + time.Duration(r.Int64N(int64(o.PauseMax-o.PauseMin)+1))
}
