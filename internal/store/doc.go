// Package store is what an agent remembers between two lives: who it is, how
// often it was started, what its algorithm saved, whom it knew.
//
// A [Dir] is a directory on disk that one agent has to itself; [Volatile] is the
// same without a disk, for demonstrations and tests. It assumes a file system
// whose rename is atomic. It never shows what was written by half: a file is
// written beside, synced, renamed and the directory synced (package durable),
// and framed by its length and a CRC-32C (Castagnoli) over its name and its
// contents, so a torn file, a foreign one and one that was moved are all told
// from a sound one. Such a file is reported once, as [ErrTorn], and set aside
// under the name it had with ".torn" after it; from then on it is absent.
//
// A Dir and a Volatile may be used by several goroutines.
//
// # Files
//
//	lock              who uses the directory: a process number
//	identity          the node's ID
//	incarnation       how often the agent was started
//	peers             whom it knew, JSON in the frame
//	state-ALGORITHM   what the algorithm saved; in the name, bytes that are not
//	                  lower-case letters, digits or hyphens are written %xx
//
// A frame is "BwS1", the length of the contents (4 bytes, little-endian), the
// checksum (4 bytes), the contents, at most [MaxBytes].
//
// # Cost
//
// Two syncs of the disk for each write: 6 ms measured on the disk of a virtual
// machine, 0.04 ms without a disk (tmpfs). An algorithm that saves at each term
// pays it at each term.
//
// # Deviations
//
//   - An incarnation count that was torn goes on from the clock's seconds since
//     1970: above any count that grew by less than one start a second. A machine
//     without a clock starts over near 0 in this one case.
//   - A directory that exists keeps its mode; one that everybody may write to is
//     refused, since whoever replaces the identity becomes the node.
package store
