package table

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"bellwether/trace/measure"
)

// Names of rows and columns of a cross that are no axes of the plan.
const (
	ByAlgorithm = "algorithm"
	ByMetric    = "metric"
)

// A Cross is the reports of a plan: one for each point of its axes.
type Cross struct {
	Plan   string
	Axes   []string // their names
	Points []CrossPoint
	Versus string // label of the row that others are compared with, "" for none

	// Verdict is of all points of the plan, also of those that Points leaves out; nil: none.
	Verdict *SweepVerdict
	Stress  *CrossStress // nil: the axes are no assumptions of the scenario

	Wanted int        // runs that the plan wants, 0 if that is not known
	Gaps   []CrossGap // the wanted runs that are missing
}

// A CrossGap is a number of missing runs of a row at a point.
type CrossGap struct {
	At    []string // a value for each axis
	Label string
	Runs  int // missing
	Of    int // wanted
}

// Missing returns how many of the wanted runs are missing.
func (c *Cross) Missing() int {
	n := 0
	for _, g := range c.Gaps {
		n += g.Runs
	}
	return n
}

// A CrossPoint is the report of one point.
type CrossPoint struct {
	At     []string // a value for each axis
	Report measure.Report
}

// CrossOptions describe how a cross is laid out.
type CrossOptions struct {
	Rows, Columns string   // an axis, ByAlgorithm or ByMetric
	Metrics       []string // keys
}

// WriteCross writes tables of a cross: one for each combination of values of the dimensions
// that are neither rows nor columns. With a row to compare with, the paired differences
// follow each. CSV has instead a row of plain numbers for each point, algorithm and metric.
func WriteCross(w io.Writer, f Format, c *Cross, o CrossOptions) error {
	x, err := newCrossing(c, o)
	if err != nil {
		return err
	}
	if f == CSV {
		table := x.raw()
		return table.Write(w, CSV)
	}
	tables := x.tables()
	if len(tables) > 0 {
		tables[len(tables)-1].Verdict = c.VerdictLines()
	}
	return WriteTables(w, f, tables...)
}

// VerdictLines says the verdict in words, cell by cell of the points that are here.
func (c *Cross) VerdictLines() []string {
	here := map[string]bool{}
	for i := range c.Points {
		here[strings.Join(c.Points[i].At, "\x00")] = true
	}
	return c.Verdict.Lines(func(at []string) bool { return here[strings.Join(at, "\x00")] })
}

// CrossTables returns the tables that WriteCross writes, for a page that lays them
// out itself: the tables of means, and the tables of differences, which are nil without a row to
// compare with.
func CrossTables(c *Cross, o CrossOptions) (means, differences []Table, err error) {
	x, err := newCrossing(c, o)
	if err != nil {
		return nil, nil, err
	}
	return x.all(meanCells), x.differences(), nil
}

// A crossing makes the tables of a cross. Its dimensions are the axes, then
// algorithms, then metrics; a place has a value of each.
type crossing struct {
	*Cross
	names  []string
	values [][]string
	keys   []measure.Key
	row    int
	column int
	points map[string]*CrossPoint
	goals  goalMarks
	aimOf  map[string]aim // by label
}

func newCrossing(c *Cross, o CrossOptions) (*crossing, error) {
	x := &crossing{Cross: c, names: append(slices.Clone(c.Axes), ByAlgorithm, ByMetric), points: map[string]*CrossPoint{}, aimOf: map[string]aim{}}
	x.values = make([][]string, len(x.names))
	note := func(dimension int, value string) {
		if !slices.Contains(x.values[dimension], value) {
			x.values[dimension] = append(x.values[dimension], value)
		}
	}
	for i := range c.Points {
		p := &c.Points[i]
		x.points[strings.Join(p.At, "\x00")] = p
		for axis, value := range p.At {
			note(axis, value)
		}
		for j := range p.Report.Algorithms {
			note(len(c.Axes), p.Report.Algorithms[j].Label)
			x.aimOf[p.Report.Algorithms[j].Label] = aimOf(&p.Report.Algorithms[j])
		}
		x.goals = x.goals.with(&p.Report)
	}
	for _, name := range o.Metrics {
		k, ok := c.FindKey(name)
		if !ok {
			return nil, fmt.Errorf("no metric is called %q", name)
		}
		x.keys = append(x.keys, k)
		note(len(c.Axes)+1, name)
	}
	x.row, x.column = slices.Index(x.names, o.Rows), slices.Index(x.names, o.Columns)
	switch {
	case x.row < 0:
		return nil, fmt.Errorf("rows: no axis is called %q", o.Rows)
	case x.column < 0:
		return nil, fmt.Errorf("columns: no axis is called %q", o.Columns)
	case x.row == x.column:
		return nil, fmt.Errorf("rows and columns are both %s", o.Rows)
	}
	return x, nil
}

// A place is an index into the values of each dimension.
type place []int

// point returns the report of a place, nil if the place has none.
func (x *crossing) point(at place) *CrossPoint {
	values := make([]string, len(x.Axes))
	for i := range values {
		values[i] = x.values[i][at[i]]
	}
	return x.points[strings.Join(values, "\x00")]
}

// algorithm returns the row of a report at a place, nil if the report has no such row.
func (x *crossing) algorithm(at place) *measure.Algorithm {
	p := x.point(at)
	if p == nil {
		return nil
	}
	label := x.values[len(x.Axes)][at[len(x.Axes)]]
	for i := range p.Report.Algorithms {
		if p.Report.Algorithms[i].Label == label {
			return &p.Report.Algorithms[i]
		}
	}
	return nil
}

func (x *crossing) key(at place) *measure.Key { return &x.keys[at[len(at)-1]] }

// tables returns a table for each combination of the other dimensions, in order,
// each followed by its differences.
func (x *crossing) tables() []Table {
	var out []Table
	for _, at := range x.slices() {
		if t, ok := x.table(at, meanCells); ok {
			out = append(out, t)
		}
		if x.Versus == "" {
			continue
		}
		if t, ok := x.table(at, differenceCells); ok {
			out = append(out, t)
		}
	}
	return out
}

// all returns the tables of one view.
func (x *crossing) all(v view) []Table {
	var out []Table
	for _, at := range x.slices() {
		if t, ok := x.table(at, v); ok {
			out = append(out, t)
		}
	}
	return out
}

func (x *crossing) differences() []Table {
	if x.Versus == "" {
		return nil
	}
	return x.all(differenceCells)
}

// slices returns the places of all tables, with rows and columns at their first value.
func (x *crossing) slices() []place {
	all := []place{make(place, len(x.names))}
	for d := range x.names {
		if d == x.row || d == x.column {
			continue
		}
		var longer []place
		for _, at := range all {
			for i := range x.values[d] {
				next := slices.Clone(at)
				next[d] = i
				longer = append(longer, next)
			}
		}
		all = longer
	}
	return all
}

// FindKey returns a metric of the program, or one of package measure.
func (c *Cross) FindKey(name string) (measure.Key, bool) {
	var reports []*measure.Report
	for i := range c.Points {
		reports = append(reports, &c.Points[i].Report)
	}
	return findKey(reports, name)
}
