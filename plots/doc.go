// Package plots writes tables and draws figures, for programs that compare algorithms by
// measures of their own.
//
// Tables show reports, as scenarios/compare and measure.Summarise make them, or any
// cells. Figures are plain structs of their content: [Lines] over an axis, [Boxes] and
// an [ECDF] of values of single runs, and the [Timeline] of one run, a sink of its records.
// [WriteFigure] draws each of them as SVG, PNG or PDF.
//
//	err := plots.WriteReport(os.Stdout, plots.Text, &report, plots.ReportOptions{})
//
// It assumes that reports come from package measure. It never computes a number of a table: it
// rounds and explains what it is given. A figure that has nothing to show, or a NaN or
// infinite value, is refused with an error, and nothing is written. Values that were cut off
// are never dropped.
//
// The command line draws with the same code (internal/draw/table and internal/draw/figure). docs/numbers.md says how tables
// and figures are to be read.
//
// Cost: a table some microseconds for a row; a figure some milliseconds, as PNG a hundred.
// A Timeline holds what changed in a run.
package plots
