package radio

import (
	"time"

	"bellwether/protocol"
)

// A Medium says who may hear whom and what becomes of a frame, were it alone on the
// air. [Disk], [Graph]s, [NewContacts] and package channel, by power, make media, and
// whatever else has these methods is one. It is a pure function of what it
// was made of and of what it is asked: the emulated world and the mask of live agents
// ask one value and get the same answers. What a node's radio is set to, partitions,
// jammed regions, losses and collisions are not its business.
//
// A Medium that can say more may fulfil [Exact], [Placeless] or [Timetable] too, which
// spares whoever asks it much work. Whoever embeds one of these takes over what it
// promises, too: a disk with walls is not Exact.
type Medium interface {
	// Validate says what about it makes no sense.
	Validate() error
	// Delay is how long after a frame has ended at its sender it ends at all its
	// receivers: one constant, not negative, so that a transmission is one event.
	Delay() time.Duration
	// ReachM is the distance beyond which no frame is ever heard, above 0; infinite if
	// distance does not decide.
	ReachM() float64
	// AppendPeers appends those who may ever hear a node wherever they are, sorted, each
	// once; false if only distance tells, which a Placeless medium never says. Whom it
	// leaves out hears nothing, whatever Receive says.
	AppendPeers(out []protocol.ID, from protocol.ID) (peers []protocol.ID, known bool)
	// Receive says what becomes of a frame of so many bytes, header included.
	Receive(h Hop, bytes int) Reception
	// Carries says whether a way is a link in this direction, as is usual at the
	// hop's end: fades left out.
	Carries(h Hop) bool
	// Bidirectional says whether it is one in both directions.
	Bidirectional(h Hop) bool
	// Varies says whether links may change while nobody moves, at instants that
	// nobody can foresee.
	Varies() bool
}

// An Exact medium has a link between two nodes if they are within a range of each
// other, the range included, and else none: so that the instants at which links change
// can be solved for.
type Exact interface {
	Medium
	ExactRangeM() float64
}

// A Placeless medium has links by name: nodes are nowhere, nobody moves, and nobody
// can contend for it. It has nodes 1 … Nodes, and is neither Exact nor a Broadcaster.
type Placeless interface {
	Medium
	Nodes() int
	// Wired says whether its links are wires: the latency of a frame occupies no radio.
	Wired() bool
}

// A Timetable is a placeless medium whose links change at instants that are known.
type Timetable interface {
	Placeless
	// Changes begins a walk over all changes, in the order of time: of one instant the
	// ends first, each by pair. Each call of what it returns gives the next one, false if
	// there is none. Walks are apart from each other.
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
