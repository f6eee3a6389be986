// Package story shows small elections message by message. A script has directives such as
// "crash 7" or "deliver 4-5", each followed by what the nodes sent, received and believed.
// It drives the same machines, of any algorithm, that the emulator and the live runtime
// drive, one step at a time (package internal/sim/async). So a reader sees each send and each
// delivery, and the script decides their order.
//
// It assumes a world that a page can hold: at most 64 nodes, links that a directive makes and
// cuts, an oracle that reports neighbours at the same instant, and routes wherever there is a
// path of live nodes. It never lets time pass by itself: messages wait on their links, in the
// order of sending, until a directive delivers or loses them, and timers wait until "settle"
// or "fire". It has no radio, movement, energy or jitter: package emulator has them.
//
// # The script
//
// A script is text in the form of github.com/cockroachdb/datadriven: a
// directive, lines that belong to it, a line "----", and what happened, up to an
// empty line. Lines that begin with # are comments. A directive without "----" has no
// record yet: it is carried out, and its result is not compared.
//
//	# Two nodes, and the better one crashes.
//	nodes flood-max leader=B
//	A 1
//	B 2
//	A-B
//	----
//
// Each verb has a file, verb_NAME.go, with its description. Every verb that lets nodes
// send takes quiet as its last word: then only their beliefs are shown. Nodes have the
// names that the script gives them, and the IDs 1, 2, … in that order. Among the integers
// that a machine shows (verb state), those that name nodes are IDs.
//
// Method Attach of a story gives the records of what happens to sinks of package trace,
// for example to the checkers of trace/check.
//
// # Outsiders
//
// [New] makes the interpreter. It needs a [Finder] of algorithms, which may return
// algorithms of your own, but neither files nor package testing. [Read] reads a script,
// and [Script.Play] plays it and writes it with its records.
//
// The design follows rafttest of go.etcd.io/raft and its testdata.
package story
