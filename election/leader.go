package election

import "bellwether/protocol"

// onLeader ends the computation that it announces. A Leader of another computation is a
// claim like any other: an electing node queues it (gap 7), another node adopts the greater
// (an orphan may announce a second leader of one computation).
//
// A leader that is less than what this node has collected was announced without
// its branch: a Child or an Ack was lost, or an orphan announced. The node then
// does what an orphan does.
func (n *node) onLeader(env *protocol.Env, from protocol.ID, l leader, m protocol.Message) {
	n.hear(l.Index)
	if l.Retry {
		l.Retry = false
		m = l
	}
	won := since(env.Now(), l.Claim)
	if !n.electing || l.Index != n.index {
		n.onClaim(env, from, won, m)
		return
	}
	n.finish(env, won, m)
}

// finish ends the own computation on news of its leader, which m passes on.
func (n *node) finish(env *protocol.Env, won tenure, m protocol.Message) {
	if n.expired(env, won) || n.best.Capability.Exceeds(won.leader) {
		n.announce(env)
		return
	}
	n.conclude(env, won)
	env.BroadcastWithin(n.jitter, m)
	n.merge(env)
}

// conclude ends the own computation with a leader.
func (n *node) conclude(env *protocol.Env, won tenure) {
	n.electing, n.inTree, n.counting, n.asking = false, false, false, false
	n.parent, n.depth, n.silence = protocol.Nobody, 0, 0
	n.waiting = n.waiting[:0]
	env.StopTimer(timerTree)
	n.take(env, won, n.index)
}

// take adopts a leader: by the given computation, or by a claim if that is zero.
func (n *node) take(env *protocol.Env, t tenure, by protocol.Computation) {
	if n.leader.leader.ID != protocol.Nobody && !n.leader.of(t.leader.ID) {
		n.forget(env)
	}
	n.recollect(t.leader.ID)
	n.leader, n.lost = t, protocol.Nobody
	n.exceeded = 0
	n.calm(env)
	if t.of(n.self) {
		n.takeOffice(env)
	} else {
		env.SetTimer(timerBeacon, t.heard.Add(n.beaconTimeout).Sub(env.Now()))
	}
	env.Elected(t.leader.ID, by)
}

// takeOffice begins to lead. The message that announces it counts as the first beacon.
func (n *node) takeOffice(env *protocol.Env) {
	n.supersede(env, n.leader.stamp)
	env.SetTimer(timerBeacon, n.beaconInterval)
}

// supersede makes the own signs of life newer than other. Only a node without stable
// storage can have forgotten a newer one (gap 4).
func (n *node) supersede(env *protocol.Env, other stamp) bool {
	if !other.newer(n.own) {
		return false
	}
	n.own = stamp{Term: other.Term + 1}
	n.save(env)
	return true
}
