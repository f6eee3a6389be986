package election

import "bellwether/protocol"

// signalling is how a node talks to its neighbours in an election: the paper's
// variants (§VI) differ in nothing else.
type signalling interface {
	// grow spreads the Election the node has just entered.
	grow(n *node, env *protocol.Env)
	// decline answers an Election of the node's own computation from a node that
	// is not its parent.
	decline(n *node, env *protocol.Env, to protocol.ID)
	// over answers an Election of the node's own computation, which has ended.
	over(n *node, env *protocol.Env, to protocol.ID)
	// refuse answers an older Election while the node is not electing.
	refuse(n *node, env *protocol.Env, to protocol.ID, index protocol.Computation)
}

// unicast is Election-UDP: every Election goes to one neighbour and gets an Ack.
type unicast struct{}

func (unicast) grow(n *node, env *protocol.Env) {
	election := protocol.Message(Election{Index: n.index, Depth: n.depth})
	for _, id := range env.Neighbours() {
		if id != n.parent {
			n.waiting = append(n.waiting, peer{id: id})
			env.Send(id, election)
		}
	}
	env.SetTimer(timerTree, n.probeInterval)
	n.pendingAck(env)
}

func (unicast) decline(n *node, env *protocol.Env, to protocol.ID) {
	env.Send(to, Ack{Index: n.index})
}

func (unicast) over(n *node, env *protocol.Env, to protocol.ID) { n.recall(env, to) }

func (unicast) refuse(n *node, env *protocol.Env, to protocol.ID, index protocol.Computation) {
	n.tell(env, to)
	env.Send(to, Ack{Index: index})
}

// broadcast is Election-Bcast: one Election for all neighbours, whom the node
// need not know; those who take it for their parent say so.
type broadcast struct{}

func (broadcast) grow(n *node, env *protocol.Env) {
	if n.parent == protocol.Nobody {
		env.Broadcast(Election{Index: n.index, Depth: n.depth})
	} else {
		env.SendWithin(n.jitter, n.parent, Child{Index: n.index})
		env.BroadcastWithin(n.jitter, Election{Index: n.index, Depth: n.depth})
	}
	n.counting = true
	env.SetTimer(timerTree, n.childTimeout)
}

func (broadcast) decline(*node, *protocol.Env, protocol.ID) {}

// over answers one of the late joiners: it tells the others.
func (broadcast) over(n *node, env *protocol.Env, to protocol.ID) {
	if n.told.index != n.index {
		n.told.index = n.index
		n.recall(env, to)
	}
}

// refuse answers the first of the outdated computation it hears: the news
// spreads there when it ends.
func (broadcast) refuse(n *node, env *protocol.Env, to protocol.ID, index protocol.Computation) {
	if n.told.index != index {
		n.told.index = index
		n.tell(env, to)
	}
}

// unicastNode is a node that keeps a neighbour list, the driver's.
type unicastNode struct{ node }

// NeighbourUp implements [protocol.NeighbourObserver]: the ends of a new link
// exchange leaders. An electing node owes that until its election is over, when
// its Leader, a local broadcast, pays (gap 8). A leader of whom there is no sign
// of life yet is nothing to tell.
func (n *unicastNode) NeighbourUp(env *protocol.Env, id protocol.ID) {
	if !n.electing && n.leader.stamp != (Stamp{}) {
		env.Send(id, Exchange{Index: n.index, Claim: n.claim(env), Ends: EndsNew})
	}
}

// NeighbourDown implements [protocol.NeighbourObserver]: it spares the probes.
func (n *unicastNode) NeighbourDown(env *protocol.Env, id protocol.ID) {
	if !n.electing {
		return
	}
	if id == n.parent {
		n.parentLost(env)
	}
	if n.electing {
		n.childLost(env, id)
	}
}

// broadcastNode is a node that keeps none, and so observes none.
type broadcastNode struct{ node }
