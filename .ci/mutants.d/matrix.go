package mutants

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// A Matrix states which columns convict which mutants.
type Matrix struct {
	Columns []string
	Rows    []Row
}

// A Row has the verdicts of the columns on one mutant.
type Row struct {
	Mutant *Mutant
	Cells  []Cell // by column; fewer if the run ended before
}

// A Cell is a column's verdict on a mutant.
type Cell struct {
	Verdict Verdict
	Pending bool    // not all commands were run yet
	None    string  // why there is no command yet
	Command string  // the one that convicted
	Seconds float64 // of all its commands
}

func newMatrix(l *List) *Matrix {
	m := &Matrix{}
	for _, c := range l.Columns {
		m.Columns = append(m.Columns, c.Name)
	}
	for i := range l.Mutants {
		m.Rows = append(m.Rows, Row{Mutant: &l.Mutants[i]})
	}
	return m
}

// word returns the text of a cell in the table.
func (c *Cell) word() string {
	switch {
	case c.None != "":
		return "not there yet"
	case c.Pending:
		return "?"
	case c.Verdict == Endless:
		return "yes, endless"
	case c.Verdict == Convicted:
		return "yes"
	case c.Verdict == Acquitted:
		return "no"
	}
	return "–" // the column has no line for the package
}

// by reports whether one of some columns convicts the mutant, and whether that is known: one
// convicts, or all have acquitted.
func (m *Matrix) by(r *Row, columns []string) (convicted, known bool) {
	known = true
	for i, name := range m.Columns {
		if !slices.Contains(columns, name) {
			continue
		}
		if i >= len(r.Cells) {
			known = false
			continue
		}
		switch c := &r.Cells[i]; {
		case c.Verdict.Convicts():
			return true, true
		case c.Pending:
			known = false
		}
	}
	return false, known
}

// A Share counts the mutants with a property, among those that it concerns. They must be at least
// Least percent of these or, if Most is not 0, at most Most percent.
type Share struct {
	Of          string
	Have, All   int
	Unknown     int // of All: the verdicts are not complete
	Least, Most int // percent
}

// Met reports whether the share keeps its limit. An unknown mutant counts as a mutant without
// the property.
func (s Share) Met() bool {
	if s.Most > 0 {
		return 100*s.Have <= s.Most*s.All
	}
	return 100*s.Have >= s.Least*s.All
}

// String is the share in one line.
func (s Share) String() string {
	want := fmt.Sprintf("at least %d %%", s.Least)
	if s.Most > 0 {
		want = fmt.Sprintf("at most %d %%", s.Most)
	}
	got := fmt.Sprintf("%s: %d of %d", s.Of, s.Have, s.All)
	if s.All > 0 {
		got += fmt.Sprintf(" (%.0f %%)", 100*float64(s.Have)/float64(s.All))
	}
	if s.Unknown > 0 {
		got += fmt.Sprintf(", %d not known yet", s.Unknown)
	}
	if s.Met() {
		return got + "; " + want + ": met"
	}
	return got + "; " + want + ": NOT MET"
}

// searches are the columns that search for runs: explorer and hunt. searched are the top
// directories in which they must convict the mutants that change outcomes.
var (
	searches = []string{"explore", "hunt"}
	searched = []string{"election", "baseline", "fd", "overlay", "emulator"}
)

// Shares returns the shares that the gate requires.
func (m *Matrix) Shares() []Share {
	killed := Share{Of: "convicted by something", Least: 95}
	found := Share{Of: "that change outcomes, in " + strings.Join(searched, ", ") + ", convicted by " + strings.Join(searches, " or "), Least: 90}
	equal := Share{Of: "called equivalent", Most: 5}
	for i := range m.Rows {
		r := &m.Rows[i]
		equal.All++
		if r.Mutant.Equivalent != "" {
			equal.Have++
			continue
		}
		killed.add(m.by(r, m.Columns))
		top, _, _ := strings.Cut(r.Mutant.Package(), "/")
		if r.Mutant.Outcome == Changes && slices.Contains(searched, top) {
			found.add(m.by(r, searches))
		}
	}
	return []Share{killed, found, equal}
}

func (s *Share) add(convicted, known bool) {
	s.All++
	if convicted {
		s.Have++
	} else if !known {
		s.Unknown++
	}
}

// Surprises names the columns that were expected to convict a mutant and acquitted it.
func (m *Matrix) Surprises() (out []string) {
	for i := range m.Rows {
		r := &m.Rows[i]
		for k, c := range r.Cells {
			if c.Verdict == Acquitted && slices.Contains(r.Mutant.Convicts, m.Columns[k]) {
				out = append(out, fmt.Sprintf("%s: %s was expected to convict it", r.Mutant.Name, m.Columns[k]))
			}
		}
	}
	return out
}

// Format is how a matrix is written.
type Format string

// The formats.
const (
	Text     Format = "text"
	Markdown Format = "markdown"
)

// Write writes the table, the shares, the surprises and the equivalent mutants.
func (m *Matrix) Write(out io.Writer, as Format) error {
	write := m.text
	if as == Markdown {
		write = m.markdown
	}
	if err := write(out); err != nil {
		return err
	}
	for _, s := range m.Shares() {
		fmt.Fprintf(out, "- %v\n", s)
	}
	if surprises := m.Surprises(); len(surprises) > 0 {
		fmt.Fprintf(out, "\nOtherwise than expected:\n\n- %s\n", strings.Join(surprises, "\n- "))
	}
	for i := range m.Rows {
		if r := &m.Rows[i]; r.Mutant.Equivalent != "" {
			fmt.Fprintf(out, "\n%s is called equivalent: %s\n", r.Mutant.Name, r.Mutant.Equivalent)
		}
	}
	return nil
}

// line returns the cells of a row in the text table.
func (m *Matrix) line(r *Row) []string {
	words := []string{r.Mutant.Name, string(r.Mutant.Outcome)}
	for i := range m.Columns {
		c := Cell{Pending: true}
		if i < len(r.Cells) {
			c = r.Cells[i]
		}
		words = append(words, c.word())
	}
	return words
}

func (m *Matrix) text(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintf(w, "mutant\toutcome\t%s\n", strings.Join(m.Columns, "\t"))
	for i := range m.Rows {
		fmt.Fprintln(w, strings.Join(m.line(&m.Rows[i]), "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out)
	return err
}

func (m *Matrix) markdown(out io.Writer) error {
	fmt.Fprintf(out, "| mutant | what it breaks | outcome | %s |\n|---|---|---%s|\n", strings.Join(m.Columns, " | "), strings.Repeat("|---", len(m.Columns)))
	for i := range m.Rows {
		words := m.line(&m.Rows[i])
		words = slices.Insert(words, 1, strings.ReplaceAll(m.Rows[i].Mutant.Breaks, "|", "\\|"))
		fmt.Fprintf(out, "| %s |\n", strings.Join(words, " | "))
	}
	_, err := fmt.Fprintln(out)
	return err
}
