package tanist

import (
	"slices"
	"time"

	"bellwether/protocol"
)

// outranks reports whether this node's leader exceeds another, or in a contest the best claim: others
// may follow its author by now.
func (n *node) outranks(env *protocol.Env, other protocol.Capability) bool {
	switch n.leader.ID {
	case protocol.Nobody:
		return n.contest.best.Exceeds(other)
	case env.Self():
		return env.Capability().Exceeds(other)
	}
	return n.leader.Exceeds(other)
}

// rebut answers the followers of a worse leader, once for each of its signs of life.
func (n *node) rebut(env *protocol.Env, s sign) {
	if n.rebutted.leader == s.leader && s.stamp <= n.rebutted.stamp || env.Now().Sub(n.heard) >= n.dead {
		return
	}
	n.rebutted = s
	if n.telling.what == nothing {
		n.speak(env, respond)
	}
}

// onBetter leaves the leader for a better one of others, once that was confirmed, and floods
// MERGE: the followers of the leader that was need no confirmation of their own.
func (n *node) onBetter(env *protocol.Env, from protocol.ID, f flood) {
	if !n.confirmed(env, from, f) {
		return
	}
	was := n.leader
	if n.leads(env) {
		was = env.Capability()
	}
	n.follow(env, news{leader: f.Leader, stamp: f.Stamp, from: from, by: kindMerge})
	n.heir = was
	n.speak(env, relay)
	n.telling.by = append(n.telling.by[:0], from)
}

// confirmed reports whether a better leader is believed: at once where a neighbour says so, or where
// followers of this leader say that they have left it; else at the second beacon within two intervals
// and a half. One frame that came from afar by chance, or from a node that passes by, is no reason to
// change. Neighbours are not believed at once of a leader that has handed over: what they say may be
// from before that.
func (n *node) confirmed(env *protocol.Env, from protocol.ID, f flood) bool {
	was := n.rumour
	n.rumour = sign{f.Leader.ID, f.Stamp, env.Now()}
	switch {
	case n.confirm < 2, slices.Contains(env.Neighbours(), from) && !n.gaveWay(env, f.Leader.ID):
		return true
	case f.kind == kindMerge && f.Heir == env.Self() && n.leads(env):
		return true
	}
	return was.leader == f.Leader.ID && f.Stamp > was.stamp && env.Now().Sub(was.at) <= n.rumoured()
}

// rumoured is for how long a better leader that was heard once waits for its second beacon.
func (n *node) rumoured() time.Duration { return 2*n.period + n.period/2 }

// NeighbourUp tells the first neighbour of a leader that was alone who leads here: that one leads,
// too, or belongs to others, and the next beacons would take two intervals to tell.
func (n *node) NeighbourUp(env *protocol.Env, _ protocol.ID) {
	if n.leads(env) && len(env.Neighbours()) == 1 && n.telling.what == nothing {
		n.speak(env, respond)
	}
}

// NeighbourDown implements protocol.NeighbourObserver. A leader out of reach is missed by its
// beacons: it may still be reached over others.
func (*node) NeighbourDown(*protocol.Env, protocol.ID) {}
