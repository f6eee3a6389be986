package contacts

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"bellwether/mobility/text"
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
	columnStart: {"start", "begin", "t_start", "t_first"},
	columnEnd:   {"end", "stop", "t_end", "t_last"},
}

// spans is what is known of a list of spans.
type spans struct {
	text.Columns
	columns [4]int
	width   int // columns of the header; 0 without one
	began   bool
	found   sightings
}

// readSpans reads a list of spans.
func readSpans(r io.Reader, name string, rules Rules) (*Trace, error) {
	lines := text.NewLines(r, name, text.SizeLimit)
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
	case len(fields) < max(s.width, 4):
		return fmt.Errorf("%d columns: want a, b, start and end", len(fields))
	}
	if !s.began {
		s.began = true
		s.columns = [4]int{columnA, columnB, columnStart, columnEnd}
		if _, wrong := text.Number(fields[columnStart]); wrong != nil {
			return s.header(fields)
		}
	}
	return s.row(fields)
}

func (s *spans) header(fields []string) error {
	for column, names := range columnNames {
		at := slices.IndexFunc(fields, func(field string) bool { return slices.Contains(names, strings.ToLower(field)) })
		if at < 0 {
			return fmt.Errorf("the header has no column called %s", strings.Join(names, ", "))
		}
		s.columns[column] = at
	}
	s.width = len(fields)
	return nil
}

// row takes a sighting.
func (s *spans) row(fields []string) (err error) {
	field := func(column int) string { return fields[s.columns[column]] }
	var c Contact
	if c.A, err = s.found.node(field(columnA)); err != nil {
		return err
	}
	if c.B, err = s.found.node(field(columnB)); err != nil {
		return err
	}
	if c.A == c.B {
		return fmt.Errorf("node %s is in contact with itself", text.Quote(field(columnA)))
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
		return fmt.Errorf("a contact ends before it begins: from %v to %v", c.From, c.Until)
	}
	return s.found.add(c)
}

// writeSpans writes a list of spans, by their beginning.
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
		out.Fail(errors.New("there are no contacts to write"))
	}
	return out.Close()
}
