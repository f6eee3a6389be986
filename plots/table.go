package plots

import (
	"io"

	"bellwether/trace/measure"
)

// A Format is how a table is written.
type Format string

// The formats.
const (
	Text     Format = "text"
	Markdown Format = "markdown"
	HTML     Format = "html"
	CSV      Format = "csv"
)

// A Table is any table: of results, of scenarios, of algorithms.
type Table struct {
	Title  string // printed above, if not ""
	Header []string
	Right  []bool // columns set to the right; missing ones are set to the left
	Rows   [][]string
	Notes  []string // printed below
}

// Write writes the table to w.
func (t Table) Write(w io.Writer, f Format) error { return nil }

// ReportOptions choose what of a report is shown.
type ReportOptions struct {
	Columns []string // keys of metrics; nil is DefaultColumns
}

// WriteReport writes a report as a table: a row for each algorithm, or in CSV a
// row for each algorithm and metric's raw numbers.
func WriteReport(w io.Writer, f Format, r *measure.Report, o ReportOptions) error { return nil }
