package radio

import (
	"time"

	"bellwether/protocol"
)

// A Medium decides which nodes may hear each other, and what happens to a frame that is alone
// on the air. [Disk], [Graph] and [NewContacts] give media. Package channel has media that
// decide by power. Any other type with these methods is one too. A Medium is a pure function
// of its options and of the arguments of a call: the emulated world and the mask of live
// agents use one value and get the same answers. A Medium does not know radios that are off,
// partitions, jammed regions, losses or collisions.
//
// A Medium may also implement [Exact], [Placeless] or [Timetable], which saves its caller
// much work. A type that embeds one of these makes the same promise: a disk with walls must
// not embed an Exact medium.
type Medium interface {
	// Validate returns an error if the options of the medium are not valid.
	Validate() error
	// Delay is how long after a frame has ended at its sender it ends at all its
	// receivers: a constant, 0 or more, so that a transmission is one event.
	Delay() time.Duration
	// ReachM is the distance beyond which no frame is ever heard, above 0; infinite if
	// distance does not decide.
	ReachM() float64
	// AppendPeers appends all nodes that can ever hear a node, wherever they are, sorted,
	// each once. It returns false if that depends on distance; a Placeless medium always
	// returns true. A node that is not appended hears nothing, whatever Receive returns.
	AppendPeers(out []protocol.ID, from protocol.ID) (peers []protocol.ID, known bool)
	// Receive returns what becomes of a frame of this many bytes, header included.
	Receive(h Hop, bytes int) Reception
	// Carries reports whether a hop is a link in this direction when it ends, by the mean
	// path without fades.
	Carries(h Hop) bool
	// Bidirectional reports whether a hop is a link in both directions.
	Bidirectional(h Hop) bool
	// Varies reports whether links may change while no node moves, at instants that
	// cannot be computed in advance.
	Varies() bool
}

// An Exact medium has a link between two nodes if and only if they are within a range of
// each other, the range included. So the instants at which links change can be computed.
type Exact interface {
	Medium
	ExactRangeM() float64
}

// A Placeless medium has links between nodes by ID: nodes have no places, do not move, and
// do not contend for the medium. It has nodes 1 … Nodes, and is not Exact.
type Placeless interface {
	Medium
	Nodes() int
	// Wired reports whether its links are wires: a frame on its way occupies no radio.
	Wired() bool
}

// A Timetable is a placeless medium whose links change at instants that are known.
type Timetable interface {
	Placeless
	// Changes begins a walk over all changes, in the order of time. At one instant the ends
	// come first, then the beginnings, each sorted by pair. next returns the next change, and
	// false after the last one. Walks are independent of each other.
	Changes() (next func() (Change, bool))
}

// A Change is a link that comes up or goes down.
type Change struct {
	At   protocol.Time
	A, B protocol.ID // A < B
	Up   bool
}

// The media of this package.
var (
	_ Exact     = disk{}
	_ Graph     = (*graph)(nil)
	_ Timetable = (*contacts)(nil)
)
