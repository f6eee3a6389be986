package mobility

import (
	"errors"
	"math/rand/v2"
	"time"

	"bellwether/internal/base/errs"

	"github.com/paulmach/orb"
)

// Roads are the places and ways on which the shortest path model moves. Many paths read
// them at the same time, and none changes them.
type Roads interface {
	// Places returns how many places there are, numbered from 0.
	Places() int
	// Place returns where a place is, in metres.
	Place(i int) orb.Point
	// Route returns the places on a shortest way from one to another, both
	// included. Every place can be reached from every other.
	Route(from, to int) []int
}

// ShortestPathOptions describe shortest path map-based movement as in The ONE
// (A. Keränen, J. Ott and T. Kärkkäinen, "The ONE Simulator for DTN Protocol
// Evaluation", SIMUTools 2009): a node picks one of the places of
// a road map, goes there on a shortest way, pauses, and begins again.
type ShortestPathOptions struct {
	Roads Roads

	// SpeedMin and SpeedMax bound the speed, in m/s, from 1 mm/s. It is drawn uniformly
	// for each trip. The ONE: 0.5 and 1.5 for walkers.
	SpeedMin, SpeedMax float64

	// PauseMin and PauseMax bound the pause at each destination. Default 0; The ONE: 0 to
	// 120 s.
	PauseMin, PauseMax time.Duration
}

// Validate reports every fault of the options.
func (o ShortestPathOptions) Validate() error {
	faults := []error{o.speed().validate(), o.pause().validate()}
	if o.Roads == nil || o.Roads.Places() < 2 {
		faults = append(faults, errors.New("roads: must have at least two places"))
	}
	return errors.Join(faults...)
}

func (o ShortestPathOptions) speed() speeds { return speeds{o.SpeedMin, o.SpeedMax} }
func (o ShortestPathOptions) pause() pauses { return pauses{o.PauseMin, o.PauseMax} }

// shortestPath is the model of trips along the roads of a map.
type shortestPath struct{ options ShortestPathOptions }

// NewShortestPath returns the model with the given options.
func NewShortestPath(o ShortestPathOptions) (Model, error) {
	if err := o.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("shortest path: %w", err)
	}
	return &shortestPath{o}, nil
}

// MaxSpeed returns SpeedMax, raised by what rounding arrivals to whole nanoseconds can
// add.
func (m *shortestPath) MaxSpeed() float64 { return m.options.speed().bound() }

// Path returns the path of a node, which leaves one of the places, drawn uniformly,
// at time 0. Only after a few trips do nodes crowd the busy roads as in the steady state.
func (m *shortestPath) Path(_ int, placement, movement *rand.Rand) Path {
	p := &routePath{mover: mover{movement: movement}, model: m}
	p.place = placement.IntN(m.options.Roads.Places())
	p.at = m.options.Roads.Place(p.place)
	return p
}

type routePath struct {
	mover
	model *shortestPath
	place int   // where the node is, or the place that it left last
	route []int // places still ahead
	speed float64
	gone  bool // on a trip, after which a pause is drawn
}

func (p *routePath) Next() Leg {
	o := &p.model.options
	if len(p.route) == 0 {
		if p.gone {
			p.gone = false
			if rest := o.pause().draw(p.movement); rest > 0 {
				return p.rest(rest)
			}
		}
		p.depart()
	}
	p.place, p.route = p.route[0], p.route[1:]
	return p.goTo(o.Roads.Place(p.place), p.speed)
}

// depart draws a trip to another place.
func (p *routePath) depart() {
	o := &p.model.options
	to := p.movement.IntN(o.Roads.Places() - 1)
	if to >= p.place {
		to++
	}
	p.route = o.Roads.Route(p.place, to)[1:]
	p.speed = o.speed().draw(p.movement)
	p.gone = true
}
