// Package csv reads and writes movement as a table: node, time, x, y.
//
// It assumes a row for each place of a node at a time, the rows of one node in order of
// time. It guesses no column whose name it does not know, but for the only one whose name says
// time, and tells it.
//
// # What it reads
//
//	node,time,x,y            a header, or none: then the columns are node, time, x, y and perhaps z
//	car7,12.5,131.9,247.3    at 12.5 s car7 is at (131.9, 247.3)
//	car7,80,,                at 80 s it leaves the world; with blanks: car7 80
//	# a comment
//
// The delimiter is the first of semicolon, tab and comma that the first row has, else
// blanks. If it is not blanks, names may stand in double quotes. The first row is a header
// if it has no time where the time should be; so may be the comment above it, see [text.Hashes].
// Columns of a header are found by the usual names, see columns.go, or by a mapping; others are
// ignored, and told if they may say that a row is no fix, see [text.Flags]. Columns called longitude and latitude, in full or short, hold degrees, whose signs may
// be letters of hemispheres in columns beside them, see places.go. A header without a column of
// nodes is of one device, by the name of the file. Times are those of [text.Times]. The columns of a
// table without a header are told.
//
// Without a header two shapes are known, and told: node, date, longitude, latitude (T-Drive);
// and latitude, longitude, occupied, seconds since 1970, of one device, the latest row first
// (Cabspotting). [ReadPlt] reads Geolife's files.
//
// BonnMotion's IntervalFormat (.if) and its CSVFile, and what Cooja's mobility
// plug-in reads, are such tables.
//
// # Rules
//
//   - Between two rows a node moves in a straight line at constant speed; two rows
//     of one time are a teleport.
//   - Rows that run backwards in time are an error, unless the mapping says that they are in no
//     order, or they are of one device and begin so, see order.go.
//   - A node whose rows have no place is left out, and told.
//   - A node is absent before its first row. After its last it stays where it is: the file
//     does not say so, and a scenario decides, see movetrace.Excerpt.
//   - Time 0 of the trace is the first time in the file.
//
// Units: seconds, metres or degrees; written to the nanosecond, and to the
// micrometre or 10⁻⁹ degrees. Cost: linear; memory is that of the trace's legs and
// a line.
//
// Deviation: a row without coordinates, for a node that leaves, is our own.
package csv
