// Package movement is a model of movement: a node moves from place to place, each drawn at
// random, at a speed drawn for each way.
//
// Fill in: whose movement it is and its source, what it assumes, units, and what it costs.
//
// Places are in metres, times since the run began. It assumes that a driver asks for each
// node's path once. It draws only from the given streams, so the same seed gives the same
// movement.
package movement

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"

	"bellwether/mobility"
)

// Options of the model. Fill in: unit, default, reason and source of each.
type Options struct {
	World              mobility.Area // in which nodes stay
	SpeedMin, SpeedMax float64       // m/s, above 0
}

// Validate reports every fault of the options.
func (o Options) Validate() error {
	faults := []error{o.World.Validate()}
	if !(o.SpeedMin > 0 && o.SpeedMin <= o.SpeedMax && o.SpeedMax <= maxSpeed) {
		faults = append(faults, fmt.Errorf("speeds must be above 0 and at most %g m/s, the least first: got %g and %g", maxSpeed, o.SpeedMin, o.SpeedMax))
	}
	return errors.Join(faults...)
}

// maxSpeed, in m/s, is beyond anything that moves in a world of some kilometres.
const maxSpeed = 1000.0

// model makes the paths of a world.
type model struct{ Options }

// In makes the model for an area of the world: cli.App.Models and scenarios.Options.Models
// take this function. A scenario then has mobility: {model: own, name: "movement"}. Fill
// in: your speeds, which a scenario cannot set.
func In(area mobility.Area) (mobility.Model, error) {
	return New(Options{World: area, SpeedMin: 0.5, SpeedMax: 1.5})
}

// New makes the model; emulator.Config takes it as Mobility.
func New(o Options) (mobility.Model, error) {
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("movement: %w", err)
	}
	return &model{o}, nil
}

// MaxSpeed bounds every node's speed. A way ends at a whole nanosecond, so it may be
// faster by the rounding.
func (m *model) MaxSpeed() float64 { return m.SpeedMax * (1 + 1e-9) }

// Path is the movement of a node. Its first place is drawn from placement, all else from
// movement.
func (m *model) Path(_ int, placement, movement *rand.Rand) mobility.Path {
	return &path{model: m, draw: movement, at: m.place(placement)}
}

// place draws a place in the world.
func (m *model) place(draw *rand.Rand) orb.Point {
	return orb.Point{
		m.World.Origin[0] + float64(draw.Float64()*m.World.Width),
		m.World.Origin[1] + float64(draw.Float64()*m.World.Height),
	}
}

// path is the movement of one node. Each leg begins when and where the one before ended.
type path struct {
	*model
	draw *rand.Rand
	now  time.Duration
	at   orb.Point
}

// Next is the way to the next place. Fill in: how your nodes move. Write products that are
// added as float64(x*y), so that every processor rounds them alike.
func (p *path) Next() mobility.Leg {
	to := p.place(p.draw)
	speed := p.SpeedMin + float64(p.draw.Float64()*(p.SpeedMax-p.SpeedMin))
	way := orb.Point{to[0] - p.at[0], to[1] - p.at[1]}
	length := math.Sqrt(float64(way[0]*way[0]) + float64(way[1]*way[1]))
	lasts := max(time.Duration(math.Ceil(length/speed*float64(time.Second))), 1)
	leg := mobility.Leg{
		Start: p.now, End: p.now + lasts, From: p.at,
		Velocity: orb.Point{way[0] / lasts.Seconds(), way[1] / lasts.Seconds()},
	}
	p.now, p.at = leg.End, leg.At(leg.End)
	return leg
}
