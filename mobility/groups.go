package mobility

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"bellwether/internal/base/errs"
)

// A Group is a number of nodes of a world that move by one model.
type Group struct {
	Nodes int
	Model Model // makes the paths of nodes 1…Nodes

	// ArriveMin and ArriveMax bound the instant at which a node arrives, drawn
	// uniformly. Its movement begins then. Default 0: it is there from the beginning.
	ArriveMin, ArriveMax time.Duration

	// DepartMin and DepartMax bound the instant at which a node leaves for
	// good, drawn uniformly. Default 0: never.
	DepartMin, DepartMax time.Duration
}

// Validate reports every fault of the group.
func (g Group) Validate() error {
	faults := []error{errs.In("arrive", g.arrive().validate()), errs.In("depart", g.depart().validate())}
	if g.Nodes < 1 || g.Nodes > maxNodes {
		faults = append(faults, fmt.Errorf("nodes: must be from 1 to %d, got %d", maxNodes, g.Nodes))
	}
	if g.Model == nil {
		faults = append(faults, errors.New("model: none given"))
	}
	if c, ok := g.Model.(counted); ok && c.Nodes() > 0 && c.Nodes() < g.Nodes {
		faults = append(faults, fmt.Errorf("nodes: the model knows %d, not %d", c.Nodes(), g.Nodes))
	}
	if g.DepartMax > 0 && g.DepartMin <= g.ArriveMax {
		faults = append(faults, fmt.Errorf("depart: from %v on is before the last arrive, at %v", g.DepartMin, g.ArriveMax))
	}
	return errors.Join(faults...)
}

func (g Group) arrive() pauses { return pauses{g.ArriveMin, g.ArriveMax} }
func (g Group) depart() pauses { return pauses{g.DepartMin, g.DepartMax} }

// grouped is the model of a world of several groups.
type grouped struct{ groups []Group }

// NewGroups returns the model in which the first nodes are of the first group,
// and so on. It keeps a copy.
func NewGroups(groups []Group) (Model, error) {
	m := &grouped{append([]Group(nil), groups...)}
	var faults []error
	for i, g := range groups {
		faults = append(faults, errs.In(fmt.Sprintf("group %d", i+1), g.Validate()))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, errs.Mobility.Errorf("groups: %w", err)
	}
	if n := m.Nodes(); n < 1 || n > maxNodes {
		return nil, errs.Mobility.Errorf("groups: nodes: must be from 1 to %d, got %d", maxNodes, n)
	}
	return m, nil
}

// Nodes returns how many nodes all groups have.
func (m *grouped) Nodes() int {
	sum := 0
	for _, g := range m.groups {
		sum += g.Nodes
	}
	return sum
}

// MaxSpeed returns the greatest of all groups.
func (m *grouped) MaxSpeed() float64 {
	most := 0.0
	for _, g := range m.groups {
		most = max(most, g.Model.MaxSpeed())
	}
	return most
}

// Altitudes returns the bounds of all groups.
func (m *grouped) Altitudes() Altitudes {
	all := AltitudesOf(m.groups[0].Model)
	for _, g := range m.groups[1:] {
		one := AltitudesOf(g.Model)
		all.MinM, all.MaxM = min(all.MinM, one.MinM), max(all.MaxM, one.MaxM)
	}
	return all
}

// ForRun returns the model with what the nodes of each group share drawn from a seed,
// independently for each group.
func (m *grouped) ForRun(seed uint64) Model {
	run := &grouped{append([]Group(nil), m.groups...)}
	for i := range run.groups {
		run.groups[i].Model = ForRun(run.groups[i].Model, within(seed, i))
	}
	return run
}

// Path returns the path of a node in its group. Its arrival and departure are
// drawn from placement, before its place.
func (m *grouped) Path(node int, placement, movement *rand.Rand) Path {
	for i := range m.groups {
		g := &m.groups[i]
		if node > g.Nodes {
			node -= g.Nodes
			continue
		}
		arrive, depart := g.arrive().draw(placement), Forever
		if g.DepartMax > 0 {
			depart = g.depart().draw(placement)
		}
		path := g.Model.Path(node, placement, movement)
		if arrive == 0 && depart == Forever {
			return path
		}
		p := &visitPath{path: path, arrive: arrive, depart: depart, here: arrive == 0}
		p.prepare()
		return p
	}
	return &standing{absent: true}
}

// visitPath is a path that begins when its node arrives and ends when it
// departs.
type visitPath struct {
	path           Path
	arrive, depart time.Duration
	next           Leg // the next leg of path, shifted by arrive
	here, gone     bool
}

func (p *visitPath) Next() Leg {
	if p.gone {
		return Leg{Start: p.depart, End: Forever, From: p.next.At(p.depart), AltitudeM: p.next.AltitudeAt(p.depart), Absent: true}
	}
	if !p.here {
		p.here = true
		return Leg{End: p.arrive, From: p.next.From, AltitudeM: p.next.AltitudeM, Absent: true}
	}
	l := p.next
	switch {
	case l.End >= p.depart && p.depart < Forever:
		l.End, p.gone = p.depart, true
	case l.End < Forever:
		p.prepare()
	}
	return l
}

// prepare draws the path's next leg.
func (p *visitPath) prepare() {
	l := p.path.Next()
	l.Start += p.arrive
	l.End += min(p.arrive, Forever-l.End)
	p.next = l
}
