// Package export writes the runs of a directory as a table that other programs read
// as it is: one observation a row, one variable a column (Wickham, Journal of
// Statistical Software 59, 2014).
//
// It assumes a directory as package results keeps it, of a run or of a sweep, at work
// or finished. It never rounds a number, leaves out a run, or computes what stands in
// no run; but for one thing, said in the column horizon_s: means of times are
// restricted to a horizon that all rows have in common (measure.Horizons), as those
// that each run was followed to cannot be compared.
//
// Tables are CSV as RFC 4180 has it: a header, lines that end in CR LF, quotes where
// they are needed. What is not known is an empty field. Numbers are as short as they
// can be without loss; times are in seconds, to the nanosecond.
//
// Rows stand in the order of axes (numbers and durations by size, else by name), label,
// seed and metric, whatever the order in which runs ended: the same runs give the same
// bytes.
//
// Cost: all lines are in memory, some 2 kB a run and 3 bytes an election; 4 µs a row.
//
// A directory with a line that was changed, or is of other results, is refused.
package export
