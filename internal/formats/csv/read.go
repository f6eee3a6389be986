package csv

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// columnLimit bounds the columns of a header.
const columnLimit = 256

// Read reads a table.
func Read(r io.Reader, in text.File, c geo.Coordinates) (*movetrace.Trace, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	t := table{coordinates: c, fault: lines.Fault}
	if err := lines.Rows(t.take); err != nil {
		return nil, err
	}
	if t.recorder == nil {
		return nil, lines.Fault(errors.New("the file ends and has no rows"))
	}
	trace, err := t.recorder.Trace()
	if err != nil {
		return nil, lines.Fault(err)
	}
	if t.dates || movetrace.IsUnix(t.recorder.Begin()) {
		a := trace.Anchor()
		a.Start = time.Unix(0, int64(t.recorder.Begin())).UTC()
		trace = trace.Anchored(a)
	}
	return trace, nil
}

// table is the state of the reading.
type table struct {
	text.Columns
	coordinates geo.Coordinates
	fault       func(error) error // names file and line
	columns     [4]int            // of node, time, x, y
	up          int               // the column of the altitude; -1: none
	width       int               // columns of the header; 0 without one
	most        int               // columns that a row may have
	dates       bool
	recorder    *movetrace.Recorder
}

// Columns.
const (
	columnNode = iota
	columnTime
	columnX
	columnY
)

var columnNames = [4][]string{
	columnNode: {"node", "id", "name", "vehicle", "vehicle_id"},
	columnTime: {"time", "t", "timestamp", "timestep_time"},
	columnX:    {"x", "vehicle_x", "lon", "lng", "longitude"},
	columnY:    {"y", "vehicle_y", "lat", "latitude"},
}

func (t *table) take(line string) error {
	if t.recorder == nil {
		t.Detect(line)
	}
	fields, err := t.Split(line)
	if err != nil && t.recorder == nil {
		return text.Whole(err)
	}
	if err != nil {
		return err
	}
	if t.recorder == nil {
		header, err := t.begin(fields)
		if err != nil {
			return text.Whole(err) // a wrong header would change the meaning of all rows
		}
		if header {
			return nil
		}
	}
	return t.row(fields)
}

// begin reads the first row, and reports whether it is a header.
func (t *table) begin(fields []string) (header bool, err error) {
	if len(fields) < 4 || len(fields) > columnLimit {
		return false, fmt.Errorf("%d columns: want node, time, x and y, at most %d, parted by commas, semicolons, tabs or blanks", len(fields), columnLimit)
	}
	t.columns, t.up = [4]int{0, 1, 2, 3}, 4
	if _, wrong := text.Number(fields[columnTime]); wrong != nil {
		if _, wrong = text.Date(fields[columnTime]); wrong != nil {
			header = true
		}
		t.dates = wrong == nil
	}
	if header {
		if err := t.findColumns(fields); err != nil {
			return false, err
		}
	} else if len(fields) > 5 {
		return false, fmt.Errorf("%d columns without a header: want node, time, x, y and perhaps z", len(fields))
	}
	if t.most = len(fields); t.Blank() {
		t.most = max(t.most, 5) // some rows of BonnMotion have a height
	}
	o := movetrace.RecorderOptions{Samples: true, Place: t.fault}
	if t.coordinates == geo.Degrees {
		o.Project = geo.About
	}
	t.recorder = movetrace.NewRecorder(o)
	return header, nil
}

func (t *table) findColumns(fields []string) error {
	for c, names := range columnNames {
		t.columns[c] = -1
		for _, name := range names {
			for i, field := range fields {
				if t.columns[c] < 0 && strings.EqualFold(field, name) {
					t.columns[c] = i
				}
			}
		}
		if t.columns[c] < 0 {
			return fmt.Errorf("the header has no column called %s", strings.Join(names, ", "))
		}
	}
	t.up = -1
	for i, field := range fields {
		if !slices.ContainsFunc([]string{"z", "altitude", "alt", "ele", "elevation"}, func(name string) bool { return strings.EqualFold(field, name) }) {
			continue
		}
		if t.up >= 0 {
			return fmt.Errorf("the header has two columns of altitudes, %s and %s: rename one", fields[t.up], field)
		}
		t.up = i
	}
	t.width = len(fields)
	if t.coordinates != geo.Metres && strings.HasPrefix(strings.ToLower(fields[t.columns[columnX]]), "l") {
		t.coordinates = geo.Degrees
	}
	return nil
}

// row records a row.
func (t *table) row(fields []string) error {
	if err := text.NoMore(fields, t.most); err != nil {
		return err
	}
	if least := max(t.width, 4); len(fields) < least && !t.Blank() {
		return fmt.Errorf("%d columns: want %d", len(fields), least)
	}
	field := func(c int) string {
		if t.columns[c] < len(fields) {
			return fields[t.columns[c]]
		}
		return ""
	}
	name, err := text.Name(field(columnNode))
	if err != nil {
		return err
	}
	at, err := t.time(field(columnTime))
	if err != nil {
		return err
	}
	away := field(columnX) == "" && field(columnY) == ""
	var place orb.Point
	if !away {
		if place, err = t.place(field(columnX), field(columnY)); err != nil {
			return err
		}
	}
	node, err := t.recorder.Node(name)
	if err != nil {
		return err
	}
	if away {
		return t.recorder.Leave(node, at)
	}
	if err := t.recorder.Fix(node, at, place); err != nil || t.up < 0 || t.up >= len(fields) || fields[t.up] == "" {
		return err
	}
	up, err := text.Coordinate(fields[t.up])
	t.recorder.Climb(node, at, up, err)
	return nil
}

func (t *table) time(field string) (time.Duration, error) {
	if t.recorder.Nodes() == 0 && strings.ContainsAny(field, "T:") {
		t.dates = true
	}
	if t.dates {
		t.recorder.Dated()
		return text.Date(field)
	}
	return text.Time(field)
}

func (t *table) place(x, y string) (p orb.Point, err error) {
	if t.coordinates != geo.Degrees {
		if p[0], err = text.Coordinate(x); err == nil {
			p[1], err = text.Coordinate(y)
		}
		return p, err
	}
	if p[0], err = text.Degrees(x, 180); err == nil {
		p[1], err = text.Degrees(y, 90)
	}
	return p, err
}
