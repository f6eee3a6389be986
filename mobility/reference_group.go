package mobility

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"bellwether/internal/base/errs"

	"github.com/paulmach/orb"
)

// ReferenceGroupOptions describe reference point group mobility, RPGM, of
// X. Hong, M. Gerla, G. Pei and C.-C. Chiang, "A Group Mobility Model for Ad Hoc
// Wireless Networks", MSWiM 1999. The centre of a group moves by a model. Each member has
// a reference point, whose offset from the centre is fixed, and moves from one random
// vector from that point to the next.
//
// The paper does not bound a member's speed: with a new vector each second, walkers
// would run. As in BonnMotion 3 a member is no faster over ground than MemberSpeed: it
// takes as many steps as it needs to reach a vector, and draws the next one only then.
// While the centre moves at MemberSpeed, members keep their offset from it.
type ReferenceGroupOptions struct {
	// Centre moves the centres of groups 1, 2, … It must neither jump nor leave
	// the world. Nodes stay within Spread + Wander of their centre.
	Centre Model

	// Members is the number of nodes in a group: nodes 1…Members are the first group,
	// and so on. BonnMotion: 3 on average.
	Members int

	// Spread is the greatest distance of a reference point from the centre, in
	// metres. The point is drawn uniformly in that disc, once.
	Spread float64

	// Wander is the greatest length of the random vector, in metres. The length
	// is uniform from 0 to Wander, the direction uniform over the circle.
	Wander float64

	// Step is the least time between two random vectors. ns-3: 1 s.
	Step time.Duration

	// MemberSpeed is the greatest speed of a member over ground, in m/s, at least the
	// centre's. Default 0: the centre's, as in BonnMotion.
	MemberSpeed float64
}

// Validate reports every fault of the options.
func (o ReferenceGroupOptions) Validate() error {
	faults := []error{errs.In("step", validStep(o.Step)), validMembers(o.Members), errs.In("spread", validRadius(o.Spread)), errs.In("wander", validRadius(o.Wander))}
	if o.Centre == nil {
		return errors.Join(append(faults, errors.New("centre: none given"))...)
	}
	switch centre := o.Centre.MaxSpeed(); {
	case !(o.MemberSpeed >= 0 && o.MemberSpeed <= maxSpeed): // true for NaN
		faults = append(faults, fmt.Errorf("member speed: must be from 0 to %g m/s, got %g", maxSpeed, o.MemberSpeed))
	case o.MemberSpeed > 0 && o.MemberSpeed*(1+1e-9) < centre:
		faults = append(faults, fmt.Errorf("member speed: must be at least the centre's, %g m/s, got %g", centre, o.MemberSpeed))
	case o.memberSpeed() == 0 && o.Wander > 0:
		faults = append(faults, errors.New("member speed: must be given where the centre stands still"))
	}
	return errors.Join(faults...)
}

// memberSpeed is the greatest speed of a member, in m/s.
func (o ReferenceGroupOptions) memberSpeed() float64 {
	if o.MemberSpeed == 0 {
		return o.Centre.MaxSpeed()
	}
	return o.MemberSpeed
}

func validMembers(n int) error {
	if n < 1 || n > maxNodes {
		return fmt.Errorf("members: must be from 1 to %d, got %d", maxNodes, n)
	}
	return nil
}

// validRadius checks a distance that may be 0.
func validRadius(m float64) error {
	if m >= 0 && m <= maxSide { // false for NaN
		return nil
	}
	return fmt.Errorf("must be from 0 to %g m, got %g", maxSide, m)
}

// referenceGroup is the model of groups around reference points.
type referenceGroup struct {
	options ReferenceGroupOptions
	seed    uint64
}

// NewReferenceGroup returns the model with the given options.
func NewReferenceGroup(o ReferenceGroupOptions) (Model, error) {
	if err := o.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("reference point group: %w", err)
	}
	return &referenceGroup{options: o}, nil
}

// ForRun returns the model with centres drawn from a seed.
func (m *referenceGroup) ForRun(seed uint64) Model {
	o := m.options
	o.Centre = ForRun(o.Centre, within(seed, 0))
	return &referenceGroup{o, seed}
}

// MaxSpeed returns that of members, raised by what rounding can add: a micrometre a
// step.
func (m *referenceGroup) MaxSpeed() float64 {
	return (max(m.options.memberSpeed(), m.options.Centre.MaxSpeed()) + micrometre/seconds(m.options.Step)) * (1 + 1e-9)
}

// Path returns the path of a member. The offset of its reference point and its first random
// vector are drawn from placement.
func (m *referenceGroup) Path(node int, placement, movement *rand.Rand) Path {
	o := &m.options
	p := &memberPath{mover: mover{movement: movement}, model: m}
	p.centre = follower{path: commonPath(o.Centre, m.seed, (node-1)/o.Members+1)}
	beside, _ := inDisc(placement)
	p.beside = orb.Point{float64(beside[0] * o.Spread), float64(beside[1] * o.Spread)}
	p.centred = p.centre.at(0)
	p.vector = p.draw(placement)
	p.goal = p.vector
	p.at = p.place()
	return p
}

type memberPath struct {
	mover
	model   *referenceGroup
	centre  follower
	centred orb.Point // metres, the centre's place when the next leg starts
	beside  orb.Point // metres, from the centre to the reference point
	vector  orb.Point // metres, from the reference point to the member
	goal    orb.Point // metres, the vector that the member moves towards
}

func (p *memberPath) Next() Leg {
	step := min(p.model.options.Step, Forever-p.now)
	if p.vector == p.goal {
		p.goal = p.draw(p.movement)
	}
	former := p.centred
	p.centred = p.centre.at(p.now + step)
	carried := length(orb.Point{p.centred[0] - former[0], p.centred[1] - former[1]})
	p.approach(max(float64(p.model.options.memberSpeed()*seconds(step))-carried, 0))
	return p.reach(p.place(), step)
}

// approach moves the vector towards its goal, by at most this many metres.
func (p *memberPath) approach(most float64) {
	way := orb.Point{p.goal[0] - p.vector[0], p.goal[1] - p.vector[1]}
	far := length(way)
	if far <= most {
		p.vector = p.goal
		return
	}
	part := most / far
	p.vector = orb.Point{p.vector[0] + float64(way[0]*part), p.vector[1] + float64(way[1]*part)}
}

// draw returns a random vector.
func (p *memberPath) draw(r *rand.Rand) orb.Point {
	towards := heading(r)
	stretch := float64(r.Float64() * p.model.options.Wander)
	return orb.Point{float64(towards[0] * stretch), float64(towards[1] * stretch)}
}

// place returns where the member is when the next leg starts.
func (p *memberPath) place() orb.Point {
	return orb.Point{p.centred[0] + p.beside[0] + p.vector[0], p.centred[1] + p.beside[1] + p.vector[1]}
}

// follower reads a path at instants that never go back.
type follower struct {
	path Path
	leg  Leg
}

// at returns the place at t, in metres; t never goes back.
func (f *follower) at(t time.Duration) orb.Point {
	for f.leg.End <= t && f.leg.End != Forever {
		f.leg = f.path.Next()
	}
	return f.leg.At(t)
}
