package csv

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Read reads a table.
func Read(r io.Reader, in text.File, c geo.Coordinates) (*movetrace.Trace, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	t := table{in: in, coordinates: c, lines: lines.Number, empty: map[string]bool{}, meets: true}
	lines.Comment = func(line string) { t.hashes.Add(&t.Columns, line, lines.Number()) }
	if err := lines.Rows(t.take); err != nil {
		return nil, err
	}
	if t.recorder == nil {
		return nil, lines.Fault(errors.New("the file ends and has no rows"))
	}
	if err := cmp.Or(t.flags.None(), t.runs.Mixed(in, t.columns.times.Dates())); err != nil {
		return nil, lines.Fault(err)
	}
	if err := t.sorted(); err != nil {
		return nil, t.fault(err)
	}
	if t.recorder.Nodes() == 0 && len(t.empty) > 0 {
		return nil, lines.Fault(errors.New("the file ends and no node was ever in the world"))
	}
	t.tell()
	if lines.Open() && t.columns.reads(t.ends.column) {
		t.ends.tell(in, lines.Number())
	}
	trace, err := t.recorder.Trace()
	if err != nil {
		return nil, t.recorder.Blame(err, lines.Fault)
	}
	if t.columns.times.Dates() || movetrace.IsUnix(t.recorder.Begin()) {
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
	coordinates geo.Coordinates
	lines       func() int // the number of the latest line
	replayed    int        // line of the row that waited and is recorded; 0: none is
	columns     columns
	headed      bool
	guessed     bool // a header says nothing, and the columns are those of the format
	meets       bool // all rows may be a b start end
	taxi        bool // the rows are Cabspotting's
	hashes      text.Hashes
	header      []string // of the columns, if they have names
	width       int      // columns of the header; 0 without one
	most        int      // columns that a row may have
	recorder    *movetrace.Recorder
	empty       map[string]bool // names whose rows had no place so far
	waiting     []fix           // rows of a table that runs backwards in time
	rows        int             // with a place
	unknown     int             // with a place that AIS does not know
	nameless    int             // without a node and a place
	eastern     bool            // longitudes go from 0 to 360
	first       fix             // the first row with a place
	highest     float64         // height, in metres
	quality     quality
	flags       *text.Flags
	former      string // node of the row before
	persons     persons
	said        said // units, by columns of their own
	order       text.Order[string]
	runs        text.Runs
	zones       zones
	thousands   text.Thousands
	shape       shape
	ends        ends
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
	t.hashes.Row(&t.Columns, fields)
	if t.flags.No(fields) {
		return nil
	}
	t.quality.row(fields)
	if err := t.zones.row(fields); err != nil {
		return err
	}
	if err := t.said.take(t.in, &t.columns, fields); err != nil {
		return err
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
	if t.columns.node < 0 && !t.taxi {
		t.in.Remark("no column names the nodes: all rows are of %s, by the name of the file: --columns node=NAME says otherwise", t.in.Device())
	}
	o := movetrace.RecorderOptions{Samples: true, Place: t.fault}
	if t.coordinates == geo.Degrees {
		o.Project, o.Near = geo.About, geo.Bound(t.in.Within)
	}
	t.recorder = movetrace.NewRecorder(o)
	t.quality = newQuality(t.header, &t.columns)
	t.said, t.persons, t.shape = findUnits(t.header), findPersons(t.header, &t.columns), t.findShape()
	t.runs, t.zones = text.NewRuns(t.header, t.columns.node), findZones(t.header, &t.columns)
	names := t.header
	if len(names) == 0 || t.in.Columns.Numbered() && !header {
		names = make([]string, len(fields)) // the first row is one of values
	}
	t.flags, err = t.in.Flags(text.Fix, names, t.reads)
	return header, err
}

// choose finds the columns by the first row, and reports whether it is a header.
func (t *table) choose(fields []string) (header bool, err error) {
	if t.in.Columns.Numbered() {
		if t.columns, err = findColumns(t.in, fields); err != nil {
			return false, err
		}
		probe := t.columns.times
		_, wrong := probe.Of(fields)
		t.headed = true // its columns are named, if only by numbers
		t.header = slices.Clone(fields)
		return wrong != nil, nil
	}
	if known, err := t.commented(fields); known || err != nil {
		return false, err
	}
	probe, dates := t.in.Columns.Clock(), false
	if len(fields) > 3 {
		_, wrong := probe.Read(fields[timeColumn])
		dates = wrong == nil && probe.Dates()
	}
	_, wrong := text.Number(fields[timeColumn])
	if wrong != nil && !dates {
		t.headed, t.width, t.header = true, len(fields), slices.Clone(fields)
		t.columns, err = findColumns(t.in, fields)
		return true, err
	}
	if t.in.Columns.Given() {
		return false, errors.New("the table has no header: --columns (columns: in a scenario) counts its columns, like --columns node=1,time=2,x=3,y=4")
	}
	if len(fields) < 4 {
		return false, fmt.Errorf("%d columns without a header: want node, time, x, y and perhaps z; of one device --columns (columns: in a scenario) counts them, like --columns time=1,x=2,y=3", len(fields))
	}
	var remark string
	if t.columns, remark = t.assume(fields); remark != "" {
		t.in.Remark("%s", remark)
	} else if len(fields) > 5 {
		return false, fmt.Errorf("%d columns without a header: want node, time, x, y and perhaps z, or --columns (columns: in a scenario) that counts them, like --columns node=N,time=N,lon=N,lat=N", len(fields))
	}
	return false, nil
}

// leastNamed is how many columns of a comment must have known names for it to be a header: others
// may be of any language.
const leastNamed = 2

// commented takes the columns of a header in the comment above the first row, if it fits.
func (t *table) commented(fields []string) (bool, error) {
	header := t.hashes.Header(&t.Columns, fields)
	if header == nil || !slices.ContainsFunc(fields, isValue) {
		return false, nil
	}
	of, err := findColumns(t.in, header)
	if err == nil && of.node >= 0 {
		t.columns, t.headed, t.width, t.header = of, true, len(fields), header
		return true, nil
	}
	named := 0
	for _, at := range []int{of.node, of.times.Column, of.x, of.y} {
		if at >= 0 {
			named++
		}
	}
	if err != nil && (named >= leastNamed || t.in.Columns.Given()) {
		return false, fmt.Errorf("the comment above the first row is its header: %w", err)
	}
	t.in.Remark("the comment above the first row, # %s, has a word for each column, but not of a known name: --columns node=NAME,time=NAME,x=NAME,y=NAME makes it the header", text.Shorten(strings.Join(header, " ")))
	return false, nil
}

func isValue(field string) bool {
	_, err := text.Number(field)
	return err == nil
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
	node, x, y := t.who(fields)
	if t.headed && t.columns.node >= 0 && node == "" && x == "" && y == "" {
		return t.step(fields)
	}
	name, err := t.name(node)
	if err != nil {
		return err
	}
	_, known := t.recorder.Find(name)
	t.columns.times.Fresh, t.columns.times.Again = !known, known && name != t.former
	if name != t.former {
		t.former = strings.Clone(name)
	}
	at, err := t.columns.times.Of(fields)
	if err != nil {
		return err
	}
	if t.columns.times.Dates() {
		t.recorder.Dated()
	}
	t.runs.Row(fields, name, at)
	if t.coordinates != geo.Degrees { // degrees have no thousands
		t.thousands.Row(fields, t.columns.times.Column, t.columns.x, t.columns.y, t.columns.up)
	} else {
		t.thousands.Row(fields, t.columns.times.Column, t.columns.up)
	}
	if t.columns.pair {
		y, x, _ = strings.Cut(x, ",")
		x = strings.TrimSpace(x)
	}
	if x == "" && y == "" {
		return t.leave(name, at)
	}
	place, err := t.place(fields, x, y)
	switch {
	case errors.Is(err, errUnknown):
		t.unknown++
		if _, known := t.recorder.Find(name); !known {
			t.empty[strings.Clone(name)] = true
		}
		return nil
	case err != nil && t.guessed && t.rows == 0:
		return text.Whole(fmt.Errorf("%w; without a header the columns are node, time, x and y: --columns (columns: in a scenario) counts others, like --columns node=N,time=N,x=N,y=N", err))
	case err != nil:
		return err
	case t.taxi && fields[2] != "0" && fields[2] != "1":
		return text.Whole(fmt.Errorf("%s: rows were read as Cabspotting's, whose third column is 0 or 1: --columns (columns: in a scenario) says otherwise, like --columns lat=1,lon=2,node=3,time=4:sort", text.Quote(fields[2])))
	}
	t.meets = t.meets && t.guessed && name != fields[timeColumn] && !strings.ContainsAny(fields[timeColumn], ".+-:") && !strings.ContainsAny(name, ".+-") && 0 <= place[0] && place[0] <= place[1]
	t.placed(fields)
	return t.fix(fix{name: name, at: at, place: place, up: field(t.columns.up), line: t.lines()})
}

// step takes a row with neither a node nor a place: an instant without vehicles in SUMO's tables.
func (t *table) step(fields []string) error {
	t.nameless++
	if text.Field(fields, t.columns.times.Column) == "" {
		return nil
	}
	at, err := t.columns.times.Of(fields)
	if err == nil {
		t.recorder.Span(at, at)
	}
	return err
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
