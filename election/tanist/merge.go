package tanist

import "bellwether/protocol"

// outranks reports whether this node's leader, if it has one, exceeds another.
func (n *node) outranks(env *protocol.Env, other protocol.Capability) bool {
	switch n.leader.ID {
	case protocol.Nobody:
		return false
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
	if !n.confirmed(env, f) {
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

// confirmed reports whether the better leader was heard within the last interval and a half,
// too: one frame that came from afar by chance, or from a node that passes by, is no reason to
// change.
func (n *node) confirmed(env *protocol.Env, f flood) bool {
	was := n.rumour
	n.rumour = sign{f.Leader.ID, f.Stamp, env.Now()}
	return n.confirm < 2 || was.leader == f.Leader.ID && f.Stamp > was.stamp && env.Now().Sub(was.at) <= n.period+n.period/2
}

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
