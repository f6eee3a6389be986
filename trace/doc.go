// Package trace defines the records of what happens in a run, the sinks that
// take them, their files and their hash.
//
// The trace is the only source of results: tables, figures and checkers read it, for
// emulated and live runs alike. The package assumes that records
// arrive in the order in which they happened. It never judges them (see
// trace/check and trace/measure) and never looks at a clock.
//
// Units: protocol.Time for instants, bytes, metres, metres a second, joules.
//
// Cost: without a sink no record is built. A sink names the kinds that it wants, so a measure
// does not pay for receptions that it never counts. Receptions are by far the most frequent
// records. A sink with a method Receptions gets all receptions of a frame in one call.
//
// # Hash
//
// A [Hash] is the checksum of a run: equal sums mean that all records that it takes were
// equal. It costs about 20 ns for a reception and 45 for a message of 10 bytes (SHA-256 in
// hardware, 2 GHz class), and allocates nothing.
//
// # Files
//
// A [Writer] writes one JSON object a line. The first is a header:
//
//	{"trace":"bellwether","version":1,"scenario":…,"algorithm":…,"seed":…,"kinds":{"election":1,…}}
//
// with, in the trace of a live agent, "zero_unix_ns" and "hello_timeout_ns" before the kinds,
// and in all "build" and "row". An emulated run adds "measured", "scenario_yaml" and "files":
// all that is needed to run it again, and to compute every metric again from the file alone
// (see [Header]). A Reader also takes older files, which lack these.
//
// Each other line is a record: "at_ns" and "record", then all keys of its kind, in a
// fixed order. The names of the keys give the meaning for that kind
// and the unit. A message's content is an object of its fields. A [Reader]
// takes these and nothing else. It names file and line of what it refuses, and
// needs no more memory for a long file than for a short one. [Show] prints a
// file as a conversation.
package trace
