package place

import (
	"bellwether/internal/sim/pathcheck"
	"bellwether/mobility"
	"bellwether/protocol"
)

// A Plan is where the nodes of a run begin and how they will move.
type Plan struct {
	model mobility.Model
	paths []mobility.Path // by ID
	first []mobility.Leg  // their first legs

	bounds pathcheck.Bounds // that nobody exceeds
}

// NewPlan draws the paths of a run of so many nodes.
func NewPlan(m mobility.Model, seed uint64, nodes int) (*Plan, error) {
	p := &Plan{model: mobility.ForRun(m, seed), paths: make([]mobility.Path, nodes), first: make([]mobility.Leg, nodes)}
	p.bounds = pathcheck.BoundsOf(p.model)
	for n := range p.paths {
		p.paths[n] = Path(p.model, seed, protocol.ID(n+1))
		var err error
		if p.first[n], err = (Way{p.paths[n], p.bounds}).Next(0); err != nil {
			return nil, wrong(m, n+1, err)
		}
	}
	return p, nil
}
