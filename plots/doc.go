// Package plots turns measures into tables, for a terminal, a page or another
// program. (Figures come later, from the same reports.)
//
// It assumes reports as measure.Summarise makes them. It never computes a number:
// it rounds, aligns and explains what it is given, and one formatter writes the
// numbers of all formats. Text, Markdown, HTML and LaTeX round to the decimals of each
// metric, fractions in percent; CSV has what was measured, in full.
//
// A cell reads "12.50 ± 1.13 ↑": the mean over runs, half the width of its 95 %
// interval, and whether it lies above or below the row of comparison by more than
// chance. Times have "(median; cut off)" behind: the median, and how many had not
// ended when they were last seen; with "≥" more than half had not. A row whose
// algorithm tries to elect another than the best is marked and explained below.
//
// A cross has the reports of many points: rows and columns are axes, algorithms or
// metrics, whatever is neither makes a table for each of its values, and the
// differences from one row have tables of their own, "+1.20 ± 0.40 (d 1.31) ↑"
// with Cohen's d_z behind. Where few runs stand behind a cell a note says so (see
// measure.Method.Enough).
//
// LaTeX tables are drawn here, for the package booktabs; the others by
// tablewriter.
//
// Cost: a table is built in memory; it has a row per algorithm.
package plots
