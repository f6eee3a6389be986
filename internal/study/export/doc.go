// Package export writes the runs of a directory as a table that other programs read directly:
// one observation a row, one variable a column (Wickham, Journal of Statistical Software 59,
// 2014). It writes traces in formats that Wireshark, Perfetto and ShiViz read. Each of these
// formats is a package of its own, and [Trace] passes the records to one of them.
//
// It assumes a directory as package results keeps it, of a run or of a sweep, finished or
// not. It never rounds a number or leaves out a run, and computes nothing that is not in
// the runs, with one exception, stated in the column horizon_s: means of times are
// restricted to a horizon that all rows share (measure.Horizons), because means up to
// different horizons cannot be compared.
//
// Tables are CSV as in RFC 4180: a header, lines that end in CR LF, quotes where they are
// needed. An unknown value is an empty field. Numbers are as short as possible without
// loss; times are in seconds, to the nanosecond.
//
// Rows are sorted by axes (numbers and durations by size, others by name), label, seed and
// metric, whatever the order in which runs ended: the same runs give the same bytes.
//
// Cost: all lines are in memory, some 2 kB a run and 3 bytes an election; 4 µs a row.
//
// A directory with a changed line, or a line of other results, is refused.
package export
