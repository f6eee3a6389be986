// Package story tells small elections message by message: a script of directives
// such as "crash 7" or "deliver 4-5", and after each what the nodes said, heard
// and believed. It drives the very machines that the emulator and the live
// runtime drive, of any algorithm, one step at a time (package internal/steps), so
// that a reader sees each send and each delivery and decides their order.
//
// It assumes a world that a page can hold: at most 64 nodes, links that a
// directive makes and cuts, neighbours told by an oracle at the same instant, and
// routes that exist where a path of live nodes does. It never lets time pass by
// itself: messages wait on their links, in the order in which they were sent,
// until a directive delivers or loses them, and timers wait until "settle" or
// "fire". It knows nothing of radio, movement or energy, and draws no jitter: the
// order of deliveries is the script's to choose. Package emulator is the real
// thing.
//
// # The script
//
// A script is text in the form of github.com/cockroachdb/datadriven: a
// directive, lines that belong to it, a line "----", and what happened, up to an
// empty line. Lines that begin with # are comments. A directive without "----"
// has no record yet: it is carried out and compared with nothing.
//
//	# Two nodes, and the better one crashes.
//	nodes flood-max leader=B
//	A 1
//	B 2
//	A-B
//	----
//
// One verb a file, verb_NAME.go; each says there what it does. Every verb that
// lets nodes speak takes the word quiet last: then only what they believe is told.
// Nodes have the names that the script gives them, and the IDs 1, 2, … in the
// order in which it names them; integers that a machine shows (verb state) are
// IDs where they name nodes.
//
// [Story.Attach] gives the records of what happens to sinks of package trace, and
// so to the checkers of trace/check.
//
// # Outsiders
//
// [Story] is the interpreter: it needs a [Finder] of algorithms, by which anybody
// can hand in one of their own, and neither files nor package testing. [Script]
// reads a file and plays it. The tests of this package show how datadriven
// replays and rewrites scripts in ten lines.
//
// The manner is that of go.etcd.io/raft's rafttest and its testdata.
package story
