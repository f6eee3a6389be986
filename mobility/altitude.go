package mobility

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"bellwether/internal/base/errs"
)

// maxAltitudeM is above all aircraft that land again, and so low that its square in
// centimetres is far from overflow.
const maxAltitudeM = 1e5

// Altitudes bound the altitudes of the nodes of a model, in metres above the ground. A model
// whose altitudes are all 0 is flat.
type Altitudes struct{ MinM, MaxM float64 }

// Flat reports whether all nodes are on the ground, at all times.
func (a Altitudes) Flat() bool { return a == Altitudes{} }

// Validate returns an error unless the bounds are in order, not below the ground, and at
// most 100 km.
func (a Altitudes) Validate() error {
	switch {
	case !(a.MinM >= 0 && a.MinM <= maxAltitudeM): // true for NaN
		return fmt.Errorf("minimum must be from 0 to %g m, got %g", maxAltitudeM, a.MinM)
	case !(a.MaxM >= a.MinM && a.MaxM <= maxAltitudeM):
		return fmt.Errorf("maximum must be from the minimum, %g, to %g m, got %g", a.MinM, maxAltitudeM, a.MaxM)
	}
	return nil
}

// draw returns an altitude, uniform between the bounds. It draws nothing if they are equal.
func (a Altitudes) draw(r *rand.Rand) float64 {
	if a.MaxM-a.MinM < 2*micrometre {
		return a.MinM
	}
	return a.MinM + drawSide(r, a.MaxM-a.MinM)
}

// airborne is a model that is not flat.
type airborne interface {
	Model

	// Altitudes bounds the altitude of each node at all times.
	Altitudes() Altitudes
}

// AltitudesOf returns the bounds of a model's altitudes. If the model has a method
//
//	Altitudes() Altitudes
//
// that is the method's result. A model without it is flat: all its legs have altitude and
// climb 0. A driver computes and stores no altitude for a flat model. For another it refuses
// legs outside the bounds.
func AltitudesOf(m Model) Altitudes {
	if a, ok := m.(airborne); ok {
		return a.Altitudes()
	}
	return Altitudes{}
}

// AtAltitudeOptions describe nodes that move in the plane by a flat model, and keep one
// altitude: antennas on masts and roofs, drones that cruise on flight levels.
type AtAltitudeOptions struct {
	// Model moves the nodes in the plane. It must be flat.
	Model Model

	// Altitudes bound the altitude of each node, which is drawn once, uniformly.
	Altitudes Altitudes

	// EachM is the altitude of nodes 1, 2, …, in metres, in place of Altitudes.
	EachM []float64
}

// Validate reports every fault of the options.
func (o AtAltitudeOptions) Validate() error {
	faults := []error{errs.In("altitude", o.bounds().Validate())}
	switch {
	case len(o.EachM) > 0 && !o.Altitudes.Flat():
		faults = append(faults, errors.New("altitude: bounds or one of each node, not both"))
	case o.Model == nil:
		faults = append(faults, errors.New("model: none given"))
	case !AltitudesOf(o.Model).Flat():
		faults = append(faults, errors.New("model: it has altitudes of its own"))
	}
	return errors.Join(faults...)
}

// bounds returns the lowest and highest altitude of all nodes.
func (o AtAltitudeOptions) bounds() Altitudes {
	if len(o.EachM) == 0 {
		return o.Altitudes
	}
	b := Altitudes{o.EachM[0], o.EachM[0]}
	for _, z := range o.EachM { // min and max of NaN are NaN
		b.MinM, b.MaxM = min(b.MinM, z), max(b.MaxM, z)
	}
	return b
}

// NewAtAltitude returns the model with the given options. With altitudes of 0 it is the flat
// model itself.
func NewAtAltitude(o AtAltitudeOptions) (Model, error) {
	if err := o.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("at altitude: %w", err)
	}
	if o.bounds().Flat() {
		return o.Model, nil
	}
	m := raised{o.Model, o.bounds(), slices.Clone(o.EachM)}
	if _, ok := o.Model.(counted); ok {
		return countedRaised{m}, nil
	}
	return m, nil
}

// raised is a flat model whose nodes are lifted.
type raised struct {
	Model
	altitudes Altitudes
	eachM     []float64 // of nodes 1, 2, …; nil: drawn
}

// countedRaised is raised of a model with a fixed number of nodes.
type countedRaised struct{ raised }

// Nodes returns that of the flat model.
func (m countedRaised) Nodes() int { return m.Model.(counted).Nodes() }

// Altitudes returns the bounds that the options state.
func (m raised) Altitudes() Altitudes { return m.altitudes }

// ForRun returns the model with what nodes share drawn from a seed.
func (m raised) ForRun(seed uint64) Model { return raised{ForRun(m.Model, seed), m.altitudes, m.eachM} }

// Path returns the flat model's path, lifted. The altitude is drawn from placement, after
// all that the flat model draws there.
func (m raised) Path(node int, placement, movement *rand.Rand) Path {
	path := m.Model.Path(node, placement, movement)
	switch {
	case m.eachM == nil:
		return &raisedPath{path, m.altitudes.draw(placement)}
	case node >= 1 && node <= len(m.eachM):
		return &raisedPath{path, m.eachM[node-1]}
	}
	return &raisedPath{path, m.altitudes.MinM}
}

type raisedPath struct {
	flat      Path
	altitudeM float64
}

func (p *raisedPath) Next() Leg {
	l := p.flat.Next()
	l.AltitudeM = p.altitudeM
	return l
}
