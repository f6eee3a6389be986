package fd

import (
	"time"

	"bellwether/protocol"
)

// A Detector is one node's share of a failure detector (Chandra and Toueg's
// local module), a part of the machine that owns it. What it says to its like on
// other nodes, its one timer and its suspicions go through the Env of its owner,
// who calls it from its own handlers and asks it afterwards. It watches the
// members of the roster, never the node itself. Suspicions are beliefs: reported
// with Env.Suspect, taken back with Env.Trust.
type Detector interface {
	// Start begins to watch every member, trusting all.
	Start(env *protocol.Env)
	// Fire does what is due when its timer fires, and sets it again.
	Fire(env *protocol.Env)
	// Receive takes a message, and gives the member that it shows alive: Nobody if
	// it shows nothing, or is no message of this detector.
	Receive(env *protocol.Env, from protocol.ID, m protocol.Message) (alive protocol.ID)
	// Suspected says whether id seems dead. Who is not watched is not suspected.
	Suspected(id protocol.ID) bool
	// Snapshot appends the state in canonical form.
	Snapshot(b []byte) []byte
	// Copy gives a detector that behaves as this one does: nothing that happens to one
	// shows in the other.
	Copy() Detector
	// A Detector can be moved in time.
	protocol.Shifter
}

// spread draws a delay uniformly from [0, below), to keep nodes out of step.
func spread(env *protocol.Env, below time.Duration) time.Duration {
	return time.Duration(env.Rand().Int64N(int64(max(below, 1))))
}
