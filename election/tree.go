package election

import (
	"cmp"
	"slices"

	"bellwether/protocol"
)

// start makes this node the source of a new computation.
func (n *node) start(env *protocol.Env) {
	n.num = successor(n.num)
	if n.leader.leader.ID != protocol.Nobody {
		n.lost = n.leader.leader.ID
	}
	n.enter(env, protocol.Computation{Num: n.num, Source: n.self}, protocol.Nobody, 0)
}

// join joins the computation of e with from as the parent. If this node is the source of
// that computation, it started it before a crash in which it forgot it (gap 4): instead of
// joining below its own children it starts a newer one.
func (n *node) join(env *protocol.Env, from protocol.ID, e election) {
	if e.Index.Source == n.self {
		n.start(env)
		return
	}
	n.lost = e.Departed
	n.enter(env, e.Index, from, e.Depth+1)
}

// election is this node's Election message.
func (n *node) election() election {
	return election{Index: n.index, Depth: n.depth, Departed: n.signalling.departed(n)}
}

// enter begins to take part in the computation index and leaves an older one. The index is
// saved before any message carries it, so no node takes part twice in one computation, even
// after a crash: that keeps parents acyclic.
func (n *node) enter(env *protocol.Env, index protocol.Computation, parent protocol.ID, depth uint32) {
	n.hear(index)
	n.index = index
	n.save(env)
	if !n.electing {
		n.queued = tenure{}
		env.StopTimer(timerBeacon)
		n.calm(env)
	}
	n.electing, n.inTree = true, true
	n.parent, n.depth = parent, depth
	n.waiting = n.waiting[:0]
	n.asking, n.counting, n.silence = false, false, 0
	n.best = candidate{env.Capability(), n.own}
	env.Electing(index)
	n.signalling.grow(n, env)
}

// onElection joins a computation newer than any before (also when not electing, gap 3). An
// electing node does not answer an older one: its sender will receive the newer one.
func (n *node) onElection(env *protocol.Env, from protocol.ID, e election) {
	n.hear(e.Index)
	switch {
	case e.Index.Succeeds(n.index):
		if n.signalling.concerns(n, env, from, e) {
			n.join(env, from, e)
		}
	case e.Index == n.index && n.electing:
		n.onElectionAgain(env, from, e)
	case e.Index == n.index:
		n.signalling.over(n, env, from)
	case !n.electing:
		n.signalling.refuse(n, env, from, e.Index)
	}
}

// onElectionAgain handles another Election of the node's own computation: from a node with
// another parent, or from its own parent. The parent repeats itself, or, at another depth,
// has crashed and joined anew.
func (n *node) onElectionAgain(env *protocol.Env, from protocol.ID, e election) {
	if from != n.parent {
		n.signalling.decline(n, env, from)
		return
	}
	if e.Depth+1 != n.depth {
		n.parentLost(env)
		n.signalling.decline(n, env, from)
		return
	}
	if !n.inTree {
		env.Send(from, ack{Index: n.index, Best: n.best, Retry: true})
	}
}

// onAck handles the best of a child's subtree, or a neighbour's refusal. If an Ack arrives
// after this node's own pending Ack, from a child that was dropped too soon, what it adds
// is sent to the parent.
func (n *node) onAck(env *protocol.Env, from protocol.ID, a ack) {
	n.hear(a.Index)
	if a.Index != n.index {
		return // of a computation abandoned since (gap 2)
	}
	better := a.Best.Capability.Exceeds(n.best.Capability)
	n.best = n.best.better(a.Best)
	switch {
	case !n.electing:
		if better && a.Best.Capability.Exceeds(n.leader.leader) {
			n.announce(env)
		}
	case !n.inTree:
		if better && n.parent != protocol.Nobody {
			env.Send(n.parent, ack{Index: n.index, Best: n.best, Retry: true})
		}
	default:
		n.dismiss(from)
		n.pendingAck(env)
	}
}

// onChild adds the sender to S: it took this node for its parent.
func (n *node) onChild(env *protocol.Env, from protocol.ID, c child) {
	n.hear(c.Index)
	if c.Index != n.index || !n.electing {
		return
	}
	if from == n.parent { // crashed, and joined anew below this node
		n.parentLost(env)
	}
	if n.electing && n.inTree {
		n.await(from)
	}
}

// onChildTimeout ends the wait for children: S is complete.
func (n *node) onChildTimeout(env *protocol.Env) {
	n.counting = false
	env.SetTimer(timerTree, n.probeInterval)
	n.pendingAck(env)
}

// pendingAck sends the pending Ack once S is empty. A node without a parent, source or
// orphan, announces instead.
func (n *node) pendingAck(env *protocol.Env) {
	if !n.electing || !n.inTree || n.counting || len(n.waiting) > 0 {
		return
	}
	n.inTree = false
	if n.parent == protocol.Nobody {
		n.announce(env)
		return
	}
	env.Send(n.parent, ack{Index: n.index, Best: n.best})
	n.asking, n.silence = false, 0
	env.SetTimer(timerTree, n.probeInterval)
}

// childLost removes a node from S.
func (n *node) childLost(env *protocol.Env, id protocol.ID) {
	if n.dismiss(id) {
		n.pendingAck(env)
	}
}

// parentLost makes this node an orphan: it collects the Acks that its subtree still owes,
// then announces the best of it to its neighbours (gap 9).
func (n *node) parentLost(env *protocol.Env) {
	n.parent, n.silence = protocol.Nobody, 0
	if !n.inTree {
		n.announce(env)
	}
}

// announce ends the computation here with the best of the own subtree.
func (n *node) announce(env *protocol.Env) {
	won := tenure{n.best.Capability, n.best.Stamp, env.Now()}
	n.conclude(env, won)
	env.Broadcast(leader{Index: n.index, Claim: won.claim(env.Now())})
	n.merge(env)
}

// await adds id to S.
func (n *node) await(id protocol.ID) {
	if at, found := n.find(id); !found {
		n.waiting = slices.Insert(n.waiting, at, peer{id: id})
	}
}

// dismiss removes id from S, and reports whether it was in it.
func (n *node) dismiss(id protocol.ID) bool {
	at, found := n.find(id)
	if found {
		n.waiting = slices.Delete(n.waiting, at, at+1)
	}
	return found
}

func (n *node) find(id protocol.ID) (at int, found bool) {
	return slices.BinarySearchFunc(n.waiting, id, func(p peer, id protocol.ID) int { return cmp.Compare(p.id, id) })
}
