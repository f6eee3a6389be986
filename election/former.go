package election

import (
	"slices"

	"bellwether/protocol"
)

// former remembers a leader that was lost or left for another: until the given instant only
// newer signs of its life count (gap 6). Without it an old claim and the news that outdates
// it could replace each other around the component for ever.
type former struct {
	id    protocol.ID
	stamp stamp
	until protocol.Time
}

// maxFormers bounds the memory of a node. Only with more leaders, each of which fell in
// value within one beacon time-out, could that happen; it would end when the claims expire.
const maxFormers = 4

// forget leaves the leader, and adds it to the former leaders.
func (n *node) forget(env *protocol.Env) {
	n.recollect(n.leader.leader.ID)
	if len(n.formers) == maxFormers {
		n.formers = slices.Delete(n.formers, 0, 1) // the oldest
	}
	n.formers = append(n.formers, former{n.leader.leader.ID, n.leader.stamp, env.Now().Add(n.beaconTimeout)})
	n.leader = tenure{}
}

// recollect removes id from the former leaders.
func (n *node) recollect(id protocol.ID) {
	n.formers = slices.DeleteFunc(n.formers, func(f former) bool { return f.id == id })
}

// remembers returns the newest stamp of id, if it was the leader within the last beacon
// time-out. Older claims are refused for their age alone, and a leader that forgot its
// stamps in a crash must be accepted again some time.
func (n *node) remembers(env *protocol.Env, id protocol.ID) (stamp, bool) {
	for _, f := range n.formers {
		if f.id == id && env.Now() < f.until {
			return f.stamp, true
		}
	}
	return stamp{}, false
}
