// Package store keeps what an agent remembers between two lives: its identity, the number
// of its starts, the state of its algorithm, and the peers that it knew.
//
// A [Dir] is a directory on disk that one agent has to itself; [Volatile] is the
// same without a disk, for demonstrations and tests. It assumes a file system
// whose rename is atomic. It never returns a file that was written only in part: the new
// contents go to a temporary file, which is synced and renamed, and then the directory is
// synced (package durable). Each file has its length and a CRC-32C (Castagnoli) over its
// name and its contents, so a torn file, a foreign file and a file that was moved are
// recognised. Such a file is reported once, as [ErrTorn], and set aside: ".torn" is
// appended to its name. From then on it is absent.
//
// A Dir and a Volatile may be used by several goroutines.
//
// # Files
//
//	lock              the process that uses the directory, by number
//	identity          the node's ID
//	incarnation       how often the agent was started
//	peers             the agents that it knew, JSON in the frame
//	state-ALGORITHM   the algorithm's state; in the name, bytes that are not
//	                  lower-case letters, digits or hyphens are written %xx
//
// A frame is "BwS1", the length of the contents (4 bytes, little-endian), the
// checksum (4 bytes), the contents, at most [MaxBytes].
//
// # Cost
//
// Two syncs of the disk for each write: 6 ms measured on the disk of a virtual
// machine, 0.04 ms without a disk (tmpfs). An algorithm that saves at each term pays this
// at each term.
//
// # Deviations
//
//   - After its file was torn, the incarnation goes on from the clock's seconds since
//     1970. That is above any count that grew by less than one start a second. A machine
//     without a clock starts over near 0 in this one case.
//   - A directory that exists keeps its mode; one that everybody may write to is refused,
//     since anybody who replaces the identity becomes the node.
package store
