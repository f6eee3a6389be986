package contacts

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// columnLimit bounds the columns of a row.
const columnLimit = 256

// Columns of a list of spans.
const (
	columnA = iota
	columnB
	columnStart
	columnEnd
)

var columnNames = [4][]string{
	columnA:     {"a", "i", "id1", "node1", "seer", "from"},
	columnB:     {"b", "j", "id2", "node2", "seen", "to"},
	columnStart: {"start", "begin", "t_start", "t_first", "time", "t", "timestamp"},
	columnEnd:   {"end", "stop", "t_end", "t_last"},
}

// instants are the names of a column of times if it is the only one: each of its sightings
// is at an instant.
var instants = []string{"time", "t", "timestamp"}

// spans is the state of the reading.
type spans struct {
	text.Columns
	columns [4]int
	width   int // columns of the header; 0 without one
	most    int // columns that a row may have
	began   bool
	found   sightings
}

// readSpans reads a list of spans.
func readSpans(r io.Reader, in text.File, rules Rules) (*Trace, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	var s spans
	if err := lines.Rows(s.take); err != nil {
		return nil, err
	}
	t, err := s.found.trace(rules)
	if err != nil {
		return nil, lines.Fault(err)
	}
	return t, nil
}

func (s *spans) take(line string) error {
	if !s.began {
		s.Detect(line)
	}
	fields, err := s.Split(line)
	switch {
	case err != nil:
		return err
	case len(fields) > columnLimit:
		return fmt.Errorf("%d columns: at most %d", len(fields), columnLimit)
	}
	if !s.began {
		header, err := s.begin(fields)
		if err != nil {
			return text.Whole(err) // a wrong header would change the meaning of all rows
		}
		if s.began, s.most = true, len(fields); header {
			return nil
		}
	}
	least := s.width
	if least == 0 {
		least = len(s.columns)
	}
	if len(fields) < least {
		return fmt.Errorf("%d columns: want %d", len(fields), least)
	}
	if err := text.NoMore(fields, s.most); err != nil && !s.Blank() { // blanks cannot separate decimal commas from columns
		return err
	}
	return s.row(fields)
}

// begin reads the first row, and reports whether it is a header.
func (s *spans) begin(fields []string) (header bool, err error) {
	s.columns = [4]int{columnA, columnB, columnStart, columnEnd}
	numbers := slices.ContainsFunc(fields, isNumber)
	switch {
	case len(fields) < 3:
		return false, fmt.Errorf("%d columns: want a, b, start and end, or a header", len(fields))
	case !numbers || len(fields) > columnEnd && !isNumber(fields[columnStart]):
		return true, s.header(fields)
	case len(fields) <= columnEnd:
		return false, fmt.Errorf("%d columns: want a, b, start and end. Sightings at instants need a header that says which column is the time, like a,b,time or time,a,b; and with --scan 20s (scan: 20s in a scenario) each holds so long",
			len(fields))
	}
	return false, nil
}

func isNumber(field string) bool {
	_, err := text.Number(field)
	return err == nil
}

func (s *spans) header(fields []string) error {
	for column, names := range columnNames {
		at := slices.IndexFunc(fields, func(field string) bool { return slices.Contains(names, strings.ToLower(field)) })
		if column == columnEnd && at < 0 && s.columns[columnStart] >= 0 && slices.Contains(instants, strings.ToLower(fields[s.columns[columnStart]])) {
			at = s.columns[columnStart] // a single time: sightings at instants
		}
		if at < 0 {
			return fmt.Errorf("the header has no column called %s", strings.Join(names, ", "))
		}
		s.columns[column] = at
	}
	s.width = len(fields)
	return nil
}

// row reads a sighting.
func (s *spans) row(fields []string) (err error) {
	field := func(column int) string { return fields[s.columns[column]] }
	var c Contact
	var a, b string // names become nodes only when the whole row is good
	if a, err = text.Name(field(columnA)); err != nil {
		return err
	}
	if b, err = text.Name(field(columnB)); err != nil {
		return err
	}
	if a == b {
		return fmt.Errorf("node %s is in contact with itself", text.Quote(a))
	}
	if c.From, err = text.Time(field(columnStart)); err != nil {
		return err
	}
	c.Until = Forever
	if end := field(columnEnd); end != "" && end != "-" {
		if c.Until, err = text.Time(end); err != nil {
			return err
		}
	}
	if c.Until < c.From {
		return fmt.Errorf("a contact ends before it begins: from %s to %s", movetrace.Stamp(c.From), movetrace.Stamp(c.Until))
	}
	if c.A, err = s.found.node(a); err == nil {
		c.B, err = s.found.node(b)
	}
	if err != nil {
		return err
	}
	return s.found.add(c)
}

// writeSpans writes a list of spans, in the order of their beginning.
func writeSpans(w io.Writer, t *Trace) error {
	out := text.NewWriter(w)
	out.Text("a,b,start,end\n")
	names := make([]string, len(t.names))
	for i, name := range t.names {
		names[i] = text.Quoted(name)
	}
	for _, c := range t.byTime() {
		out.Text(names[c.A-1], ",", names[c.B-1], ",")
		out.Time(c.From)
		out.Text(",")
		if c.Until != Forever {
			out.Time(c.Until)
		}
		out.Text("\n")
	}
	if len(t.contacts) == 0 {
		out.Fail(t.nothing())
	}
	return out.Close()
}
