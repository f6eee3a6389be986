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

// HoverOptions describe drones that hold their stations: a node goes from place to place in a
// ball around its station, one place after another, each uniform in the ball and reached in
// one step. It models errors of satellite positioning and gusts, not lasting wind.
type HoverOptions struct {
	World Area

	// Positions are the stations of nodes 1, 2, …, in metres. Empty: each is drawn,
	// uniform in the world without a margin of Drift.
	Positions []orb.Point

	// Altitudes bound the altitude of each station, which is drawn once, uniformly.
	Altitudes Altitudes

	// Drift is how far a node may be from its station, in metres; 0: it stands. A DJI
	// Phantom 4 Pro holds ±1.5 m across and ±0.5 m upwards by satellites (its data sheet).
	Drift float64

	// Step is the time from place to place. It is needed with a Drift.
	Step time.Duration
}

// Validate reports every fault of the options.
func (o HoverOptions) Validate() error {
	faults := []error{errs.In("world", o.World.Validate()), errs.In("altitude", o.Altitudes.Validate()), errs.In("drift", validRadius(o.Drift))}
	if o.Drift > 0 && o.Drift < minSide {
		faults = append(faults, fmt.Errorf("drift: must be 0 or from %g m, got %g", minSide, o.Drift))
	}
	if o.Drift > 0 {
		faults = append(faults, errs.In("step", validStep(o.Step)))
		if o.Altitudes.MinM < o.Drift {
			faults = append(faults, fmt.Errorf("drift: %g m would take a node at %g m below the ground", o.Drift, o.Altitudes.MinM))
		}
	}
	if len(o.Positions) == 0 {
		if room := min(o.World.Width, o.World.Height) - 2*o.Drift; room < minSide {
			faults = append(faults, fmt.Errorf("drift: %g m on either side do not fit in the world", o.Drift))
		}
		return errors.Join(faults...)
	}
	if _, err := NewStaticAt(o.Positions); err != nil {
		faults = append(faults, err)
	}
	within := o.World.Inset(o.Drift).Bound()
	for i, p := range o.Positions {
		if !within.Contains(p) {
			faults = append(faults, fmt.Errorf("positions: node %d would leave the world by a drift of %g m", i+1, o.Drift))
			break
		}
	}
	return errors.Join(faults...)
}

// hover is the model of nodes that hold their stations.
type hover struct {
	options HoverOptions
	room    Area // of stations
}

// NewHover returns the model with the given options.
func NewHover(o HoverOptions) (Model, error) {
	if err := o.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("hover: %w", err)
	}
	o.Positions = append([]orb.Point(nil), o.Positions...)
	return &hover{o, o.World.Inset(o.Drift)}, nil
}

// MaxSpeed returns the speed across the whole ball in one step, raised by what rounding can add: a
// micrometre a step.
func (m *hover) MaxSpeed() float64 {
	if m.options.Drift == 0 {
		return 0
	}
	return (2*m.options.Drift + micrometre) / seconds(m.options.Step) * (1 + 1e-9)
}

// Altitudes returns the altitudes of the stations, widened by the drift around them.
func (m *hover) Altitudes() Altitudes {
	return Altitudes{m.options.Altitudes.MinM - m.options.Drift, m.options.Altitudes.MaxM + m.options.Drift}
}

// Nodes returns how many positions were given, or 0.
func (m *hover) Nodes() int { return len(m.options.Positions) }

// Path returns the path of a node in its steady state: places are independent, and time 0 is
// uniform within a step. It draws the station from placement, and all else from movement.
func (m *hover) Path(node int, placement, movement *rand.Rand) Path {
	o := &m.options
	p := &hoverPath{flier: flier{movement: movement}, model: m}
	switch {
	case len(o.Positions) == 0:
		p.station.at = m.room.draw(placement)
	case node < 1 || node > len(o.Positions):
		return &standing{absent: true}
	default:
		p.station.at = o.Positions[node-1]
	}
	p.station.altitudeM = o.Altitudes.draw(placement)
	if p.spot = p.station; o.Drift > 0 {
		from, goal := p.draw(), p.draw()
		gone := movement.Float64()
		way, up := from.to(goal)
		p.spot = spot{orb.Point{from.at[0] + float64(way[0]*gone), from.at[1] + float64(way[1]*gone)}, from.altitudeM + float64(up*gone)}
		p.goal, p.first = goal, max(time.Duration(math.Ceil(float64(float64(o.Step)*(1-gone)))), 1)
	}
	return p
}

type hoverPath struct {
	flier
	model   *hover
	station spot
	goal    spot          // of the step under way at time 0
	first   time.Duration // what is left of that step
}

func (p *hoverPath) Next() Leg {
	switch {
	case p.model.options.Drift == 0:
		return p.rest(Forever)
	case p.first > 0:
		rest := p.first
		p.first = 0
		return p.reach(p.goal, rest)
	}
	return p.reach(p.draw(), p.model.options.Step)
}

// draw returns a spot uniform in the ball around the station.
func (p *hoverPath) draw() spot {
	for { // a share of π/6 is accepted
		x, y, z := float64(2*p.movement.Float64())-1, float64(2*p.movement.Float64())-1, float64(2*p.movement.Float64())-1
		if spatial(orb.Point{x, y}, z) <= 1-1e-9 {
			d := p.model.options.Drift
			return spot{orb.Point{p.station.at[0] + float64(x*d), p.station.at[1] + float64(y*d)}, p.station.altitudeM + float64(z*d)}
		}
	}
}
