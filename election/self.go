package election

import "bellwether/protocol"

// onOwnClaim handles a claim that this node leads.
func (n *node) onOwnClaim(env *protocol.Env, from protocol.ID, t tenure) {
	forgotten := n.supersede(env, t.stamp)
	self := env.Capability()
	switch {
	case n.electing || n.expired(env, t) && !n.leads():
	case n.leads():
		if forgotten && n.mayInterrupt(env) {
			n.beat(env)
		}
	case self.Exceeds(n.leader.leader):
		if n.mayInterrupt(env) {
			n.take(env, tenure{self, n.own, env.Now()}, protocol.Computation{})
			n.beat(env)
		}
	case t.leader.Exceeds(n.leader.leader):
		n.retract(env)
	default:
		n.answer(env, from, t)
	}
}

// retract tells nodes that take this node for a better leader than it is what it can offer
// now, so that they accept the next beacon of the better one.
func (n *node) retract(env *protocol.Env) {
	if !n.mayInterrupt(env) {
		return
	}
	n.own.Beacon++
	now := tenure{env.Capability(), n.own, env.Now()}
	env.Broadcast(exchange{Index: n.index, Claim: now.claim(env.Now())})
}

// mayInterrupt allows one sign of life besides the beacons in each beacon interval: it is
// flooded, every node may answer it, and such an answer must not cause another at once.
func (n *node) mayInterrupt(env *protocol.Env) bool {
	if env.Now() < n.silent {
		return false
	}
	n.silent = env.Now().Add(n.beaconInterval)
	return true
}
