package mobility

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"bellwether/internal/base/errs"

	"github.com/paulmach/orb"
)

// WalkOptions describe the random walk of T. Camp, J. Boleng and V. Davies, "A
// Survey of Mobility Models for Ad Hoc Network Research", Wireless
// Communications and Mobile Computing 2(5), 2002, §2.1, which ns-3 calls
// RandomWalk2d: again and again a node draws a direction, uniform over the
// circle, and a speed, uniform in [SpeedMin, SpeedMax], and keeps them over a
// distance or for a time. Borders reflect it.
type WalkOptions struct {
	World Area

	// SpeedMin and SpeedMax bound speeds, in m/s, from 1 mm/s. ns-3: 2 and 4.
	SpeedMin, SpeedMax float64

	// Distance is the length of a step, in metres, Step its time. Exactly one of them is
	// given. ns-3: 1 m by default, 1 s in its time mode.
	Distance float64
	Step     time.Duration
}

// Validate reports every fault of the options.
func (o WalkOptions) Validate() error {
	faults := []error{errs.In("world", o.World.Validate()), o.speed().validate()}
	switch {
	case o.Distance != 0 && o.Step != 0:
		faults = append(faults, errors.New("step: a distance or a time is given, not both"))
	case o.Distance != 0:
		faults = append(faults, errs.In("distance", validMetres(o.Distance)))
		if least := o.SpeedMax * seconds(minStep); o.Distance < least {
			faults = append(faults, fmt.Errorf("distance: must take %v at least, %g m at the greatest speed, got %g", minStep, least, o.Distance))
		}
	default:
		faults = append(faults, errs.In("step", validStep(o.Step)))
	}
	return errors.Join(faults...)
}

func (o WalkOptions) speed() speeds { return speeds{o.SpeedMin, o.SpeedMax} }

// walk is the random walk model.
type walk struct{ options WalkOptions }

// NewWalk returns the model with the given options.
func NewWalk(o WalkOptions) (Model, error) {
	if err := o.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("random walk: %w", err)
	}
	return &walk{o}, nil
}

// MaxSpeed returns SpeedMax, raised by what rounding arrivals to whole nanoseconds can
// add.
func (m *walk) MaxSpeed() float64 { return m.options.speed().bound() }

// Path returns the path of a node in its steady state: reflection keeps places uniform, and
// time 0 is uniform within a step.
func (m *walk) Path(_ int, placement, movement *rand.Rand) Path {
	p := &walkPath{rover{mover: mover{movement: movement, at: m.options.World.draw(placement)}}, m}
	speed := m.options.speed()
	if m.options.Step > 0 {
		p.stride(speed.draw(movement))
	} else {
		p.stride(speed.steady(movement))
	}
	p.cut(movement.Float64())
	return p
}

type walkPath struct {
	rover
	model *walk
}

func (p *walkPath) Next() Leg {
	for {
		if l, under := p.advance(p.model.options.World); under {
			return l
		}
		p.stride(p.model.options.speed().draw(p.movement))
	}
}

// stride begins a step at a speed in m/s.
func (p *walkPath) stride(speed float64) {
	o := &p.model.options
	stretch := o.Distance
	if o.Step > 0 {
		stretch = speed * seconds(o.Step)
	}
	towards := heading(p.movement)
	p.speed, p.way = speed, orb.Point{towards[0] * stretch, towards[1] * stretch}
}
