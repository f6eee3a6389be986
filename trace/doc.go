// Package trace says what happened in a run: the record types, the sinks that
// take them, their files and their hash.
//
// The trace is the only witness. Whatever a table, a figure or a checker says
// was read from it, from emulation and live alike. It assumes that records
// arrive in the order in which they happened; it never judges them (see
// trace/check and trace/measure) and never looks at a clock.
//
// Units: protocol.Time for instants, bytes, metres, metres a second, joules.
//
// Cost: with no sink a record is never built. A sink names the kinds it wants,
// so a measure does not pay for receptions it never counts. Receptions, by far the
// most frequent records, come by frame to a [ReceptionSink].
//
// # Hash
//
// A [Hash] sums a run up: equal sums mean that all records were equal. It costs
// some 20 ns for a reception and 45 for a message of 10 bytes (SHA-256 in
// hardware, 2 GHz class), and allocates nothing.
//
// # Files
//
// A [Writer] writes one JSON object a line. The first is a header:
//
//	{"trace":"bellwether","version":1,"scenario":…,"algorithm":…,"seed":…,"kinds":{"election":1,…}}
//
// with, in the trace of a live agent, "zero_unix_ns" and "hello_timeout_ns" before
// the kinds, and in all "build" and "row"; an emulated run adds "measured",
// "scenario_yaml" and "files": whatever it takes to run it again, and to recompute
// every metric from the file alone (see [Header] and [Origin]). Older files have none
// of these, and are read.
//
// Each other is a record: "at_ns" and "record", then the keys its kind has, all
// of them, in a fixed order, under names that say what they mean for that kind
// and in which unit. A message's content is an object of its fields. A [Reader]
// takes these and nothing else, names file and line of what it refuses, and
// needs no more memory for a long file than for a short one. [Show] prints a
// file as a conversation.
package trace
