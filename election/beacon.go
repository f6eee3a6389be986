package election

import (
	"time"

	"bellwether/protocol"
)

// onBeacon handles a leader's beacon, which m passes on. Most beacons are copies of the
// newest, from other neighbours, so that is tested first.
func (n *node) onBeacon(env *protocol.Env, from protocol.ID, b beacon, m protocol.Message) {
	if b.Leader.ID == n.leader.leader.ID && !b.Stamp.newer(n.leader.stamp) {
		if from == b.Leader.ID && b.Stamp != n.leader.stamp {
			n.correct(env, from, tenure{b.Leader, b.Stamp, env.Now()})
		}
		return
	}
	n.hear(b.Index)
	t := tenure{b.Leader, b.Stamp, env.Now()}
	if n.electing && b.Index == n.index && !t.of(n.self) {
		n.finish(env, t, m) // its Leader was lost on the way here
		return
	}
	n.onClaim(env, from, t, m)
	if !n.electing && n.leader.of(b.Leader.ID) && n.leader.stamp == b.Stamp {
		n.compare(env)
	}
}

// compare counts the successive beacons of a leader that this node exceeds by
// the hysteresis: after the second it challenges the leader by an election, if
// nothing happens first (gap 13).
func (n *node) compare(env *protocol.Env) {
	switch {
	case n.leads() || !env.Capability().Deposes(n.leader.leader, n.hysteresis):
		n.exceeded = 0
	case n.exceeded < challengeAfter:
		n.exceeded++
		if n.exceeded == challengeAfter {
			n.hurry(env)
		}
	}
}

// challengeAfter beacons of a lesser leader make a challenge: the first may
// have been under way while a better leader was being announced.
const challengeAfter = 2

// onBeaconTimeout sends a leader's next beacon, or ends a follower's wait for one.
func (n *node) onBeaconTimeout(env *protocol.Env) {
	if n.leads() {
		n.beat(env)
		return
	}
	if n.leader.leader.ID != protocol.Nobody {
		n.lost = n.leader.leader.ID
		n.forget(env)
		env.Elected(protocol.Nobody, protocol.Computation{})
	}
	n.hurry(env)
}

// beat floods a beacon.
func (n *node) beat(env *protocol.Env) {
	n.own.Beacon++
	n.leader = tenure{env.Capability(), n.own, env.Now()}
	env.Broadcast(beacon{Index: n.index, Leader: n.leader.leader, Stamp: n.own})
	env.SetTimer(timerBeacon, n.beaconInterval)
}

// hurry schedules an election after a random back-off, uniform up to a quarter of the
// beacon interval. Nodes that miss the same beacons would start together; the Election of
// the first should reach the others before they start.
func (n *node) hurry(env *protocol.Env) {
	n.hasty = true
	env.SetTimer(timerStart, time.Duration(env.Rand().Int64N(int64(n.beaconInterval)/backoffPart+1)))
}

// backoffPart of a beacon interval is the longest back-off.
const backoffPart = 4

// calm cancels the election that waits for its back-off.
func (n *node) calm(env *protocol.Env) {
	if n.hasty {
		n.hasty = false
		env.StopTimer(timerStart)
	}
}

// onBackoff starts the election after its back-off, if it is still needed.
func (n *node) onBackoff(env *protocol.Env) {
	n.hasty = false
	if n.leader.leader.ID == protocol.Nobody || env.Capability().Deposes(n.leader.leader, n.hysteresis) {
		n.start(env)
	}
}
