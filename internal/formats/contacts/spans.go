package contacts

import (
	"fmt"
	"io"
	"slices"
	"strconv"
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

// columnNames are the usual names of each; roles are what a mapping calls them.
var (
	columnNames = [4][]string{
		columnA:     {"a", "i", "id1", "node1", "seer", "from"},
		columnB:     {"b", "j", "id2", "node2", "seen", "to"},
		columnStart: {"start", "begin", "t_start", "t_first", "time", "t", "timestamp"},
		columnEnd:   {"end", "stop", "t_end", "t_last"},
	}
	roles = [4]string{text.RoleA, text.RoleB, text.RoleStart, text.RoleEnd}
)

// instants are the names of a column of times if it is the only one: each of its sightings
// is at an instant.
var instants = []string{"time", "t", "timestamp"}

// spans is the state of the reading.
type spans struct {
	text.Columns
	in      text.File
	clock   text.Clock
	columns [4]int
	width   int // columns of the header; 0 without one
	most    int // columns that a row may have
	began   bool
	found   sightings
}

// readSpans reads a list of spans.
func readSpans(r io.Reader, in text.File, rules Rules) (*Trace, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	s := spans{in: in, clock: in.Columns.Clock()}
	if err := lines.Rows(s.take); err != nil {
		return nil, err
	}
	s.clock.Tell(in)
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
	case s.in.Columns.Given():
		if err := s.header(fields); err != nil {
			return false, err
		}
		probe := s.clock
		_, wrong := probe.Read(fields[s.columns[columnStart]])
		return wrong != nil, nil
	case !numbers || len(fields) > columnEnd && !isNumber(fields[columnStart]):
		return true, s.header(fields)
	case (s.Blank() || s.Delimiter() == '\t') && instantsFirst(fields):
		s.columns = [4]int{columnA: 1, columnB: 2, columnStart: 0, columnEnd: 0}
		s.width = len(fields)
		s.in.Remark("rows are read as SocioPatterns', sightings at instants: t i j and perhaps groups: --columns a=1,b=2,time=3 says otherwise")
		return false, nil
	case len(fields) <= columnEnd:
		return false, fmt.Errorf("%d columns: want a, b, start and end. Sightings at instants need a header that says which column is the time, like a,b,time or time,a,b, or --columns a=1,b=2,time=3; and with --scan 20s (scan: 20s in a scenario) each holds so long",
			len(fields))
	}
	for _, c := range []int{columnA, columnB} {
		if err := noName(fields[c]); err != nil {
			return false, err
		}
	}
	sure := len(fields) == columnEnd+1 && strings.HasSuffix(s.in.Name, ".contacts")
	if !sure && !slices.ContainsFunc(fields[:columnEnd+1], func(field string) bool { return !isNumber(field) }) {
		s.in.Remark("rows of numbers are read as a b start end: --columns a=1,b=2,start=3,end=4 says otherwise")
	}
	return false, nil
}

// instantsFirst reports whether a row without a header is t i j, as SocioPatterns has them: three
// whole numbers, alone or before words of groups.
func instantsFirst(fields []string) bool {
	for _, field := range fields[:3] {
		if _, err := strconv.ParseUint(field, 10, 63); err != nil {
			return false
		}
	}
	return len(fields) == 3 || len(fields) > 4 && !isNumber(fields[columnEnd]) && fields[columnEnd] != "-" && fields[columnEnd] != ""
}

// noName refuses a word as a name in a table without a header: a number with a point or a sign
// is a coordinate or a value, and a date is an instant.
func noName(word string) error {
	var c text.Clock
	_, err := c.Read(word)
	if (isNumber(word) && strings.ContainsAny(word, ".+-")) || err == nil && c.Dates() {
		return fmt.Errorf("a node called %s: without a header the columns are a, b, start and end: --columns (columns: in a scenario) says otherwise, like --columns a=2,b=3,time=1", text.Quote(word))
	}
	return nil
}

func isNumber(field string) bool {
	_, err := text.Number(field)
	return err == nil
}

func (s *spans) header(fields []string) error {
	for column, names := range columnNames {
		at, err := s.in.Column(fields, roles[column], names)
		if err != nil {
			return err
		}
		if column == columnStart {
			if _, given := s.in.Columns.Of(text.RoleTime); given {
				if at, err = s.in.Column(fields, text.RoleTime, nil); err != nil {
					return err
				}
				s.columns[columnStart], s.columns[columnEnd] = at, at
				break
			}
		}
		if column == columnEnd && at < 0 && s.columns[columnStart] >= 0 && slices.Contains(instants, strings.ToLower(fields[s.columns[columnStart]])) {
			at = s.columns[columnStart] // a single time: sightings at instants
		}
		if at < 0 {
			return fmt.Errorf("the header has no column called %s: --columns (columns: in a scenario) says which it is, like %s=NAME", strings.Join(names, ", "), roles[column])
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
	if c.From, err = s.clock.Read(field(columnStart)); err != nil {
		return err
	}
	c.Until = Forever
	if end := field(columnEnd); end != "" && end != "-" {
		if c.Until, err = s.clock.Read(end); err != nil {
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
