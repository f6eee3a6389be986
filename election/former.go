package election

import (
	"slices"

	"bellwether/protocol"
)

// former remembers a leader that was lost or left for another: until the
// instant, only newer signs of its life count (gap 6). Without that, an old claim
// and the news that outdates it could chase each other around the component.
type former struct {
	id    protocol.ID
	stamp stamp
	until protocol.Time
}

// maxFormers bounds the memory of a node. A chase needs more leaders than that,
// each of whom fell in value within one beacon time-out, and dies of age even so.
const maxFormers = 4

// forget leaves the leader, and remembers which.
func (n *node) forget(env *protocol.Env) {
	n.recollect(n.leader.leader.ID)
	if len(n.formers) == maxFormers {
		n.formers = slices.Delete(n.formers, 0, 1) // the oldest
	}
	n.formers = append(n.formers, former{n.leader.leader.ID, n.leader.stamp, env.Now().Add(n.beaconTimeout)})
	n.leader = tenure{}
}

// recollect takes id off the former leaders.
func (n *node) recollect(id protocol.ID) {
	n.formers = slices.DeleteFunc(n.formers, func(f former) bool { return f.id == id })
}

// remembers gives the newest stamp of id, if it was the leader within the last
// beacon time-out. Later the age of any claim that old speaks for itself, and a
// leader that forgot its stamps in a crash deserves another hearing.
func (n *node) remembers(env *protocol.Env, id protocol.ID) (stamp, bool) {
	for _, f := range n.formers {
		if f.id == id && env.Now() < f.until {
			return f.stamp, true
		}
	}
	return stamp{}, false
}
