package contacts

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// columnLimit bounds the columns of a row.
const columnLimit = 256

// spans is the state of the reading.
type spans struct {
	text.Columns
	in      text.File
	columns columns

	hashes text.Hashes
	width  int // columns of the header; 0 without one
	most   int // columns that a row may have
	began  bool

	endless int // rows without an end

	last time.Duration // begin of the row before
	pair [2]string     // of the row before

	order     text.Order[[2]int32]
	runs      text.Runs
	thousands text.Thousands
	header    []string
	changes   changes
	rounded   string // the first time with an exponent
	rows      int
	found     sightings
}

// readSpans reads a list of spans.
func readSpans(r io.Reader, in text.File, rules Rules) (*Trace, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	s := spans{in: in}
	lines.Comment = func(line string) { s.hashes.Add(&s.Columns, line, lines.Number()) }
	if err := lines.Rows(s.take); err != nil {
		return nil, err
	}
	if err := s.runs.Mixed(in, s.columns.times.Dates()); err != nil {
		return nil, lines.Fault(err)
	}
	s.columns.times.Tell()
	s.order.Tell(in, &s.columns.times.Clock)
	s.thousands.Tell(in, s.header)
	s.hashes.Tell(in)
	in.DoubtNames(s.found.names)
	if err := s.columns.flags.None(); err != nil {
		return nil, lines.Fault(err)
	}
	s.columns.flags.Tell()
	if err := s.join(); err != nil {
		return nil, lines.Fault(err)
	}
	if s.changes.at > 0 {
		rules.Scan = 0 // it is of sightings
	}
	t, err := s.found.trace(rules)
	if err != nil {
		return nil, lines.Fault(err)
	}
	s.doubt(t)
	s.doubtScan(t, rules.Scan)
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
		if err == nil && s.columns.flags == nil {
			err = s.columns.flag(s.in, make([]string, len(fields)), -1)
		}
		if err != nil {
			return text.Whole(err) // a wrong header would change the meaning of all rows
		}
		if s.began, s.most = true, len(fields); header {
			return nil
		}
	}
	s.hashes.Row(&s.Columns, fields)
	least := s.width
	if least == 0 {
		least = columnEnd + 1
	}
	if len(fields) < least {
		return fmt.Errorf("%d columns: want %d", len(fields), least)
	}
	if err := text.NoMore(fields, s.most); err != nil && !s.Blank() { // blanks cannot separate decimal commas from columns
		return err
	}
	if err := s.look(fields); err != nil {
		return text.Whole(err)
	}
	if s.columns.flags.No(fields) {
		return nil
	}
	return s.row(fields)
}

// row reads a sighting.
func (s *spans) row(fields []string) (err error) {
	var c Contact
	var a, b string // names become nodes only when the whole row is good
	if a, err = text.Name(fields[s.columns.a]); err != nil {
		return err
	}
	if b, err = text.Name(fields[s.columns.b]); err != nil {
		return err
	}
	if a == b {
		return fmt.Errorf("node %s is in contact with itself", text.Quote(a))
	}
	if c.From, err = s.columns.times.Of(fields); err != nil {
		return err
	}
	if c.Until, err = s.until(fields, c.From); err != nil {
		return err
	}
	if c.Until < c.From {
		return fmt.Errorf("a contact ends before it begins: from %s to %s", movetrace.Stamp(c.From), movetrace.Stamp(c.Until))
	}
	if why := s.columns.times.Fall(s.last, c.From); s.rows > 0 && c.From < s.last && why != "" && a == s.pair[0] && b == s.pair[1] && !s.in.Columns.Sorts() {
		return text.Whole(fmt.Errorf("time runs backwards, from %s to %s: %s", movetrace.Stamp(s.last), movetrace.Stamp(c.From), why))
	}
	if s.last = c.From; a != s.pair[0] || b != s.pair[1] {
		s.pair = [2]string{strings.Clone(a), strings.Clone(b)}
	}
	s.rows++
	if c.A, err = s.found.node(a); err == nil {
		c.B, err = s.found.node(b)
	}
	if err != nil {
		return err
	}
	s.order.Note(&s.columns.times.Clock, [2]int32{c.A, c.B}, c.From)
	s.runs.Row(fields, a, c.From)
	if c.Until != Forever {
		s.runs.Row(fields, a, c.Until)
	}
	s.thousands.Row(fields, s.columns.times.Column, s.columns.end, s.columns.lasts)
	s.columns.flags.Row(fields)
	s.exponent(fields)
	if s.changes.at > 0 {
		return s.note(fields, c)
	}
	return s.found.add(c)
}

// until reads the end of a sighting that begins at an instant.
func (s *spans) until(fields []string, from time.Duration) (time.Duration, error) {
	switch {
	case s.columns.lasts >= 0:
		n, err := text.Lasting(fields[s.columns.lasts], s.columns.unit)
		if most := (Forever - from).Seconds(); err == nil && !(n >= 0 && n*s.columns.unit.Seconds() < most) {
			err = fmt.Errorf("%s: must be from 0 to %.0f s", text.Quote(fields[s.columns.lasts]), most)
		}
		if err != nil {
			return 0, fmt.Errorf("duration: %w", err)
		}
		return from + time.Duration(math.Round(n*float64(s.columns.unit))), nil
	case s.columns.end < 0:
		return from, nil // a sighting at an instant
	}
	if end := fields[s.columns.end]; end != "" && end != "-" {
		return s.columns.times.End(fields, end)
	}
	s.endless++
	return Forever, nil
}

// manyRows is from how many rows on contacts below a minute are doubted: of few all may be short.
const manyRows = 20

// thousand is the grain of times that are perhaps milliseconds.
const thousand = 1000 * time.Second

// doubt remarks on times that may be of another unit.
func (s *spans) doubt(t *Trace) {
	if s.endless > 0 {
		s.in.Remark("%d of %d rows have no end, and last as long as a run: if an end is not known, delete them", s.endless, s.rows)
	}
	longest := time.Duration(0)
	for _, c := range t.contacts {
		if c.Until != Forever {
			longest = max(longest, c.Until-c.From)
		}
	}
	s.doubtFar(t)
	switch grain := t.tally.Grain; {
	case s.doubtDigits(t):
	case s.columns.times.Unit != "" && s.columns.times.Unit != "s" || s.columns.times.Dates():
	case grain >= thousand && grain%thousand == 0:
		s.in.Remark("all times are multiples of %v apart: are they milliseconds? %s:ms says so", grain, s.columns.times.Advice)
	case longest > 0 && longest < time.Second && text.SaysDay(t.contacts[0].From.Seconds()):
		s.in.Remark("no contact lasts longer than %v: are times days of a spreadsheet? %s:d says so", longest, s.columns.times.Advice)
	case longest > 0 && longest < time.Second, longest > 0 && longest < time.Minute && s.rows >= manyRows && s.columns.times.Assumed():
		s.in.Remark("no contact lasts longer than %v: are times in minutes or hours? %s:min says so", longest, s.columns.times.Advice)
	}
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

// begin reads the first row, and reports whether it is a header.
func (s *spans) begin(fields []string) (header bool, err error) {
	numbers := slices.ContainsFunc(fields, isNumber)
	switch {
	case len(fields) < 3:
		return false, fmt.Errorf("%d columns: want a, b, start and end, or a header", len(fields))
	case s.in.Columns.Given():
		return s.mapped(fields)
	case !numbers || len(fields) > columnEnd && !isNumber(fields[columnStart]) && !isDate(fields[columnStart]):
		s.width = len(fields)
		err = s.find(fields)
		return true, err
	}
	if header := s.hashes.Header(&s.Columns, fields); header != nil {
		if of, err := findColumns(text.File{Name: s.in.Name}, header); err == nil {
			s.width = len(fields)
			return false, s.find(header)
		} else if of.a >= 0 && of.b >= 0 {
			return false, fmt.Errorf("the comment above the first row is its header: %w", err)
		}
		s.in.Remark("the comment above the first row, # %s, has a word for each column, but not of known names: --columns a=NAME,b=NAME,start=NAME,end=NAME makes it the header", text.Shorten(strings.Join(header, " ")))
	}
	switch {
	case len(fields) == 3 && isUnix(fields[2]) && !isUnix(fields[0]):
		s.columns = counted(s.in, [4]int{0, 1, 2, -1}, "--columns a=1,b=2,time=3")
		s.width = len(fields)
		s.in.Remark("rows are read as sightings at instants: a b t, since the third is a number of seconds since 1970: --columns a=2,b=3,time=1 says otherwise")
		return false, nil
	case (s.Blank() || s.Delimiter() == '\t' || len(fields) > 3) && instantsFirst(fields):
		s.columns = counted(s.in, [4]int{1, 2, 0, -1}, "--columns a=2,b=3,time=1")
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
	s.columns = counted(s.in, [4]int{columnA, columnB, columnStart, columnEnd}, "--columns a=1,b=2,end=4,start=3")
	s.in.Remark("rows without a header are read as a b start end: --columns a=1,b=2,start=3,end=4 counts them otherwise")
	return false, nil
}

// find finds the columns in a header, or by a mapping.
func (s *spans) find(header []string) (err error) {
	s.columns, err = findColumns(s.in, header)
	s.header = slices.Clone(header)
	s.runs = text.NewRuns(header, s.columns.a, s.columns.b)
	return err
}

// mapped finds the columns that a mapping says, and reports whether the first row is a header.
func (s *spans) mapped(fields []string) (header bool, err error) {
	s.width = len(fields)
	named := fields
	if above := s.hashes.Header(&s.Columns, fields); above != nil && !s.in.Columns.Numbered() && slices.ContainsFunc(fields, isNumber) {
		named = above
	}
	if err = s.find(named); err != nil {
		return false, err
	}
	probe := s.columns.times
	_, wrong := probe.Of(fields)
	if wrong == nil && s.in.Columns.Numbered() {
		s.columns.flags = nil // the first row is one of values, and names nothing
	}
	return wrong != nil, nil
}
