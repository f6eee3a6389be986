// Package testbed reads tables of what the links of a real network did: the strength at
// which a node received another, or the share of its frames, over time.
//
// It assumes a table with a header and rows in any order. It opens no file, and never fills in
// what was not measured: a link, or its way back, that the table lacks does not exist.
//
// # What it reads
//
//	time,from,to,rssi            time;src;dst;prr
//	0,n1,n2,-71.5                2026-05-01T12:00:00Z;n1;n2;0.93
//	60,n1,n2,-74                 2026-05-01T12:01:00Z;n1;n2;
//
// Commas, semicolons, tabs or blanks separate columns; # begins a comment. Columns may be in
// any order, and others beside them, which are told if they may say that a row is no link, see [text.Flags]:
//
//   - time, or another name that says time, see [text.Times]: seconds, seconds since 1970, or
//     dates. Seconds since 1970, dates and times of a day count from the first row in time. Without the column
//     all rows are of time 0, which is told if there are columns that are not read.
//   - from, src, source, sender, tx; to, dst, dest, destination, receiver, rx: names of
//     nodes.
//   - rssi, rssi_dbm, dbm: dBm, from -200 to 0; or ratio, prr, pdr, delivery: 0 to 1, or
//     percent if the name says so. A name of another meaning is refused, see [meanings].
//
// A row holds until the next one of its link in time. An empty value, -, nan, NA, null or none says that
// nothing is heard from then on, and so does an rssi of -inf. Of several rows of a link and an instant the last counts,
// which is told. A row that the mapping says is none has an empty value.
//
// Units: dBm, ratios from 0 to 1, instants since the table's time 0.
//
// Cost: 32 bytes a row.
package testbed

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// A Kind is what a table has of links.
type Kind string

// The kinds.
const (
	RSSI     Kind = "rssi"
	Delivery Kind = "delivery"
)

// A row is what a directed link does from an instant on.
type row struct {
	At       time.Duration
	From, To int     // nodes 1 … n
	Value    float64 // dBm, or a ratio
	Silent   bool    // nothing is heard
}

// A Table is a read file.
type Table struct {
	Names []string // of nodes 1 … n: v2 before v10
	Rows  []row
	Start time.Time // of time 0; zero if it is not known
}

// maxRows bounds a table, as the media that are made of it.
const maxRows = 10_000_000

// columnLimit bounds the columns of a header.
const columnLimit = 256

// Columns.
const (
	columnTime = iota
	columnFrom
	columnTo
	columnValue
	columns
)

var columnNames = [columns][]string{
	columnTime: text.TimeNames,
	columnFrom: {"from", "src", "source", "sender", "tx"},
	columnTo:   {"to", "dst", "dest", "destination", "receiver", "rx"},
}

// roles are what a mapping calls the columns.
var roles = [columns]string{text.RoleTime, text.RoleFrom, text.RoleTo, text.RoleValue}

var valueNames = map[Kind][]string{
	RSSI:     {"rssi", "rssi_dbm", "dbm"},
	Delivery: {"ratio", "prr", "pdr", "delivery"},
}

// Read reads a table of a kind. Errors name the file and the line.
func Read(r io.Reader, in text.File, kind Kind) (*Table, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	t := reading{in: in, kind: kind, index: map[string]int{}}
	lines.Comment = func(line string) { t.hashes.Add(&t.Columns, line, lines.Number()) }
	if err := lines.Rows(t.take); err != nil {
		return nil, err
	}
	switch {
	case !t.headed:
		return nil, lines.Fault(errors.New("the file ends and has no rows"))
	case len(t.rows) == 0:
		return nil, lines.Fault(errors.New("the file ends and has a header alone"))
	}
	if err := t.runs.Mixed(in, t.times.Dates()); err != nil {
		return nil, lines.Fault(err)
	}
	t.times.Tell()
	t.tellOrder()
	t.thousands.Tell(in, t.header)
	t.hashes.Tell(in)
	in.DoubtNames(t.names)
	t.flags.Tell()
	return t.table(), nil
}

// reading is the state of the reading.
type reading struct {
	text.Columns
	in     text.File
	kind   Kind
	headed bool
	column [columns]int // -1: none
	width  int
	times  text.Times
	hashes text.Hashes
	unread []string // columns that are not read, if there is none of times
	ends   string   // a column of ends or lengths, which are not read
	flags  *text.Flags
	index  map[string]int // of a name, into names; never ranged over
	names  []string
	rows   []row

	unit      text.Measure // of the values; "": dBm, or ratios
	order     text.Order[[2]int]
	runs      text.Runs
	thousands text.Thousands
	header    []string
}

func (t *reading) take(line string) error {
	if !t.headed {
		t.Detect(strings.TrimPrefix(line, "\ufeff"))
		line = strings.TrimPrefix(line, "\ufeff")
	}
	fields, err := t.Split(line)
	if !t.headed {
		if err == nil {
			err = t.head(fields)
		}
		if err != nil {
			return text.Whole(err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	if len(fields) != t.width {
		return fmt.Errorf("has %d columns, the header %d", len(fields), t.width)
	}
	t.hashes.Row(&t.Columns, fields)
	return t.row(fields)
}

// flag finds the columns that are not read, in a header or in one without names.
func (t *reading) flag(header []string) (err error) {
	t.flags, err = t.in.Flags(text.Link, header, func(at int) bool { return slices.Contains(t.column[:], at) || t.times.Reads(at) })
	return err
}

// head finds the columns.
func (t *reading) head(fields []string) error {
	t.headed, t.width = true, len(fields)
	if len(fields) > columnLimit {
		return fmt.Errorf("has %d columns, at most %d", len(fields), columnLimit)
	}
	if len(fields) == columns && !t.in.Columns.Given() && !slices.ContainsFunc(fields, notNumber) {
		if above := t.hashes.Header(&t.Columns, fields); above != nil {
			if err := t.find(above); err != nil {
				return fmt.Errorf("the comment above the first row is its header: %w", err)
			}
			return t.first(fields)
		}
		t.column = [columns]int{columnTime, columnFrom, columnTo, columnValue}
		t.times = t.in.Counted(columnTime, "--columns from=2,to=3,value=4,time=1")
		t.in.Remark("rows without a header are read as time, from, to, %s: --columns time=1,from=2,to=3,value=4 counts them otherwise", valueNames[t.kind][0])
		if err := t.flag(make([]string, len(fields))); err != nil {
			return err
		}
		return t.first(fields)
	}
	if above := t.hashes.Header(&t.Columns, fields); above != nil && !t.in.Columns.Numbered() && slices.ContainsFunc(fields, func(field string) bool { return !notNumber(field) }) {
		if err := t.find(above); err != nil {
			return fmt.Errorf("the comment above the first row is its header: %w", err)
		}
		return t.first(fields)
	}
	if err := t.find(fields); err != nil {
		return err
	}
	if t.in.Columns.Numbered() && !notNumber(fields[t.column[columnValue]]) {
		if err := t.flag(make([]string, len(fields))); err != nil { // the first row is one of values, and names nothing
			return err
		}
		return t.first(fields)
	}
	return nil
}

// first reads the first row of a table whose first line is a row.
func (t *reading) first(fields []string) error {
	t.hashes.Row(&t.Columns, fields)
	return t.row(fields)
}

// find finds the columns in a header.
func (t *reading) find(header []string) (err error) {
	t.header = slices.Clone(header)
	t.runs = text.NewRuns(header)
	names := columnNames
	names[columnValue] = valueNames[t.kind]
	for c, role := range roles {
		if c == columnTime {
			t.times, err = t.in.Times(header, role, names[c])
			t.column[c] = t.times.Column
		} else {
			t.column[c], err = t.in.Column(header, role, names[c])
		}
		if err != nil {
			return err
		}
		if c == columnValue {
			if err := t.measure(header); err != nil {
				return err
			}
		}
		if t.column[c] < 0 && c != columnTime {
			return fmt.Errorf("the header has no column %s: a table of kind %s begins with a header like time,from,to,%s, or --columns (columns: in a scenario) says which it is, like %s=NAME",
				strings.Join(names[c], " or "), t.kind, valueNames[t.kind][0], role)
		}
	}
	for i, field := range header {
		if !t.times.Given() && !slices.Contains(t.column[:], i) {
			t.unread = append(t.unread, field)
		}
		if t.times.Given() && !slices.Contains(t.column[:], i) && saysEnd(field) {
			t.ends = field
		}
	}
	return t.flag(header)
}

// notNumber reports whether a field is a word, as in a header.
func notNumber(field string) bool {
	_, err := text.Number(strings.TrimSpace(field))
	return err != nil
}

func (t *reading) row(fields []string) (err error) {
	var row row
	if row.At, err = t.times.Of(fields); err != nil {
		return err
	}
	if row.Silent = t.flags.No(fields); !row.Silent {
		if row.Value, row.Silent, err = t.value(strings.TrimSpace(fields[t.column[columnValue]])); err != nil {
			return err
		}
	}
	from, err := text.Name(strings.TrimSpace(fields[t.column[columnFrom]]))
	if err != nil {
		return err
	}
	to, err := text.Name(strings.TrimSpace(fields[t.column[columnTo]]))
	if err != nil {
		return err
	}
	if from == to {
		return fmt.Errorf("node %s hears itself", text.Quote(from))
	}
	if len(t.rows) == maxRows {
		return text.Whole(fmt.Errorf("more than %d rows", maxRows))
	}
	row.From, row.To = t.node(from), t.node(to)
	if len(t.names) > movetrace.MaxTraceNodes {
		return text.Whole(fmt.Errorf("more than %d nodes", movetrace.MaxTraceNodes))
	}
	if err := t.follows(row); err != nil {
		return err
	}
	t.runs.Row(fields, from, row.At)
	t.thousands.Row(fields, t.times.Column)
	if t.rows = append(t.rows, row); !row.Silent && (t.kind == RSSI || row.Value > 0) {
		t.flags.Row(fields)
	}
	return nil
}

func (t *reading) value(word string) (value float64, silent bool, err error) {
	if isNothing(word) || t.kind == RSSI && strings.EqualFold(word, "-inf") {
		return 0, true, nil
	}
	if value, err = text.Number(word); err != nil {
		return 0, false, fmt.Errorf("%s: %w", valueNames[t.kind][0], err)
	}
	switch {
	case t.kind == RSSI && !(value >= -200 && value <= 0):
		return 0, false, fmt.Errorf("rssi: %s: must be from -200 to 0 dBm", text.Quote(word))
	case t.kind == RSSI:
		return value, false, nil
	}
	share, is := ratio(value, t.unit)
	switch {
	case is:
	case t.unit != "" && t.unit != text.Ratio:
		return 0, false, fmt.Errorf("ratio: %s: must be from 0 to 1, or 0 to 100 in percent", text.Quote(word))
	case value > 1 && value <= 100:
		return 0, false, fmt.Errorf("ratio: %s: must be from 0 to 1: is it in percent? --columns %s:percent reads it; or ETX, the frames that a delivery takes both ways? Write a ratio of each way", text.Quote(word), t.in.Columns.With(text.RoleValue, "NAME"))
	default:
		return 0, false, fmt.Errorf("ratio: %s: must be from 0 to 1", text.Quote(word))
	}
	return share, false, nil
}

// node is the index of a name, added if it is new.
func (t *reading) node(name string) int {
	if i, known := t.index[name]; known {
		return i
	}
	t.index[name] = len(t.names)
	t.names = append(t.names, strings.Clone(name))
	return len(t.names) - 1
}

// stamp writes an instant for an error.
func (t *reading) stamp(at time.Duration) string {
	if t.times.Dates() {
		return movetrace.Date(at)
	}
	return movetrace.Stamp(at)
}

// table numbers the nodes in the order of their names, and sets time 0.
func (t *reading) table() *Table {
	out := &Table{Names: slices.Clone(t.names), Rows: t.rows}
	slices.SortFunc(out.Names, movetrace.CompareNames)
	ids := make([]int, len(t.names))
	for i, name := range out.Names {
		ids[t.index[name]] = i + 1
	}
	first := out.Rows[0].At
	for _, row := range out.Rows {
		first = min(first, row.At)
	}
	dated := t.times.Dates() || movetrace.IsUnix(first)
	if dated {
		out.Start = time.Unix(0, int64(first)).UTC()
	}
	for i := range out.Rows {
		row := &out.Rows[i]
		row.From, row.To = ids[row.From], ids[row.To]
		if dated || t.times.OfDay() {
			row.At -= first
		}
	}
	t.doubt(out.Rows)
	t.doubtSilence(out)
	return out
}
