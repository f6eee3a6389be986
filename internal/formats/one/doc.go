// Package one reads and writes the movement files of The ONE, the simulator of
// opportunistic networks (A. Keränen, J. Ott, T. Kärkkäinen, "The ONE Simulator
// for DTN Protocol Evaluation", SIMUTools 2009), and reads its contacts.
//
// It assumes the form that the simulator's own readers assume: a header, then lines in
// order of time. It never reads the messages of an event file, nor zip archives.
//
// # What it reads
//
// Movement (ExternalMovement): a header of the least and greatest time, x, y and
// perhaps z, then where a node is at a time:
//
//	0 600 0 4500 0 3400
//	0.0 3 121.9 237.3
//	1.0 3 122.9 237.3
//
// Paths (ExternalPathMovement): a header of the greatest id and the bounds, then a
// line for each node, of any length:
//
//	3 0 600 0 4500 0 3400
//	3 0,121.9,237.3 110.5,290.8,343.7
//
// and in a second file when a node is active, in one or more lines:
//
//	3 0 300
//
// Contacts (StandardEvents): 12.5 CONN 3 7 up, and down. Events of messages are
// skipped. A line that begins with # is a comment in each of them.
//
// # Rules
//
//   - Between two places of a node it moves in a straight line at constant speed. A node
//     that a step leaves out stays where it is.
//   - A node is absent before its first place, and while a file of activity says so.
//     Movement alone cannot say that a node leaves: it stays in the world.
//   - Time 0 of the trace is the header's least time. Coordinates are taken from the file
//     unchanged; The ONE would subtract the least ones.
//
// Units: seconds and metres, written to the nanosecond and the micrometre. Cost:
// linear; memory is that of the trace's legs and a line, of paths a word.
//
// Deviations: ids may be any names in reading and are numbers in writing. The greatest id
// in a header is not enforced. Neither are its bounds: published traces leave them, and
// The ONE's own readers (ExternalMovementReader, ExternalPathMovementReader) only subtract
// the least values. Places outside count, and a note says how many there are and where the
// first is.
package one
