package election

import (
	"math"

	"bellwether/protocol"
)

// exchangeLeaders runs at both ends of a new link. For an electing node the Leader at the end,
// a local broadcast, takes its place (gap 8). A leader without a sign of life yet is not
// reported.
func (n *node) exchangeLeaders(env *protocol.Env, id protocol.ID) {
	if !n.electing && n.leader.stamp != (stamp{}) {
		env.Send(id, exchange{Index: n.index, Claim: n.claim(env), Ends: endsNew})
	}
}

// onExchange handles a neighbour's claim about its leader.
func (n *node) onExchange(env *protocol.Env, from protocol.ID, x exchange, m protocol.Message) {
	n.hear(x.Index)
	n.onClaim(env, from, since(env.Now(), x.Claim), m)
}

// onClaim handles a claim of a leader, which m passes on. The greater leader wins, by the
// strict order. A lower one is answered, so that the other side learns of the greater
// whatever links came and went (gap 5). Of two claims of one leader the fresher holds, its
// value included (gap 11).
func (n *node) onClaim(env *protocol.Env, from protocol.ID, t tenure, m protocol.Message) {
	switch {
	case t.of(n.self):
		n.onOwnClaim(env, from, t)
	case !n.fresh(env, t):
		n.correct(env, from, t)
	case n.electing:
		n.queue(env, t, m)
	case n.leader.of(t.leader.ID):
		n.leader = t
		env.SetTimer(timerBeacon, t.heard.Add(n.beaconTimeout).Sub(env.Now()))
		n.pass(env, m)
	case t.leader.Exceeds(n.leader.leader):
		n.take(env, t, protocol.Computation{})
		n.pass(env, m)
	default:
		if x, ok := m.(exchange); ok && x.Ends == endsNew {
			return // this end has sent its own
		}
		n.answer(env, from, t)
	}
}

// pass passes news on. A claim ages by at least a millisecond per hop: no chain of nodes
// can keep it young. A beacon is passed on as received; its stamp alone shows which is
// newer.
func (n *node) pass(env *protocol.Env, m protocol.Message) {
	switch v := m.(type) {
	case leader:
		v.Claim.Age += n.hopAge
		m = v
	case exchange:
		v.Claim.Age += n.hopAge
		v.Ends = endsOld
		m = v
	}
	env.BroadcastWithin(n.jitter, m)
}

// fresh reports whether t is news: not older than the beacon time-out, and newer than what
// is known of that leader, present or former (gap 6).
func (n *node) fresh(env *protocol.Env, t tenure) bool {
	if n.expired(env, t) || n.leader.of(t.leader.ID) && !t.stamp.newer(n.leader.stamp) {
		return false
	}
	stamp, ok := n.remembers(env, t.leader.ID)
	return !ok || t.stamp.newer(stamp)
}

func (n *node) expired(env *protocol.Env, t tenure) bool {
	return env.Now().Sub(t.heard) >= n.beaconTimeout
}

// queue keeps the best claim received while electing until the end (gap 7), and passes
// fresh beacons on: nodes farther away may not be electing.
func (n *node) queue(env *protocol.Env, t tenure, m protocol.Message) {
	known := n.queued.of(t.leader.ID) && !n.expired(env, n.queued)
	switch {
	case known && !t.stamp.newer(n.queued.stamp):
		return
	case !known && !n.expired(env, n.queued) && !t.leader.Exceeds(n.queued.leader):
		return
	}
	n.queued = t
	if _, ok := m.(beacon); ok {
		env.BroadcastWithin(n.jitter, m)
	}
}

// merge considers the queued claim at the end of an election.
func (n *node) merge(env *protocol.Env) {
	t := n.queued
	n.queued = tenure{}
	if t.leader.ID == protocol.Nobody || !n.fresh(env, t) {
		return
	}
	switch {
	case n.leader.of(t.leader.ID):
		n.leader = t
		env.SetTimer(timerBeacon, t.heard.Add(n.beaconTimeout).Sub(env.Now()))
	case t.leader.Exceeds(n.leader.leader):
		n.take(env, t, protocol.Computation{})
		env.BroadcastWithin(n.jitter, exchange{Index: n.index, Claim: t.claim(env.Now())})
	}
}

// tell sends a neighbour the leader of this node, if it knows one.
func (n *node) tell(env *protocol.Env, to protocol.ID) {
	if n.leader.leader.ID != protocol.Nobody {
		env.Send(to, exchange{Index: n.index, Claim: n.claim(env)})
	}
}

// recall sends the Leader of the ended computation again to one node.
func (n *node) recall(env *protocol.Env, to protocol.ID) {
	if n.leader.leader.ID != protocol.Nobody {
		env.Send(to, leader{Index: n.index, Claim: n.claim(env), Retry: true})
	}
}

// claim is this node's claim about its leader. A leader's claim about itself is always
// fresh.
func (n *node) claim(env *protocol.Env) claim {
	if n.leads() {
		n.leader.heard = env.Now()
	}
	return n.leader.claim(env.Now())
}

// answer tells the sender of a lower claim of the greater leader, once for each sign of
// life of the lower one.
func (n *node) answer(env *protocol.Env, to protocol.ID, lower tenure) {
	if n.told.leader == lower.leader.ID && n.told.stamp == lower.stamp {
		return
	}
	n.told.leader, n.told.stamp = lower.leader.ID, lower.stamp
	n.tell(env, to)
}

// correct tells a leader whose own claim has an older stamp than known: it has lost its
// stable storage, and learns here which stamp to supersede (gap 4).
func (n *node) correct(env *protocol.Env, from protocol.ID, t tenure) {
	known := stamp{}
	switch {
	case from != t.leader.ID:
		return
	case n.leader.of(from):
		known = n.leader.stamp
	default:
		known, _ = n.remembers(env, from)
	}
	if !known.newer(t.stamp) || n.told.leader == from && n.told.stamp == t.stamp {
		return
	}
	n.told.leader, n.told.stamp = from, t.stamp
	env.Send(from, exchange{Index: n.index, Claim: claim{Leader: t.leader, Stamp: known, Age: math.MaxUint32}})
}
