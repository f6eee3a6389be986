package mobility

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"
)

// LevyOptions describe the truncated Lévy walk of I. Rhee, M. Shin, S. Hong,
// K. Lee, S. J. Kim and S. Chong, "On the Levy-Walk Nature of Human Mobility",
// IEEE/ACM Transactions on Networking 19(3), 2011: people make flights in a
// direction uniform over the circle, and pause. Lengths l of flights and times t
// of pauses have power-law densities, l^-(1+FlightExponent) and
// t^-(1+PauseExponent), cut at both ends; a flight takes
// PaceFactor·l^(1-PaceExponent) seconds, so that long ones are fast. Borders
// reflect them.
//
// The values named below are those of Mininet-WiFi and pymobility.
type LevyOptions struct {
	World World

	// FlightMin and FlightMax, in metres. Mininet-WiFi: 1 and 50.
	FlightMin, FlightMax float64
	// FlightExponent is α, above 0 and at most 10. Mininet-WiFi: 1.6.
	FlightExponent float64

	// PauseMin and PauseMax. Mininet-WiFi: 1 s and 100 s.
	PauseMin, PauseMax time.Duration
	// PauseExponent is β, above 0 and at most 10. Mininet-WiFi: 0.8.
	PauseExponent float64

	// PaceFactor is k, in s·m^-(1-ρ). Mininet-WiFi: 10.
	PaceFactor float64
	// PaceExponent is ρ, from 0, where every flight has the speed 1/k, to 1,
	// where every flight takes the time k. Mininet-WiFi: 0.5.
	PaceExponent float64
}

// maxExponent bounds exponents: beyond 10 hardly anything but the least is
// drawn.
const maxExponent = 10

// Validate reports every fault of the options.
func (o LevyOptions) Validate() error {
	faults := []error{in("world", o.World.Validate()), in("flight: minimum", validMetres(o.FlightMin)), in("flight: maximum", validMetres(o.FlightMax))}
	if o.FlightMax < o.FlightMin {
		faults = append(faults, fmt.Errorf("flight: maximum must be at least the minimum, %g m, got %g", o.FlightMin, o.FlightMax))
	}
	faults = append(faults, in("pause: minimum", validStep(o.PauseMin)), pauses{o.PauseMin, o.PauseMax}.validate(),
		in("flight exponent", validExponent(o.FlightExponent)), in("pause exponent", validExponent(o.PauseExponent)))
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

// pace is the speed of a flight, in m/s, to a micrometre per second.
func (o LevyOptions) pace(metres float64) float64 {
	return math.Round(math.Pow(metres, o.PaceExponent)/o.PaceFactor*1e6) / 1e6
}

// Levy is the truncated Lévy walk model.
type Levy struct {
	options LevyOptions
	fastest float64 // m/s, of the longest flight
}

// NewLevy returns the model with the given options.
func NewLevy(o LevyOptions) (*Levy, error) {
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("mobility: levy walk: %w", err)
	}
	return &Levy{o, o.pace(o.FlightMax)}, nil
}

// MaxSpeed returns the speed of the longest flight, and above it the hair that
// arrivals on whole nanoseconds can cost.
func (m *Levy) MaxSpeed() float64 { return speeds{max: m.fastest}.bound() }

// Path returns the path of a node, which begins a flight at time 0 from a place
// uniform in the world. Places stay uniform; but it takes some pauses of the
// longest kind until as many nodes are at rest as will be.
func (m *Levy) Path(_ int, placement, movement *rand.Rand) Path {
	return &levyPath{rover: rover{mover: mover{movement: movement, at: m.options.World.draw(placement)}}, model: m}
}

type levyPath struct {
	rover
	model *Levy
	flown bool // a flight that a pause follows
}

func (p *levyPath) Next() Leg {
	o := &p.model.options
	for {
		if l, under := p.advance(o.World); under {
			return l
		}
		if p.flown {
			p.flown = false
			pause := powerLaw(p.movement, seconds(o.PauseMin), seconds(o.PauseMax), o.PauseExponent)
			return p.rest(time.Duration(math.Round(pause * float64(time.Second))))
		}
		p.flown = true
		towards := heading(p.movement)
		stretch := powerLaw(p.movement, o.FlightMin, o.FlightMax, o.FlightExponent)
		stretch = min(math.Round(stretch*1e6)/1e6, o.FlightMax)
		p.speed = min(o.pace(stretch), p.model.fastest)
		p.way = orb.Point{towards[0] * stretch, towards[1] * stretch}
	}
}
