package mobility

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"bellwether/internal/base/errs"

	"github.com/paulmach/orb"
)

// DirectionOptions describe the random direction model: a node draws a
// direction, uniform over the circle, and a speed, uniform in [SpeedMin,
// SpeedMax], goes that way, pauses, and begins anew.
//
// Without Travel it goes to the border, as E. M. Royer, P. M. Melliar-Smith and
// L. E. Moser, "An Analysis of the Optimum Node Density for Ad Hoc Mobile
// Networks", ICC 2001, propose and ns-3's RandomDirection2d does. With Travel it
// goes for a time and borders reflect it, as P. Nain, D. Towsley, B. Liu and
// Z. Liu, "Properties of Random Direction Models", INFOCOM 2005, analyse it:
// only then are places uniform at all times.
type DirectionOptions struct {
	World Area

	// SpeedMin and SpeedMax bound speeds, in m/s, from 1 mm/s. ns-3: 1 and 2.
	SpeedMin, SpeedMax float64

	// PauseMin and PauseMax bound the pause after each trip. Default 0; ns-3: 2 s.
	PauseMin, PauseMax time.Duration

	// TravelMin and TravelMax bound the time of a trip, drawn uniformly. Default
	// 0: each trip goes to the border.
	TravelMin, TravelMax time.Duration
}

// Validate reports every fault of the options.
func (o DirectionOptions) Validate() error {
	faults := []error{errs.In("world", o.World.Validate()), o.speed().validate(), o.pause().validate()}
	if o.TravelMin != 0 || o.TravelMax != 0 {
		faults = append(faults, errs.In("travel: minimum", validStep(o.TravelMin)), errs.In("travel: maximum", validStep(o.TravelMax)))
		if o.TravelMax < o.TravelMin {
			faults = append(faults, fmt.Errorf("travel: maximum must be at least the minimum, %v, got %v", o.TravelMin, o.TravelMax))
		}
	}
	return errors.Join(faults...)
}

func (o DirectionOptions) speed() speeds  { return speeds{o.SpeedMin, o.SpeedMax} }
func (o DirectionOptions) pause() pauses  { return pauses{o.PauseMin, o.PauseMax} }
func (o DirectionOptions) travel() pauses { return pauses{o.TravelMin, o.TravelMax} }

// direction is the random direction model.
type direction struct{ options DirectionOptions }

// NewDirection returns the model with the given options.
func NewDirection(o DirectionOptions) (Model, error) {
	if err := o.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("random direction: %w", err)
	}
	return &direction{o}, nil
}

// MaxSpeed returns SpeedMax, raised by what rounding arrivals to whole nanoseconds can
// add.
func (m *direction) MaxSpeed() float64 { return m.options.speed().bound() }

// Path returns the path of a node, from a place uniform in the world. With Travel
// it is in its steady state, in a pause or within a trip. Without, it leaves at
// time 0, and only after a few crossings of the world are nodes near the border as often
// as in the steady state.
func (m *direction) Path(_ int, placement, movement *rand.Rand) Path {
	o := &m.options
	p := &directionPath{rover: rover{mover: mover{movement: movement, at: o.World.draw(placement)}}, model: m}
	travel, pause := o.travel(), o.pause()
	switch share := placement.Float64(); {
	case o.TravelMax == 0:
		p.depart(0)
	case float64(share*(travel.sum()+pause.sum())) < pause.sum():
		p.pause = pause.steady(movement)
	default:
		p.depart(seconds(travel.steady(movement)))
	}
	return p
}

type directionPath struct {
	rover
	model *direction
	pause time.Duration // the pause before the next trip
}

func (p *directionPath) Next() Leg {
	o := &p.model.options
	for {
		if l, under := p.advance(o.World); under {
			if o.TravelMax == 0 {
				p.way = orb.Point{}
			}
			return l
		}
		if rest := p.pause; rest > 0 {
			p.pause = 0
			return p.rest(rest)
		}
		p.depart(seconds(o.travel().draw(p.movement)))
	}
}

// depart begins a trip of a time in seconds, or to the border, and draws the
// pause after it. A trip to the border is given a length greater than the world. A
// direction that leads out of the world is reflected by the border.
func (p *directionPath) depart(lasts float64) {
	o := &p.model.options
	towards := heading(p.movement)
	p.speed = o.speed().draw(p.movement)
	stretch := p.speed * lasts
	if o.TravelMax == 0 {
		stretch = 2 * (o.World.Width + o.World.Height)
	}
	p.way = orb.Point{towards[0] * stretch, towards[1] * stretch}
	p.pause = o.pause().draw(p.movement)
}
