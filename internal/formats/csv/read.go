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

// Read reads a table.
func Read(r io.Reader, in text.File, c geo.Coordinates) (*movetrace.Trace, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	t := table{in: in, clock: in.Columns.Clock(), coordinates: c, fault: lines.Fault, empty: map[string]bool{}}
	lines.Comment = t.comment
	if err := lines.Rows(t.take); err != nil {
		return nil, err
	}
	if t.recorder == nil {
		return nil, lines.Fault(errors.New("the file ends and has no rows"))
	}
	if err := t.sorted(); err != nil {
		return nil, lines.Fault(err)
	}
	if t.recorder.Nodes() == 0 && len(t.empty) > 0 {
		return nil, lines.Fault(errors.New("the file ends and no node was ever in the world"))
	}
	t.tell()
	trace, err := t.recorder.Trace()
	if err != nil {
		return nil, lines.Fault(err)
	}
	if t.clock.Dates() || movetrace.IsUnix(t.recorder.Begin()) {
		a := trace.Anchor()
		a.Start = time.Unix(0, int64(t.recorder.Begin())).UTC()
		trace = trace.Anchored(a)
	}
	return trace, nil
}

// table is the state of the reading.
type table struct {
	text.Columns
	in          text.File
	clock       text.Clock
	coordinates geo.Coordinates
	fault       func(error) error // names file and line
	columns     columns
	headed      bool
	comments    []string // the last comment, divided
	width       int      // columns of the header; 0 without one
	most        int      // columns that a row may have
	recorder    *movetrace.Recorder
	empty       map[string]bool // names whose rows had no place so far
	waiting     []fix           // rows of a table that runs backwards in time
	rows        int
	first       fix // the first row with a place
}

// A fix is a row with a place.
type fix struct {
	node  int
	at    time.Duration
	place orb.Point
	up    string
}

// comment keeps a comment above the table: it may be its header.
func (t *table) comment(line string) {
	if t.recorder == nil {
		t.Detect(line)
		fields, err := t.Split(line)
		if err == nil {
			t.comments = slices.Clone(fields)
		}
	}
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
	if len(fields) < 3 || len(fields) > columnLimit {
		return false, fmt.Errorf("%d columns: want node, time, x and y, at most %d, parted by commas, semicolons, tabs or blanks", len(fields), columnLimit)
	}
	if header, err = t.choose(fields); err != nil {
		return false, err
	}
	if t.most = len(fields); t.Blank() {
		t.most = max(t.most, 5) // some rows of BonnMotion have a height
	}
	if t.columns.degrees && t.coordinates != geo.Metres {
		t.coordinates = geo.Degrees
	}
	if t.columns.node < 0 {
		t.in.Remark("no column names the nodes: all rows are of %s, by the name of the file: --columns node=NAME says otherwise", t.in.Device())
	}
	o := movetrace.RecorderOptions{Samples: true, Place: t.fault}
	if t.coordinates == geo.Degrees {
		o.Project = geo.About
	}
	t.recorder = movetrace.NewRecorder(o)
	return header, nil
}

// choose finds the columns by the first row, and reports whether it is a header.
func (t *table) choose(fields []string) (header bool, err error) {
	if t.in.Columns.Numbered() {
		if t.columns, err = findColumns(t.in, fields); err != nil {
			return false, err
		}
		probe := t.clock
		_, wrong := probe.Read(fields[t.columns.time])
		t.headed = true // its columns are named, if only by numbers
		return wrong != nil, nil
	}
	if of, ok := t.commented(fields); ok {
		t.columns, t.headed, t.width = of, true, len(fields)
		return false, nil
	}
	probe, dates := t.clock, false
	if len(fields) > 3 {
		_, wrong := probe.Read(fields[unheaded.time])
		dates = wrong == nil && probe.Dates()
	}
	_, wrong := text.Number(fields[unheaded.time])
	if wrong != nil && !dates {
		t.headed, t.width = true, len(fields)
		t.columns, err = findColumns(t.in, fields)
		return true, err
	}
	if len(fields) < 4 {
		return false, fmt.Errorf("%d columns without a header: want node, time, x, y and perhaps z", len(fields))
	}
	t.clock = probe
	var remark string
	if t.columns, remark = t.assume(fields); remark != "" {
		t.in.Remark("%s", remark)
	} else if len(fields) > 5 {
		return false, fmt.Errorf("%d columns without a header: want node, time, x, y and perhaps z, or --columns (columns: in a scenario) that counts them, like --columns node=1,time=2,lon=3,lat=4", len(fields))
	}
	return false, nil
}

// commented returns the columns of a header in the comment above the first row, if it fits.
func (t *table) commented(fields []string) (columns, bool) {
	if len(t.comments) != len(fields) {
		return columns{}, false
	}
	of, err := findColumns(text.File{Columns: t.in.Columns}, t.comments)
	if err != nil || of.node < 0 {
		return of, false
	}
	return of, strings.ContainsAny(fields[of.time], "0123456789") // else the row is a header of its own
}

// row records a row.
func (t *table) row(fields []string) error {
	if err := text.NoMore(fields, t.most); err != nil {
		return err
	}
	least := t.width
	if !t.headed {
		least = 4
	}
	if len(fields) < least && !t.Blank() {
		return fmt.Errorf("%d columns: want %d", len(fields), least)
	}
	field := func(c int) string {
		if c >= 0 && c < len(fields) {
			return fields[c]
		}
		return ""
	}
	name, err := t.name(field(t.columns.node))
	if err != nil {
		return err
	}
	at, err := t.clock.Read(field(t.columns.time))
	if err != nil {
		return err
	}
	if t.clock.Dates() {
		t.recorder.Dated()
	}
	x, y := field(t.columns.x), field(t.columns.y)
	if t.columns.pair {
		y, x, _ = strings.Cut(x, ",")
		x = strings.TrimSpace(x)
	}
	if x == "" && y == "" {
		return t.leave(name, at)
	}
	place, err := geo.ParsePlace(t.coordinates, x, y)
	if err != nil {
		return err
	}
	node, err := t.recorder.Node(name)
	if err != nil {
		return err
	}
	return t.fix(fix{node, at, place, field(t.columns.up)})
}

func (t *table) name(field string) (string, error) {
	if t.columns.node < 0 {
		return t.in.Device(), nil
	}
	if !t.headed {
		if err := noName(field); err != nil {
			return "", err
		}
	}
	return text.Name(field)
}

// leave records that a node leaves. A node that had no place yet only begins the recording.
func (t *table) leave(name string, at time.Duration) error {
	node, known := t.recorder.Find(name)
	switch {
	case len(t.waiting) > 0:
		return errors.New("a row without a place in a table that runs backwards in time")
	case known:
		return t.recorder.Leave(node, at)
	}
	t.empty[strings.Clone(name)] = true
	t.recorder.Span(at, at)
	return nil
}

// fix records a place. If the second row of a table of one device is earlier than the first,
// as in Cabspotting's, the table runs backwards, and its rows wait for its end.
func (t *table) fix(f fix) error {
	t.rows++
	if t.rows == 1 {
		t.first = f
	}
	if t.rows == 2 && t.columns.node < 0 && f.at < t.first.at {
		t.waiting = append(t.waiting, t.first)
		t.recorder = t.recorder.Emptied()
	}
	if len(t.waiting) > 0 {
		if len(t.waiting) == waitLimit {
			return text.Whole(fmt.Errorf("more than %d rows that run backwards in time", waitLimit))
		}
		f.up = strings.Clone(f.up)
		t.waiting = append(t.waiting, f)
		return nil
	}
	return t.record(f)
}

// waitLimit bounds the rows of a table that runs backwards: 56 bytes each.
const waitLimit = 1 << 22

func (t *table) record(f fix) error {
	if err := t.recorder.Fix(f.node, f.at, f.place); err != nil || f.up == "" {
		return err
	}
	up, err := text.Coordinate(f.up)
	t.recorder.Climb(f.node, f.at, up, err)
	return nil
}

// sorted records the rows of a table that runs backwards, the last first.
func (t *table) sorted() error {
	if len(t.waiting) == 0 {
		return nil
	}
	slices.Reverse(t.waiting)
	slices.SortStableFunc(t.waiting, func(a, b fix) int { return int(min(max(a.at-b.at, -1), 1)) })
	for _, f := range t.waiting {
		if err := t.record(f); err != nil {
			return err
		}
	}
	t.in.Remark("rows run backwards in time, and were sorted")
	return nil
}

// tell remarks what was assumed.
func (t *table) tell() {
	t.clock.Tell(t.in)
	var placeless []string
	for name := range t.empty {
		if _, known := t.recorder.Find(name); !known {
			placeless = append(placeless, name)
		}
	}
	if len(placeless) > 0 {
		slices.SortFunc(placeless, movetrace.CompareNames)
		t.in.Remark("left out, since no row has a place of them: %d of %d nodes, %s first", len(placeless), len(placeless)+t.recorder.Nodes(), placeless[0])
	}
}
