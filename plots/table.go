package plots

import (
	"errors"
	"fmt"
	"io"

	"bellwether/internal/draw/table"
	"bellwether/trace/measure"
)

// A Format is how a table is written.
type Format string

// The formats.
const (
	Text     Format = "text" // plain lines; notes begin with #
	Markdown Format = "markdown"
	HTML     Format = "html"  // a fragment, for a page
	LaTeX    Format = "latex" // a table, for a document with the package booktabs
	CSV      Format = "csv"   // without title and notes
)

// A Table is any table.
type Table struct {
	Title  string   // above, if not ""
	Header []string // a second line of a cell is a unit
	Right  []bool   // columns set to the right; those missing are set to the left
	Rows   [][]string
	Notes  []string // below
}

// Write writes the table, no line ending in a space.
func (t *Table) Write(w io.Writer, f Format) error {
	out := table.Table{Title: t.Title, Header: t.Header, Right: t.Right, Rows: t.Rows, Notes: t.Notes}
	return named(out.Write(w, table.Format(f)))
}

// ReportOptions choose what of a report is shown.
type ReportOptions struct {
	Columns []string // names of metrics; nil: those that say most side by side, in CSV all
	Title   string   // above the table; "": the scenario, its runs and seed
}

// WriteReport writes a report: a row for each algorithm, or in CSV a row of plain numbers
// for each algorithm and metric. Where batteries ran empty a second table tells when, unless
// columns are named.
func WriteReport(w io.Writer, f Format, r *measure.Report, o ReportOptions) error {
	if r == nil {
		return errors.New("plots: there is no report: it is nil")
	}
	return named(table.WriteReport(w, table.Format(f), r, table.ReportOptions(o)))
}

// named adds the package's name to an error.
func named(err error) error {
	if err != nil {
		return fmt.Errorf("plots: %w", err)
	}
	return nil
}
