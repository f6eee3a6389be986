package election

import (
	"slices"

	"bellwether/protocol"
)

// onProbe answers "are you still there?" by sending again what the prober awaits, if it was
// sent before: a lost message costs one probe interval, not the election.
func (n *node) onProbe(env *protocol.Env, from protocol.ID, p probe) {
	n.hear(p.Index)
	switch {
	case p.Index == n.index && n.electing:
		n.onProbeHere(env, from, p)
	case p.Index == n.index && n.leader.leader.ID != protocol.Nobody:
		n.recall(env, from)
	case p.Index.Succeeds(n.index) && p.Awaits == awaitsAck:
		n.join(env, from, election{Index: p.Index, Depth: p.Depth}) // its Election was lost
	case n.index.Succeeds(p.Index) && n.electing:
		e := n.election()
		e.Retry = true
		env.Send(from, e)
	case n.index.Succeeds(p.Index) && p.Awaits == awaitsAck:
		n.tell(env, from)
		env.Send(from, ack{Index: p.Index, Retry: true})
	default:
		env.Send(from, reply{Index: p.Index, Part: partNone})
	}
}

// onProbeHere answers a Probe of the own computation, which goes on. A parent
// that awaits an Ack from another depth than when it was chosen has crashed and
// joined anew: see onReply.
func (n *node) onProbeHere(env *protocol.Env, from protocol.ID, p probe) {
	if p.Awaits == awaitsAck && from == n.parent && p.Depth+1 != n.depth {
		n.parentLost(env)
	}
	switch {
	case !n.electing:
		n.recall(env, from)
	case p.Awaits == awaitsAck && from != n.parent:
		env.Send(from, ack{Index: n.index, Retry: true})
	case p.Awaits == awaitsAck && !n.inTree:
		env.Send(from, ack{Index: n.index, Best: n.best, Retry: true})
	default:
		env.Send(from, reply{Index: n.index, Depth: n.depth, Part: partMember})
	}
}

// onReply handles a reply of a member of S or of the parent, or drops one. A parent at
// another depth than when it was chosen has crashed and joined anew, perhaps below this
// node: then this node would wait for itself.
func (n *node) onReply(env *protocol.Env, from protocol.ID, r reply) {
	n.hear(r.Index)
	if !n.electing || r.Index != n.index {
		return
	}
	if from == n.parent {
		if r.Part == partMember && r.Depth+1 == n.depth {
			n.silence = 0
			return
		}
		n.parentLost(env)
		return
	}
	if r.Part != partMember {
		n.childLost(env, from)
	} else if at, found := n.find(from); found {
		n.waiting[at].silence = 0
	}
}

// onProbeTimeout ends a probe interval, or the wait for replies: each node that has not
// replied is probed (again), and dropped after the last try.
func (n *node) onProbeTimeout(env *protocol.Env) {
	if !n.asking {
		n.asking = true
		for i := range n.waiting {
			n.waiting[i].silence = n.ask(env, n.waiting[i].id, awaitsAck, 0)
		}
		if n.awaitsLeader() {
			n.silence = n.ask(env, n.parent, awaitsLeader, 0)
		}
		env.SetTimer(timerTree, n.replyTimeout)
		return
	}
	n.waiting = slices.DeleteFunc(n.waiting, func(p peer) bool { return p.silence >= n.tries })
	lostParent := n.awaitsLeader() && n.silence >= n.tries
	n.asking = false
	for i := range n.waiting {
		if s := n.waiting[i].silence; s > 0 {
			n.waiting[i].silence = n.ask(env, n.waiting[i].id, awaitsAck, s)
			n.asking = true
		}
	}
	if n.awaitsLeader() && !lostParent && n.silence > 0 {
		n.silence = n.ask(env, n.parent, awaitsLeader, n.silence)
		n.asking = true
	}
	if n.asking {
		env.SetTimer(timerTree, n.replyTimeout)
	} else {
		env.SetTimer(timerTree, n.probeInterval)
	}
	if lostParent {
		n.parentLost(env)
	}
	n.pendingAck(env)
}

// ask sends a Probe to a node that has left some unanswered, and returns the new count.
func (n *node) ask(env *protocol.Env, to protocol.ID, awaits awaits, silence uint8) uint8 {
	env.Send(to, probe{Index: n.index, Depth: n.depth, Awaits: awaits})
	return silence + 1
}

// awaitsLeader reports whether the parent must be probed. The paper probes S only, and
// would wait for ever for a Leader that a lost parent cannot pass on (gap 9).
func (n *node) awaitsLeader() bool {
	return !n.inTree && n.parent != protocol.Nobody
}
