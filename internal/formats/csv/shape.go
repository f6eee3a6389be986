package csv

import (
	"slices"
	"strings"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/text"
)

// shape doubts what the axes of a table in metres are: games and headsets call the height y, and the
// plane x and z.
type shape struct {
	third     int        // the column of z, counted from 1; 0: none
	rows      int        // that have all three
	low, high [3]float64 // of x, y and z
	of        [3]text.Measure
}

// findShape finds the column whose name is that of y, but for a z in its place.
func (t *table) findShape() (s shape) {
	c, header := &t.columns, t.header
	if c.y < 0 || c.y >= len(header) || t.coordinates == geo.Degrees {
		return s
	}
	y := text.PlainName(header[c.y])
	if s.of = [3]text.Measure{c.unitX, c.unitY, c.unitUp}; !strings.Contains(y, "y") {
		return s
	}
	for at, field := range header {
		last := strings.LastIndex(y, "y")
		if text.PlainName(field) == y[:last]+"z"+y[last+1:] {
			s.third = at + 1
		}
	}
	if s.third != c.up+1 {
		s.of[2] = c.unitY
	}
	return s
}

// row notes the place of a row.
func (s *shape) row(fields []string, c *columns) {
	if s.third == 0 {
		return
	}
	var at [3]float64
	for axis, column := range [3]int{c.x, c.y, s.third - 1} {
		var err error
		if at[axis], err = s.of[axis].Coordinate(text.Field(fields, column)); err != nil {
			return
		}
	}
	if s.rows++; s.rows == 1 {
		s.low, s.high = at, at
	}
	for axis, v := range at {
		s.low[axis], s.high[axis] = min(s.low[axis], v), max(s.high[axis], v)
	}
}

const (
	// flatly is the share of z's extent below which y's is perhaps that of heights.
	flatly = 0.1

	// levelM is the extent of z from which on it is doubted, in metres.
	levelM = 5
)

// tell remarks that y is perhaps the height.
func (s *shape) tell(in text.File, header []string, c *columns) {
	wide := [3]float64{s.high[0] - s.low[0], s.high[1] - s.low[1], s.high[2] - s.low[2]}
	if s.rows < 2 || wide[2] < levelM || wide[1] > flatly*wide[2] || wide[2] < wide[0]/4 || wide[0] < flatly*wide[2] {
		return
	}
	word := func(at int, unit text.Measure) string {
		if unit != "" && text.LengthIn(header[at]) == "" {
			return text.ColumnWord(header, at) + ":" + string(unit)
		}
		return text.ColumnWord(header, at)
	}
	third := s.third - 1
	in.Remark("%s varies by %.3g m, and %s by %.3g m: if that is the height, as in games, --columns %s says so", header[third], wide[2], header[c.y], wide[1],
		in.Columns.And(text.RoleX, word(c.x, s.of[0])).And(text.RoleY, word(third, s.of[2])).With(text.RoleAltitude, word(c.y, s.of[1])))
}

// placed judges a row that has a place.
func (t *table) placed(fields []string) {
	t.flags.Row(fields)
	t.shape.row(fields, &t.columns)
	t.ends.row(fields)
}

// tellWide remarks on columns of places of other nodes, in a table that has one row for all at an
// instant: x, y, x2, y2, or x.1, y.1 as pandas calls them. Only the first are read.
func (t *table) tellWide() {
	c := &t.columns
	if c.node >= 0 || c.x < 0 || c.y < 0 || c.x >= len(t.header) || c.y >= len(t.header) || bare(t.header[c.x]) == "" {
		return // a row of values is in place of a header, if columns are counted
	}
	numbered := func(at int) (x, y bool, number string) {
		name := text.PlainName(t.header[at])
		base := strings.TrimRight(name, "0123456789")
		x, y = base == bare(t.header[c.x]), base == bare(t.header[c.y])
		return x, y, name[len(base):]
	}
	var others []string
	for at := range t.header {
		x, _, number := numbered(at)
		if !x || number == "" || t.reads(at) {
			continue
		}
		for beside := range t.header {
			if _, y, of := numbered(beside); y && of == number && !t.reads(beside) {
				others = append(others, t.header[at]+" and "+t.header[beside])
			}
		}
	}
	if len(others) > 0 {
		t.in.Remark("columns %s are perhaps places of another node, and are not read: write a row for each node and instant", strings.Join(slices.Compact(others), ", "))
	}
}

// bare is a name without a number at its end.
func bare(name string) string { return strings.TrimRight(text.PlainName(name), "0123456789") }
