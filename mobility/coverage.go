package mobility

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"bellwether/internal/base/errs"

	"github.com/paulmach/orb"
)

// CoverageOptions describe nodes that survey an area together, as mowers and survey drones
// do: the boustrophedon ("as the ox ploughs") sweep of H. Choset, "Coverage for Robotics – A
// Survey of Recent Results", Annals of Mathematics and Artificial Intelligence 31, 2001. The
// area is divided into as many equal strips as there are nodes. A node flies the parallel
// lanes of its strip one after another, to and fro, goes back the same way when it has flown
// the last, and so on. Lanes lie along the longer side of the area, because turns cost time
// (W. H. Huang, "Optimal Line-Sweep-Based Decompositions for Coverage Algorithms", ICRA
// 2001). It is a flat model: [NewAtAltitude] lifts it.
type CoverageOptions struct {
	World Area

	// Nodes is the number of nodes that share the area.
	Nodes int

	// Spacing is the greatest distance of two lanes, in metres: every place of the area is
	// within half of it from the path of its strip's node.
	Spacing float64

	// SpeedMin and SpeedMax bound the speed of a node, in m/s, which is drawn once.
	SpeedMin, SpeedMax float64
}

// Validate reports every fault of the options.
func (o CoverageOptions) Validate() error {
	faults := []error{errs.In("world", o.World.Validate()), validMembers(o.Nodes), errs.In("spacing", validMetres(o.Spacing)), o.speed().validate()}
	if errors.Join(faults...) != nil {
		return errors.Join(faults...)
	}
	if apart, least := newSweep(&o).apart, o.SpeedMax*seconds(minStep); apart < least {
		return fmt.Errorf("spacing: from lane to lane must take %v at least, %g m at the greatest speed, and lanes are %g m apart", minStep, least, apart)
	}
	return nil
}

func (o *CoverageOptions) speed() speeds { return speeds{o.SpeedMin, o.SpeedMax} }

// coverage is the model of nodes that survey an area.
type coverage struct {
	options CoverageOptions
	sweep   sweep
}

// NewCoverage returns the model with the given options.
func NewCoverage(o CoverageOptions) (Model, error) {
	if err := o.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("coverage: %w", err)
	}
	return &coverage{o, newSweep(&o)}, nil
}

// MaxSpeed returns SpeedMax, raised by what rounding arrivals to whole nanoseconds can add.
func (m *coverage) MaxSpeed() float64 { return m.options.speed().bound() }

// Nodes returns how many nodes share the area.
func (m *coverage) Nodes() int { return m.options.Nodes }

// Path returns the path of a node in its steady state: it begins anywhere on its way to and
// fro, and its speed is constant.
func (m *coverage) Path(node int, placement, movement *rand.Rand) Path {
	if node < 1 || node > m.options.Nodes {
		return &standing{absent: true}
	}
	p := &coveragePath{mover: mover{movement: movement}, sweep: &m.sweep, strip: node - 1, speed: m.options.speed().draw(placement), step: 1}
	gone := float64(placement.Float64() * 2 * m.sweep.wayM())
	if gone >= m.sweep.wayM() {
		gone, p.step = 2*m.sweep.wayM()-gone, -1
	}
	p.at, p.next = m.sweep.along(p.strip, gone)
	if p.step < 0 {
		p.next-- // the corner before
	}
	return p
}

// A sweep is the lanes of all strips.
type sweep struct {
	area   Area
	turned bool    // lanes lie along the y axis
	lanes  int     // of a strip
	longM  float64 // length of a lane
	apart  float64 // metres, between two lanes of a strip
	stripM float64 // width of a strip
}

func newSweep(o *CoverageOptions) sweep {
	s := sweep{area: o.World, turned: o.World.Height > o.World.Width}
	s.longM = max(o.World.Width, o.World.Height)
	s.stripM = min(o.World.Width, o.World.Height) / float64(o.Nodes)
	s.lanes = max(int(math.Ceil(s.stripM/o.Spacing)), 1)
	s.apart = s.stripM / float64(s.lanes)
	return s
}

// wayM is the length of the way from the first corner to the last.
func (s *sweep) wayM() float64 {
	return float64(float64(s.lanes)*s.longM) + float64(float64(s.lanes-1)*s.apart)
}

// corners is how many ends the lanes of a strip have.
func (s *sweep) corners() int { return 2 * s.lanes }

// corner returns corner 0, 1, … of a strip's way, in metres.
func (s *sweep) corner(strip, k int) orb.Point {
	lane := k / 2
	along := 0.0
	if k%2 != lane%2 { // every other lane is flown back
		along = s.longM
	}
	across := float64(float64(strip)*s.stripM) + float64((float64(lane)+0.5)*s.apart)
	if s.turned {
		return orb.Point{s.area.Origin[0] + across, s.area.Origin[1] + along}
	}
	return orb.Point{s.area.Origin[0] + along, s.area.Origin[1] + across}
}

// along returns the place at so many metres of a strip's way, and the corner after it.
func (s *sweep) along(strip int, gone float64) (at orb.Point, next int) {
	lane := min(int(gone/(s.longM+s.apart)), s.lanes-1)
	rest := gone - float64(float64(lane)*(s.longM+s.apart))
	next = 2*lane + 1
	length := s.longM
	if rest > s.longM && lane < s.lanes-1 {
		rest, length, next = rest-s.longM, s.apart, next+1
	}
	from, to := s.corner(strip, next-1), s.corner(strip, next)
	part := min(rest/length, 1)
	return orb.Point{from[0] + float64((to[0]-from[0])*part), from[1] + float64((to[1]-from[1])*part)}, next
}

type coveragePath struct {
	mover
	sweep *sweep
	strip int
	speed float64 // m/s
	next  int     // the corner where the node goes
	step  int     // 1 there, -1 back
}

func (p *coveragePath) Next() Leg {
	for {
		goal := p.sweep.corner(p.strip, p.next)
		if p.next+p.step < 0 || p.next+p.step >= p.sweep.corners() {
			p.step = -p.step
		}
		p.next += p.step
		if goal != p.at { // it may begin in a corner
			return p.goTo(goal, p.speed)
		}
	}
}
