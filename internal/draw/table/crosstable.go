package table

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/trace/measure"
)

// A view is one way to fill the cells of a cross.
type view struct {
	cell    func(*measure.Algorithm, *measure.Key, finer) cell
	fine    func(*measure.Report, *measure.Key) []finer
	header  func(*measure.Key) string // the title of a metric above its unit
	title   func(x *crossing) string
	skips   func(x *crossing, label string) bool // whether an algorithm is left out
	typical bool                                 // the cells have the typical run in brackets
}

var meanCells = view{
	cell:   cellOf,
	fine:   finerOf,
	header: header,
	title:  func(*crossing) string { return "" },
	skips:  func(*crossing, string) bool { return false },
}

var differenceCells = view{
	cell:    differenceOf,
	fine:    finerDifferences,
	header:  func(k *measure.Key) string { return k.Title + "\n" + UnitOf(k) },
	title:   func(x *crossing) string { return "minus " + x.Versus },
	skips:   func(x *crossing, label string) bool { return label == x.Versus },
	typical: true,
}

// table returns the table at a place; false if it is empty.
func (x *crossing) table(at place, v view) (t Table, ok bool) {
	t.Title = x.title(at, v)
	t.Header, t.Right = []string{x.names[x.row]}, []bool{false}
	var rows []int
	for i, value := range x.values[x.row] {
		cells := x.rowOf(at, i)
		if !slices.ContainsFunc(cells, func(a *measure.Algorithm) bool { return a != nil }) ||
			x.names[x.row] == ByAlgorithm && v.skips(x, value) {
			continue
		}
		rows = append(rows, i)
		t.Rows = append(t.Rows, []string{x.word(x.row, value, v)})
	}
	filled, cells := false, said{versus: x.Versus, typical: v.typical}
	for j, value := range x.values[x.column] {
		if x.names[x.column] == ByAlgorithm && v.skips(x, value) {
			continue
		}
		column, differences, labels := make([]cell, len(rows)), make([]*measure.Difference, len(rows)), make([]string, len(rows))
		k := x.keyAt(at, x.column, j)
		fine := x.fineOf(at, v, rows, j)
		for r, i := range rows {
			here := slices.Clone(at)
			here[x.row], here[x.column] = i, j
			column[r] = cell{mean: none}
			if a := x.algorithm(here); a != nil {
				column[r], differences[r], labels[r] = v.cell(a, x.key(here), fine[r]), a.Paired.Get(x.key(here).Name), x.describe(here)
				cells.saw(fine[r], labels[r])
			}
			filled = filled || column[r].mean != none
		}
		cells.column(column, differences, labels)
		t.Header, t.Right = append(t.Header, x.head(value, k, v)), append(t.Right, true)
		for r, text := range align(column) {
			t.Rows[r] = append(t.Rows[r], text)
		}
	}
	t.Notes = slices.Concat(cells.notes(), x.gapNotes(at), x.seedNotes(at), x.goalNotes(&t), truthNotes(x.reports()), standardNotes(x.reports(), x.keysOf(at)), timeNotes(x.reports(), x.keysOf(at)), energyNotes(x.reports(), x.keysOf(at)))
	return t, filled
}

// fineOf returns how fine the cells of column j are: all alike if they are of one metric.
func (x *crossing) fineOf(at place, v view, rows []int, j int) []finer {
	out := make([]finer, len(rows))
	for r, i := range rows {
		here := slices.Clone(at)
		here[x.row], here[x.column] = i, j
		if a := x.algorithm(here); a != nil {
			report := &x.point(here).Report
			of := slices.IndexFunc(report.Algorithms, func(b measure.Algorithm) bool { return b.Label == a.Label })
			out[r] = v.fine(report, x.key(here))[of]
		}
	}
	if x.keyAt(at, x.column, j) != nil {
		whole := finest(out)
		for r := range out {
			out[r].whole = whole
		}
	}
	return out
}

// rowOf returns the algorithms of a row, over all columns.
func (x *crossing) rowOf(at place, row int) []*measure.Algorithm {
	var out []*measure.Algorithm
	for j := range x.values[x.column] {
		here := slices.Clone(at)
		here[x.row], here[x.column] = row, j
		out = append(out, x.algorithm(here))
	}
	return out
}

// keyAt returns the metric of a column, nil if rows have different ones.
func (x *crossing) keyAt(at place, dimension, i int) *measure.Key {
	if x.names[x.row] == ByMetric {
		return nil
	}
	here := slices.Clone(at)
	here[dimension] = i
	return x.key(here)
}

// head returns the header of a column: its value, above the unit.
func (x *crossing) head(value string, k *measure.Key, v view) string {
	switch name := x.names[x.column]; {
	case name == ByMetric:
		return v.header(k)
	case name == ByAlgorithm:
		value = x.word(x.column, value, v)
	default:
		value = name + " = " + value
	}
	if k == nil {
		return value
	}
	return value + strings.TrimPrefix(v.header(k), k.Title)
}

// word returns a value of a dimension as a row or column shows it.
func (x *crossing) word(dimension int, value string, v view) string {
	switch x.names[dimension] {
	case ByAlgorithm:
		return value + x.goals.mark(x.aimOf[value])
	case ByMetric:
		k, _ := x.FindKey(value)
		return oneLine(v.header(&k))
	}
	return value
}

// title returns the title of a table: what all its cells have in common.
func (x *crossing) title(at place, v view) string {
	var parts []string
	if x.row != len(x.names)-1 && x.column != len(x.names)-1 {
		parts = append(parts, x.key(at).Title)
	}
	if more := v.title(x); more != "" {
		parts = append(parts, more)
	}
	for d, name := range x.names[:len(x.names)-1] {
		if d != x.row && d != x.column {
			parts = append(parts, name+" = "+x.word(d, x.values[d][at[d]], v))
		}
	}
	plan := x.Plan
	if missing := x.Missing(); missing > 0 {
		plan += fmt.Sprintf(", %d of %d runs", x.Wanted-missing, x.Wanted)
	}
	if len(parts) == 0 {
		return plan
	}
	return plan + ": " + strings.Join(parts, ", ")
}

// describe names a cell in a note: the algorithm, and the values of axes that are not in the
// title of the table.
func (x *crossing) describe(at place) string {
	var where []string
	for d, name := range x.Axes {
		if len(x.values[d]) > 1 && (d == x.row || d == x.column) {
			where = append(where, name+" = "+x.values[d][at[d]])
		}
	}
	text := x.values[len(x.Axes)][at[len(x.Axes)]]
	if where == nil {
		return text
	}
	return text + " at " + strings.Join(where, ", ")
}

// gapNotes names the cells of a table that lack runs, and how many they have.
func (x *crossing) gapNotes(at place) []string {
	var short []string
	for _, g := range x.Gaps {
		here := slices.Clone(at)
		here[len(x.Axes)] = slices.Index(x.values[len(x.Axes)], g.Label)
		inside := len(g.At) == len(x.Axes) && (x.row == len(x.Axes) || x.column == len(x.Axes) || here[len(x.Axes)] == at[len(x.Axes)])
		for d := 0; inside && d < len(x.Axes); d++ {
			here[d] = slices.Index(x.values[d], g.At[d])
			inside = d == x.row || d == x.column || here[d] == at[d]
		}
		if inside && !slices.Contains(here, -1) {
			short = append(short, fmt.Sprintf("%s: %d of %d", x.describe(here), g.Of-g.Runs, g.Of))
		}
	}
	if short == nil {
		return nil
	}
	return []string{"fewer runs than the plan wants: " + clauses(short)}
}

// seedNotes names the rows that lack seeds at the points of a table.
func (x *crossing) seedNotes(at place) []string {
	var lacks []string
	for i := range x.values[x.row] {
		for j := range x.values[x.column] {
			here := slices.Clone(at)
			here[x.row], here[x.column] = i, j
			p := x.point(here)
			if p == nil {
				continue
			}
			for label, text := range lacking(&p.Report) {
				here[len(x.Axes)] = slices.Index(x.values[len(x.Axes)], label)
				if text := x.describe(here) + " lacks " + text; !slices.Contains(lacks, text) {
					lacks = append(lacks, text)
				}
			}
		}
	}
	return seedNotes(lacks)
}

// goalNotes explains the marks that a table has.
func (x *crossing) goalNotes(t *Table) []string {
	text := t.Title + strings.Join(t.Header, "")
	for _, row := range t.Rows {
		text += row[0]
	}
	return slices.DeleteFunc(x.goals.notes(), func(note string) bool {
		mark, _, _ := strings.Cut(note, " ")
		return !strings.Contains(text, mark)
	})
}

// keysOf returns the metrics of a table.
func (x *crossing) keysOf(at place) []measure.Key {
	if metric := len(x.names) - 1; x.row == metric || x.column == metric {
		return x.keys
	}
	return []measure.Key{*x.key(at)}
}

func (x *crossing) reports() (out []*measure.Report) {
	for i := range x.Points {
		out = append(out, &x.Points[i].Report)
	}
	return out
}
