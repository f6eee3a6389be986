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

// LevyOptions describe the truncated Lévy walk of I. Rhee, M. Shin, S. Hong,
// K. Lee, S. J. Kim and S. Chong, "On the Levy-Walk Nature of Human Mobility",
// IEEE/ACM Transactions on Networking 19(3), 2011: people make flights in a
// direction uniform over the circle, and pause. Lengths l of flights and times t
// of pauses have power-law densities, l^-(1+FlightExponent) and
// t^-(1+PauseExponent), cut at both ends; a flight takes
// PaceFactor·l^(1-PaceExponent) seconds, so that long ones are fast. Borders
// reflect flights.
//
// Mininet-WiFi and pymobility use the values named below.
type LevyOptions struct {
	World Area

	// FlightMin and FlightMax bound the length of a flight, in metres. Mininet-WiFi: 1 and 50.
	FlightMin, FlightMax float64
	// FlightExponent is α, above 0 and at most 10. Mininet-WiFi: 1.6.
	FlightExponent float64

	// PauseMin and PauseMax bound the pause after a flight. Mininet-WiFi: 1 s and 100 s.
	PauseMin, PauseMax time.Duration
	// PauseExponent is β, above 0 and at most 10. Mininet-WiFi: 0.8.
	PauseExponent float64

	// PaceFactor is k, in s·m^-(1-ρ). Mininet-WiFi: 10.
	PaceFactor float64
	// PaceExponent is ρ, from 0, where every flight has the speed 1/k, to 1,
	// where every flight takes the time k. Mininet-WiFi: 0.5.
	PaceExponent float64
}

// maxExponent bounds exponents: beyond 10 nearly all draws are close to the least value.
const maxExponent = 10

// Validate reports every fault of the options.
func (o LevyOptions) Validate() error {
	faults := []error{errs.In("world", o.World.Validate()), errs.In("flight: minimum", validMetres(o.FlightMin)), errs.In("flight: maximum", validMetres(o.FlightMax))}
	if o.FlightMax < o.FlightMin {
		faults = append(faults, fmt.Errorf("flight: maximum must be at least the minimum, %g m, got %g", o.FlightMin, o.FlightMax))
	}
	faults = append(faults, errs.In("pause: minimum", validStep(o.PauseMin)), pauses{o.PauseMin, o.PauseMax}.validate(),
		errs.In("flight exponent", validExponent(o.FlightExponent)), errs.In("pause exponent", validExponent(o.PauseExponent)))
	if !(o.PaceExponent >= 0 && o.PaceExponent <= 1) {
		faults = append(faults, fmt.Errorf("pace exponent: must be from 0 to 1, got %g", o.PaceExponent))
	}
	err := errors.Join(faults...)
	if err == nil && !(o.pace(o.FlightMin) >= minSpeed && o.pace(o.FlightMax) <= maxSpeed) {
		err = fmt.Errorf("pace: flights must be from %g to %g m/s fast, but the factor %g and the exponent %g give %g to %g m/s",
			minSpeed, maxSpeed, o.PaceFactor, o.PaceExponent, o.pace(o.FlightMin), o.pace(o.FlightMax))
	}
	return err
}

func validExponent(x float64) error {
	if x > 0 && x <= maxExponent {
		return nil
	}
	return fmt.Errorf("must be above 0 and at most %d, got %g", maxExponent, x)
}

// pace returns the speed of a flight of a length in metres, in m/s, rounded to a micrometre
// per second.
func (o LevyOptions) pace(metres float64) float64 {
	return math.Round(math.Pow(metres, o.PaceExponent)/o.PaceFactor*1e6) / 1e6
}

func (o LevyOptions) flight() powerLaw {
	return powerLaw{o.FlightMin, o.FlightMax, o.FlightExponent}
}

func (o LevyOptions) pause() powerLaw {
	return powerLaw{seconds(o.PauseMin), seconds(o.PauseMax), o.PauseExponent}
}

// levy is the truncated Lévy walk model.
type levy struct {
	options LevyOptions
	fastest float64 // m/s, of the longest flight
	resting float64 // the share of nodes that begin in a pause
}

// NewLevy returns the model with the given options.
func NewLevy(o LevyOptions) (Model, error) {
	if err := o.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("levy walk: %w", err)
	}
	pause, flight := o.pause().moment(1), float64(o.PaceFactor*o.flight().moment(1-o.PaceExponent))
	return &levy{options: o, fastest: o.pace(o.FlightMax), resting: rounded(pause / (pause + flight))}, nil
}

// MaxSpeed returns the speed of the longest flight, raised by what rounding arrivals to
// whole nanoseconds can add.
func (m *levy) MaxSpeed() float64 { return speeds{max: m.fastest}.bound() }

// Path returns the path of a node in its steady state: from a place uniform in
// the world, within a pause or a flight.
func (m *levy) Path(_ int, placement, movement *rand.Rand) Path {
	o := &m.options
	p := &levyPath{rover: rover{mover: mover{movement: movement, at: o.World.draw(placement)}}, model: m}
	if placement.Float64() < m.resting {
		met := o.pause()
		met.exponent--
		p.pause = toNanosecond(met.draw(movement) * movement.Float64())
	} else {
		met := o.flight()
		met.exponent -= 1 - o.PaceExponent
		p.fly(met.draw(movement))
		p.cut(movement.Float64())
	}
	return p
}

type levyPath struct {
	rover
	model *levy
	pause time.Duration // the pause before the next flight
}

func (p *levyPath) Next() Leg {
	o := &p.model.options
	for {
		if l, under := p.advance(o.World); under {
			return l
		}
		if rest := p.pause; rest > 0 {
			p.pause = 0
			return p.rest(rest)
		}
		p.fly(o.flight().draw(p.movement))
	}
}

// fly begins a flight of a length in metres and draws the pause after it.
func (p *levyPath) fly(metres float64) {
	o := &p.model.options
	metres = min(math.Round(metres*1e6)/1e6, o.FlightMax)
	p.speed = min(o.pace(metres), p.model.fastest)
	towards := heading(p.movement)
	p.way = orb.Point{towards[0] * metres, towards[1] * metres}
	p.pause = toNanosecond(o.pause().draw(p.movement))
}

// toNanosecond rounds seconds that are a result of pow, see the package comment.
func toNanosecond(s float64) time.Duration {
	return time.Duration(math.Round(s * float64(time.Second)))
}
