// Package draw makes tables and figures of measures, for a terminal, a page, a
// paper or another program.
//
// # Tables
//
// A table assumes reports as measure.Summarise makes them, and computes no statistic: it
// rounds, aligns and explains numbers, and one formatter writes the
// numbers of all formats. Text, Markdown, HTML and LaTeX round to the decimals of each
// metric, fractions in percent; CSV has the numbers in full.
//
// A cell reads "12.50 ± 1.13 ↑" or "12.50 [9.80, 15.90] ↑": the mean over runs, its
// 95 % interval (by half its width only if it is symmetric), and the verdict of package
// measure on the difference from the row of comparison: an arrow, or † if more
// runs could give one: the typical run differs, and the mean is not shown to. Arrows come only from these verdicts. A time has "(median; cut off)"
// after it: the median, and how many values are censored; "≥" if more than half are. A row
// whose algorithm does not try to elect the best has a mark and a note.
//
// A cross has the reports of many points. Rows and columns are axes, algorithms or
// metrics; each combination of values of the other dimensions has a table. The differences
// from one row have tables of their own, "+1.20 ± 0.40 (+1.10; d 1.31) ↑", with the typical
// run and Cohen's d_z in brackets. Cells with few runs are a warning beside the tables (FewRuns).
//
// LaTeX tables are drawn here, for the package booktabs; the others by
// tablewriter.
//
// # Figures
//
// A Figure is a struct with the data to show: Lines, Boxes, ECDF, Survival and Bars of
// measures; Timeline, Map and Energy of a run, which the sinks History, Moment and
// Drains make from its records; SpaceTime of an answer why something happened. WriteFigure draws any of them as SVG, PNG or PDF,
// as wide as a column or a page of a journal; the height depends on the data.
//
// A figure assumes nothing of the data: if they are empty, not finite or all censored,
// WriteFigure returns an error and writes nothing. It never drops censored values, and
// explains its marks in notes. Quartiles and distribution functions are
// computed here, since only figures need them.
//
// All figures have one style. Colours are those of Okabe and Ito, and never the only
// difference: lines differ by dashes and marks, areas by hatches, nodes of a map by
// shape, so that a grey print can be read. Lines are named at their ends. No text
// is smaller than seven points, covers another or leaves the page; names that have
// no room are left out, and the figure states how many.
//
// gonum/plot provides canvas, fonts, glyphs and formats. Its axes, legends and labels
// are not used, since their texts may cover each other.
//
// docs/numbers.md tells readers how to read tables and figures.
//
// Cost: a table is built in memory, with a row per algorithm; a figure takes some
// milliseconds, a PNG a hundred (BenchmarkFigures). A History holds a span for each change
// of a node, a Moment the last state of each node and link, Drains up to 32 bytes for each
// record of energy.
package draw
