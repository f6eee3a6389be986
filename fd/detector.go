package fd

import (
	"time"

	"bellwether/protocol"
)

// A Detector is one node's part of a failure detector (Chandra and Toueg's local module), a
// part of the machine that owns it. It uses the Env of its owner for its messages, its one
// timer and its suspicions. The owner calls it from its own handlers and then reads the
// suspects. It watches the members of the roster, never the node itself. Suspicions are
// beliefs: reported with Env.Suspect, taken back with Env.Trust.
type Detector interface {
	// Start begins to watch every member, and suspects none.
	Start(env *protocol.Env)
	// Fire is called when its timer fires. It does the work that is due and sets the
	// timer again.
	Fire(env *protocol.Env)
	// Receive handles a message, and returns the member that it shows to be alive; Nobody if
	// it shows none, or is not a message of this detector.
	Receive(env *protocol.Env, from protocol.ID, m protocol.Message) (alive protocol.ID)
	// Suspected reports whether id seems dead. A node that is not watched is not
	// suspected.
	Suspected(id protocol.ID) bool
	// Snapshot appends the state in canonical form.
	Snapshot(b []byte) []byte
	// Copy returns a detector that behaves the same. No change of one shows in the other.
	Copy() Detector
	// A Detector can be moved in time.
	protocol.Shifter
}

// spread draws a delay uniformly from [0, below), to keep nodes out of step.
func spread(env *protocol.Env, below time.Duration) time.Duration {
	return time.Duration(env.Rand().Int64N(int64(max(below, 1))))
}
