// Package table makes tables of measures, for a terminal, a page, a paper or another program.
//
// A table assumes reports as measure.Summarise makes them. It computes no statistic: it
// rounds, aligns and explains numbers, and it knows nothing of figures. One function, Number,
// writes the numbers of all formats. Text, Markdown, HTML and LaTeX round to the decimals of
// each metric, fractions in percent; CSV has the numbers in full.
//
// A cell reads "12.50 ± 1.13 ↑" or "12.50 [9.80, 15.90] ↑": the mean over runs, its
// 95 % interval (by half its width only if it is symmetric), and the verdict of package
// measure on the difference from the row of comparison: an arrow, or † if more
// runs could give one: the typical run differs, and the mean is not shown to. Arrows come only
// from these verdicts. A time has "(median; cut off)" after it: the median, and how many values
// are censored; "≥" if more than half are. A row whose algorithm does not try to elect the best
// has a mark and a note.
//
// A number with an arrow is never printed like that of the row of comparison: both get as few
// more decimals as that takes, at most three more than their metric has. Where that is not enough the arrow
// is left out. No difference is printed as "0.00 ↑" either. The means of a verdict
// that its tests tell apart follow the same rule.
//
// On a screen without room for all columns, the table of a report has a brief form: three
// significant digits, "12.5 (9.8–15.9) ↑", times without median and count. If the needed columns
// do not fit, the interval stands below its mean. A pipe and the other formats have everything.
//
// Below the notes stands the verdict of the report in words. It says no more than the tests
// of package measure: each sentence has a finding or a result of a test as its condition.
//
// A cross has the reports of many points. Rows and columns are axes, algorithms or
// metrics; each combination of values of the other dimensions has a table. The differences
// from one row have tables of their own, "+1.20 ± 0.40 (+1.10; d 1.31) ↑", with the typical
// run and Cohen's d_z in brackets. Cells with few runs are a warning beside the tables (FewRuns).
//
// LaTeX tables are drawn here, for the package booktabs; the others by
// tablewriter.
//
// docs/numbers.md tells readers how to read tables.
//
// Cost: a table is built in memory, with a row per algorithm.
package table
