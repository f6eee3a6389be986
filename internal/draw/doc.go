// Package draw turns measures into tables and figures, for a terminal, a page, a
// paper or another program.
//
// # Tables
//
// It assumes reports as measure.Summarise makes them. It never computes a number:
// it rounds, aligns and explains what it is given, and one formatter writes the
// numbers of all formats. Text, Markdown, HTML and LaTeX round to the decimals of each
// metric, fractions in percent; CSV has what was measured, in full.
//
// A cell reads "12.50 ± 1.13 ↑" or "12.50 [9.80, 15.90] ↑": the mean over runs, its
// 95 % interval, by half its width only where it is symmetric, and what measure
// decided of the difference from the row of comparison: an arrow, and † where the mean
// rests on rare runs. No arrow comes from anywhere else. Times have "(median; cut off)" behind: the median, and how many had not
// ended when they were last seen; with "≥" more than half had not. A row whose
// algorithm tries to elect another than the best is marked and explained below.
//
// A cross has the reports of many points: rows and columns are axes, algorithms or
// metrics, whatever is neither makes a table for each of its values, and the
// differences from one row have tables of their own, "+1.20 ± 0.40 (+1.10; d 1.31) ↑"
// with the typical run and Cohen's d_z behind. Where few runs stand behind a cell a note says so (see
// Method.Enough of a metric).
//
// LaTeX tables are drawn here, for the package booktabs; the others by
// tablewriter.
//
// # Figures
//
// A Figure is a plain struct of what is to be seen: Lines, Boxes and ECDF of
// measures, Timeline, Map and Energy of a run, which the sinks History, Moment and
// Drains gather from its records. WriteFigure draws any of them as SVG, PNG or PDF,
// as wide as a column or a page of a journal; how high is the figure's own affair.
//
// It assumes nothing of the data: what is empty, no number, or was all cut off is
// refused with an error, and nothing written. It never drops what is censored, and
// says below a figure what its marks mean. Quartiles and distribution functions are
// computed here, as they are nothing but ways to draw.
//
// One house style. Colours are those of Okabe and Ito, and never the only
// difference: lines differ by dashes and marks, areas by hatches, nodes of a map by
// shape, so that a grey print can be read. Lines are named where they end. No text
// is smaller than seven points, lies over another or leaves the page; names that have
// no room are left out, and the figure says how many.
//
// gonum/plot gives canvas, fonts, glyphs and formats. Its axes, legends and labels
// are not used: they do not keep texts apart.
//
// docs/numbers.md tells readers how to read tables and figures.
//
// Cost: a table is built in memory, with a row per algorithm; a figure takes some
// milliseconds, a PNG a hundred (BenchmarkFigures). A History or Moment holds what
// changed, Drains up to 32 bytes for each record of energy.
package draw
