package mobility

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"
)

// ReferenceGroupOptions describe reference point group mobility, RPGM, of
// X. Hong, M. Gerla, G. Pei and C.-C. Chiang, "A Group Mobility Model for Ad Hoc
// Wireless Networks", MSWiM 1999: a group's centre goes its way; each member has
// a reference point that keeps its place beside the centre, and is each Step at
// a new random vector from there.
type ReferenceGroupOptions struct {
	// Centre moves the centres of groups 1, 2, … It must neither jump nor leave
	// the world. Nodes keep within Spread + Wander of their centre.
	Centre Model

	// Members is the number of nodes in a group: nodes 1…Members are the first,
	// and so on. BonnMotion: 3 on average.
	Members int

	// Spread is the greatest distance of a reference point from the centre, in
	// metres; it is drawn uniformly in that disc, once.
	Spread float64

	// Wander is the greatest length of the random vector, in metres; its length
	// is uniform up to that, and its direction uniform over the circle.
	Wander float64

	// Step between two random vectors.
	Step time.Duration
}

// Validate reports every fault of the options.
func (o ReferenceGroupOptions) Validate() error {
	faults := []error{in("step", validStep(o.Step)), validMembers(o.Members), in("spread", validRadius(o.Spread)), in("wander", validRadius(o.Wander))}
	if o.Centre == nil {
		faults = append(faults, errors.New("centre: none given"))
	}
	return errors.Join(faults...)
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

// ReferenceGroup is the model of groups around reference points.
type ReferenceGroup struct {
	options ReferenceGroupOptions
	seed    uint64
}

// NewReferenceGroup returns the model with the given options.
func NewReferenceGroup(o ReferenceGroupOptions) (*ReferenceGroup, error) {
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("mobility: reference point group: %w", err)
	}
	return &ReferenceGroup{options: o}, nil
}

// ForRun returns the model with centres drawn from a seed.
func (m *ReferenceGroup) ForRun(seed uint64) Model {
	o := m.options
	o.Centre = ForRun(o.Centre, within(seed, 0))
	return &ReferenceGroup{o, seed}
}

// MaxSpeed returns the centre's, and what a step from one end of the random
// vector's disc to the other adds, and a micrometre for what is rounded.
func (m *ReferenceGroup) MaxSpeed() float64 {
	return (m.options.Centre.MaxSpeed() + (2*m.options.Wander+micrometre)/seconds(m.options.Step)) * (1 + 1e-9)
}

// Path returns the path of a member. The reference point's place beside the
// centre, and the first random vector, come from placement.
func (m *ReferenceGroup) Path(node int, placement, movement *rand.Rand) Path {
	o := &m.options
	p := &memberPath{mover: mover{movement: movement}, model: m}
	p.centre = follower{path: commonPath(o.Centre, m.seed, (node-1)/o.Members+1)}
	beside, _ := inDisc(placement)
	p.beside = orb.Point{float64(beside[0] * o.Spread), float64(beside[1] * o.Spread)}
	p.at = p.goal(placement, 0)
	return p
}

type memberPath struct {
	mover
	model  *ReferenceGroup
	centre follower
	beside orb.Point // metres, from the centre to the reference point
}

func (p *memberPath) Next() Leg {
	step := min(p.model.options.Step, Forever-p.now)
	return p.reach(p.goal(p.movement, p.now+step), step)
}

// goal draws where the member is at t.
func (p *memberPath) goal(r *rand.Rand, t time.Duration) orb.Point {
	centre := p.centre.at(t)
	towards := heading(r)
	stretch := float64(r.Float64() * p.model.options.Wander)
	return orb.Point{
		centre[0] + p.beside[0] + float64(towards[0]*stretch),
		centre[1] + p.beside[1] + float64(towards[1]*stretch),
	}
}

// follower reads a path as time goes on.
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
