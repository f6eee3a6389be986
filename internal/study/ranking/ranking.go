package ranking

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/base/stats"
	"bellwether/internal/contract/goals"
	"bellwether/trace/measure"
)

// A Run is the value of a metric in one run.
type Run struct {
	Row   string
	Aim   goals.Aim // of the row
	At    []string  // a value for each axis
	Seed  uint64
	Value float64
}

// A Division says what decides which row is before which.
type Division struct {
	// Row is the part of the row itself: it holds at every point.
	Row stats.Share `json:"row"`
	// Axes have the parts of the axes with several values, in their order.
	Axes []AxisShare `json:"axes"`
	// Several is the part of the row with two axes and more together; null if fewer than two have several values.
	Several *stats.Share `json:"several"`
	// Chance is which part of the variance between rows in single runs is chance.
	Chance float64 `json:"chance"`
}

// An AxisShare is the part of an axis.
type AxisShare struct {
	Axis  string      `json:"axis"`
	Alone stats.Share `json:"alone"`  // of the row with this axis only
	InAll stats.Share `json:"in_all"` // of all effects that the axis takes part in; these overlap
}

// A Decision is what decides the order of rows in a metric.
type Decision struct {
	Rows  []string `json:"rows"`
	Seeds int      `json:"seeds"` // that all rows have at every point
	// Order divides the ranks, Values the metric itself; null if nothing is to be divided.
	Order  *Division `json:"order"`
	Values *Division `json:"values"`
}

// ErrNoMore is that of rows that differ by no more than chance: a decision beside it says which rows and seeds.
var ErrNoMore = errors.New("its rows differ by no more than chance")

// Decide divides the variance between the rows that a metric may rank. Levels has the values of each axis.
func Decide(k *measure.Key, axes []string, levels [][]string, runs []Run) (*Decision, error) {
	if k.Time {
		return nil, errors.New("it is a time, which may be cut off: it has no mean over points")
	}
	runs = ranked(k, runs)
	f := factors{rows: rowsOf(runs)}
	for i, values := range levels {
		if len(values) > 1 {
			f.axes, f.places, f.levels = append(f.axes, axes[i]), append(f.places, i), append(f.levels, values)
		}
	}
	switch {
	case len(f.rows) < 2:
		return nil, fmt.Errorf("ranking: %d row has no order: it takes two", len(f.rows))
	case len(f.axes) == 0:
		return nil, fmt.Errorf("ranking: there is one point only, and so nothing beside the rows that could decide their order")
	}
	blocks, err := f.blocks(runs)
	if err != nil {
		return nil, err
	}
	out := &Decision{Rows: f.rows, Seeds: len(blocks)}
	if out.Values, err = f.divide(blocks); err != nil {
		return nil, err
	}
	for _, b := range blocks {
		rank(b, len(f.rows))
	}
	if out.Order, err = f.divide(blocks); err == nil && (out.Order == nil || out.Values == nil) {
		err = ErrNoMore
	}
	return out, err
}

// ranked returns the runs of the rows that a metric may rank: one that is made of events alone ranks all;
// one that depends on who should lead only those of the aim by which rows are compared, or none.
func ranked(k *measure.Key, runs []Run) (out []Run) {
	if k.Exact {
		return runs
	}
	of, aims := map[string]goals.Aim{}, []goals.Aim(nil)
	for i := range runs {
		if _, known := of[runs[i].Row]; !known {
			of[runs[i].Row], aims = runs[i].Aim, append(aims, runs[i].Aim)
		}
	}
	common, shared := goals.Common(aims)
	for i := range runs {
		if shared && runs[i].Aim == common {
			out = append(out, runs[i])
		}
	}
	return out
}

// factors are the row, which is the last factor, and the axes with several values.
type factors struct {
	axes   []string
	places []int // of these axes among all
	levels [][]string
	rows   []string
}

func rowsOf(runs []Run) (rows []string) {
	for i := range runs {
		if !slices.Contains(rows, runs[i].Row) {
			rows = append(rows, runs[i].Row)
		}
	}
	return rows
}

// blocks returns the values of each seed that no row lacks at any point; the row changes fastest.
func (f *factors) blocks(runs []Run) ([][]float64, error) {
	cells := len(f.rows)
	for _, values := range f.levels {
		cells *= len(values)
	}
	type block struct {
		values []float64
		known  []bool
		count  int
	}
	of := map[uint64]*block{}
	var seeds []uint64
	for i := range runs {
		r := &runs[i]
		at, ok := f.cell(r)
		if !ok {
			return nil, fmt.Errorf("ranking: no axis has the values of the point %s", strings.Join(r.At, ", "))
		}
		b := of[r.Seed]
		if b == nil {
			b = &block{values: make([]float64, cells), known: make([]bool, cells)}
			of[r.Seed], seeds = b, append(seeds, r.Seed)
		}
		if b.known[at] {
			return nil, fmt.Errorf("ranking: %s has two runs of seed %d at %s", r.Row, r.Seed, strings.Join(r.At, ", "))
		}
		b.values[at], b.known[at] = r.Value, true
		b.count++
	}
	slices.Sort(seeds)
	var whole [][]float64
	for _, s := range seeds {
		if of[s].count == cells {
			whole = append(whole, of[s].values)
		}
	}
	if len(whole) < 2 {
		return nil, fmt.Errorf("ranking: %d of %d seeds have all %d rows at all points: it takes two", len(whole), len(seeds), len(f.rows))
	}
	return whole, nil
}

// cell returns the place of a run in its block.
func (f *factors) cell(r *Run) (int, bool) {
	at := 0
	for i, values := range f.levels {
		level := slices.Index(values, r.At[f.places[i]])
		if level < 0 {
			return 0, false
		}
		at = at*len(values) + level
	}
	return at*len(f.rows) + slices.Index(f.rows, r.Row), true
}

// divide divides the variance between rows; nil if there is none to divide.
func (f *factors) divide(blocks [][]float64) (*Division, error) {
	var sizes []int
	for _, values := range f.levels {
		sizes = append(sizes, len(values))
	}
	c, err := stats.NewCrossed(append(sizes, len(f.rows)), blocks)
	if err != nil {
		return nil, fmt.Errorf("ranking: %w", err)
	}
	row := len(f.axes)
	all := f.sets(func(stats.FactorSet) bool { return true })
	share := func(choose func(stats.FactorSet) bool) stats.Share {
		s, _ := c.Share(f.sets(choose), all)
		return s
	}
	if _, ok := c.Share(all, all); !ok {
		return nil, nil
	}
	out := &Division{Row: share(func(s stats.FactorSet) bool { return s.Count() == 1 }), Chance: c.Chance(all)}
	for i, axis := range f.axes {
		out.Axes = append(out.Axes, AxisShare{axis,
			share(func(s stats.FactorSet) bool { return s == 1<<row|1<<i }),
			share(func(s stats.FactorSet) bool { return s.Has(i) })})
	}
	if row > 1 {
		several := share(func(s stats.FactorSet) bool { return s.Count() > 2 })
		out.Several = &several
	}
	return out, nil
}

// sets lists the sets of factors that have the row and are chosen.
func (f *factors) sets(choose func(stats.FactorSet) bool) (out []stats.FactorSet) {
	row := len(f.axes)
	for s := range stats.FactorSet(1) << (row + 1) {
		if s.Has(row) && choose(s) {
			out = append(out, s)
		}
	}
	return out
}

// rank replaces the values of each point by their ranks, from 1 on. Equal values get the mean of their ranks.
func rank(values []float64, rows int) {
	order, ranks := make([]int, rows), make([]float64, rows)
	for begin := 0; begin < len(values); begin += rows {
		at := values[begin : begin+rows]
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int {
			switch {
			case at[a] < at[b]:
				return -1
			case at[a] > at[b]:
				return 1
			}
			return 0
		})
		for first := 0; first < rows; {
			last := first
			for last+1 < rows && at[order[last+1]] == at[order[first]] {
				last++
			}
			for i := first; i <= last; i++ {
				ranks[order[i]] = 1 + float64(first+last)/2
			}
			first = last + 1
		}
		copy(at, ranks)
	}
}
