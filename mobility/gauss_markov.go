package mobility

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"bellwether/internal/base/errs"

	"github.com/paulmach/orb"
)

// GaussMarkovOptions describe the model of B. Liang and Z. J. Haas, "Predictive
// Distance-Based Mobility Management for PCS Networks", INFOCOM 1999, in the
// form of Camp, Boleng and Davies 2002, §2.5, which ns-3 and INET share: each
// Step the speed and the direction of a node become
//
//	s' = Alpha·s + (1-Alpha)·mean + √(1-Alpha²)·deviation·N(0,1)
//
// so that after k steps a share Alpha^k of a deviation is left.
type GaussMarkovOptions struct {
	World Area

	// Alpha is the memory, from 0 (none) to 1 (speed and direction never change; ns-3's
	// default). Camp et al. show 0.75.
	Alpha float64

	// Step is the time between two changes. ns-3: 1 s.
	Step time.Duration

	// SpeedMin and SpeedMax bound the mean speed of a node, in m/s. It is drawn
	// uniformly, once. ns-3: 0 and 1.
	SpeedMin, SpeedMax float64

	// SpeedDeviation is the standard deviation of a node's speed from its mean,
	// in m/s. Camp et al. show 1 at a mean of 10; BonnMotion has 0.5, and cuts
	// speeds at 1.5.
	SpeedDeviation float64

	// DirectionDeviation is the standard deviation of a node's direction from
	// its mean, in radians. BonnMotion: π/8.
	DirectionDeviation float64
}

// speedDeviations is how far, in standard deviations, a speed may be from its
// mean, so that there is a greatest speed. One draw in 16 000 is cut.
const speedDeviations = 4

// Validate reports every fault of the options.
func (o GaussMarkovOptions) Validate() error {
	faults := []error{errs.In("world", o.World.Validate()), errs.In("step", validStep(o.Step))}
	if !(o.Alpha >= 0 && o.Alpha <= 1) {
		faults = append(faults, fmt.Errorf("alpha: must be from 0 to 1, got %g", o.Alpha))
	}
	if !(o.SpeedMin >= 0 && o.SpeedMax >= o.SpeedMin && o.SpeedMax <= maxSpeed) {
		faults = append(faults, fmt.Errorf("speed: must be from 0 to %g m/s, the maximum at least the minimum, got %g to %g", maxSpeed, o.SpeedMin, o.SpeedMax))
	}
	if !(o.SpeedDeviation >= 0 && o.SpeedDeviation <= maxSpeed) {
		faults = append(faults, fmt.Errorf("speed deviation: must be from 0 to %g m/s, got %g", maxSpeed, o.SpeedDeviation))
	}
	if !(o.DirectionDeviation >= 0 && o.DirectionDeviation <= 2*math.Pi) {
		faults = append(faults, fmt.Errorf("direction deviation: must be from 0 to 2π, got %g", o.DirectionDeviation))
	}
	return errors.Join(faults...)
}

// gaussMarkov is the Gauss-Markov model.
type gaussMarkov struct {
	options GaussMarkovOptions
	fresh   float64 // √(1-Alpha²), the weight of the new draw
}

// NewGaussMarkov returns the model with the given options.
func NewGaussMarkov(o GaussMarkovOptions) (Model, error) {
	if err := o.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("gauss-markov: %w", err)
	}
	return &gaussMarkov{options: o, fresh: math.Sqrt(1 - float64(o.Alpha*o.Alpha))}, nil
}

// MaxSpeed returns SpeedMax plus four deviations, raised by what the rounding
// of sines can add.
func (m *gaussMarkov) MaxSpeed() float64 {
	return (m.options.SpeedMax + float64(speedDeviations*m.options.SpeedDeviation)) * (1 + 1e-8)
}

// Path returns the path of a node, from a place uniform in the world, a mean
// direction of its own, and a speed and direction in their steady state.
func (m *gaussMarkov) Path(_ int, placement, movement *rand.Rand) Path {
	o := &m.options
	p := &gaussMarkovPath{rover: rover{mover: mover{movement: movement, at: o.World.draw(placement)}}, model: m}
	p.meanSpeed = speeds{o.SpeedMin, o.SpeedMax}.draw(movement)
	p.meanDirection = float64(2 * math.Pi * movement.Float64())
	a, b := normals(movement)
	p.offSpeed, p.offDirection = float64(a*o.SpeedDeviation), float64(b*o.DirectionDeviation)
	return p
}

type gaussMarkovPath struct {
	rover
	model                       *gaussMarkov
	meanSpeed, offSpeed         float64 // m/s
	meanDirection, offDirection float64 // radians
	begun                       bool
}

func (p *gaussMarkovPath) Next() Leg {
	o := &p.model.options
	if l, under := p.advance(o.World); under {
		return l
	}
	if p.begun {
		p.change()
	}
	p.begun = true
	most := speedDeviations * o.SpeedDeviation
	speed := p.meanSpeed + min(max(p.offSpeed, -most), most)
	sin, cos := math.Sincos(p.meanDirection + p.offDirection)
	stretch := speed * seconds(o.Step) // negative is backwards
	p.way = orb.Point{rounded(cos) * stretch, rounded(sin) * stretch}
	p.speed = length(p.way) / seconds(o.Step)
	if l, under := p.advance(o.World); under {
		return l
	}
	p.way = orb.Point{}
	return p.rest(o.Step)
}

// change draws the deviations of the next step from the last step's. Before that it mirrors
// mean and deviation of the direction at the borders that the last step met.
func (p *gaussMarkovPath) change() {
	o := &p.model.options
	if p.mirrored[0] {
		p.meanDirection, p.offDirection = math.Pi-p.meanDirection, -p.offDirection
	}
	if p.mirrored[1] {
		p.meanDirection, p.offDirection = -p.meanDirection, -p.offDirection
	}
	p.mirrored = [2]bool{}
	a, b := normals(p.movement)
	fresh := p.model.fresh
	p.offSpeed = float64(o.Alpha*p.offSpeed) + float64(fresh*o.SpeedDeviation*a)
	p.offDirection = float64(o.Alpha*p.offDirection) + float64(fresh*o.DirectionDeviation*b)
}
