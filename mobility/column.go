package mobility

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"bellwether/internal/base/errs"
)

// ColumnOptions describe nodes that drive one behind the other: each goes the
// way of the one before it, Headway later. It is the column model of M. Sanchez
// and P. Manzoni, "ANEJOS: A Java Based Simulator for Ad Hoc Networks", Future
// Generation Computer Systems 17(5), 2001, on a way that another model draws.
// The distance between nodes follows the time-headway rule of car-following models,
// without errors of drivers.
type ColumnOptions struct {
	// Lead moves the heads of columns 1, 2, … It must neither jump nor leave the
	// world.
	Lead Model

	// Members is the number of nodes in a column: node 1 is the head of the
	// first, nodes 2…Members follow it; the next Members nodes are the second column,
	// and so on.
	Members int

	// Headway is the time between a node and the next. Drivers keep about 2 s.
	Headway time.Duration
}

// Validate reports every fault of the options.
func (o ColumnOptions) Validate() error {
	faults := []error{validMembers(o.Members), errs.In("headway", validStep(o.Headway))}
	if o.Lead == nil {
		faults = append(faults, errors.New("lead: none given"))
	}
	if o.Headway > 0 && int64(o.Members) > int64(maxStep/o.Headway) {
		faults = append(faults, fmt.Errorf("headway: makes a column of %d longer than %v", o.Members, maxStep))
	}
	return errors.Join(faults...)
}

// column is the model of nodes that drive one behind the other.
type column struct {
	options ColumnOptions
	seed    uint64
}

// NewColumn returns the model with the given options.
func NewColumn(o ColumnOptions) (Model, error) {
	if err := o.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("column: %w", err)
	}
	return &column{options: o}, nil
}

// ForRun returns the model with the ways of columns drawn from a seed.
func (m *column) ForRun(seed uint64) Model {
	o := m.options
	o.Lead = ForRun(o.Lead, within(seed, 0))
	return &column{o, seed}
}

// MaxSpeed returns that of the lead, raised by what rounding can add where its first leg is
// cut.
func (m *column) MaxSpeed() float64 { return m.options.Lead.MaxSpeed() * (1 + 1e-9) }

// Altitudes returns the lead's.
func (m *column) Altitudes() Altitudes { return AltitudesOf(m.options.Lead) }

// Path returns the path of a node, and draws nothing. At time 0 the column is under way,
// with its last node where the lead's path begins.
func (m *column) Path(node int, _, _ *rand.Rand) Path {
	o := &m.options
	column, place := (node-1)/o.Members+1, (node-1)%o.Members
	return Later(commonPath(o.Lead, m.seed, column), time.Duration(o.Members-1-place)*o.Headway)
}
