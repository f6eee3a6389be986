package election

import "bellwether/protocol"

// signalling is how a node exchanges messages with its neighbours in an election. The
// paper's variants (§VI) differ in nothing else.
type signalling interface {
	// grow spreads the Election the node has just entered.
	grow(n *node, env *protocol.Env)
	// decline answers an Election of the node's own computation from a node that
	// is not its parent.
	decline(n *node, env *protocol.Env, to protocol.ID)
	// over answers an Election of the node's own computation, which has ended.
	over(n *node, env *protocol.Env, to protocol.ID)
	// concerns reports whether this node joins by a newer Election. If not, the node has
	// answered it.
	concerns(n *node, env *protocol.Env, from protocol.ID, e election) bool
	// departed is the leader to name in the node's Elections, if any.
	departed(n *node) protocol.ID
	// refuse answers an older Election while the node is not electing.
	refuse(n *node, env *protocol.Env, to protocol.ID, index protocol.Computation)
}

// unicast is Election-UDP: every Election goes to one neighbour and gets an Ack.
type unicast struct{}

func (unicast) grow(n *node, env *protocol.Env) {
	election := protocol.Message(n.election())
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
	env.Send(to, ack{Index: n.index})
}

func (unicast) over(n *node, env *protocol.Env, to protocol.ID) { n.recall(env, to) }

func (unicast) refuse(n *node, env *protocol.Env, to protocol.ID, index protocol.Computation) {
	n.tell(env, to)
	env.Send(to, ack{Index: index})
}

func (unicast) concerns(*node, *protocol.Env, protocol.ID, election) bool { return true }

func (unicast) departed(*node) protocol.ID { return protocol.Nobody }

// broadcast is Election-Bcast: one Election for all neighbours, which the node need not
// know. Each node that takes the sender as its parent answers.
type broadcast struct{}

func (broadcast) grow(n *node, env *protocol.Env) {
	if n.parent == protocol.Nobody {
		env.Broadcast(n.election())
	} else {
		env.SendWithin(n.jitter, n.parent, child{Index: n.index})
		env.BroadcastWithin(n.jitter, n.election())
	}
	n.counting = true
	env.SetTimer(timerTree, n.childTimeout)
}

func (broadcast) decline(*node, *protocol.Env, protocol.ID) {}

// over answers the first of several late joiners; that node tells the others.
func (broadcast) over(n *node, env *protocol.Env, to protocol.ID) {
	if n.told.index != n.index {
		n.told.index = n.index
		n.recall(env, to)
	}
}

// refuse answers the first Election of an outdated computation that it receives: the answer
// spreads there when that computation ends.
func (broadcast) refuse(n *node, env *protocol.Env, to protocol.ID, index protocol.Computation) {
	if n.told.index != index {
		n.told.index = index
		n.tell(env, to)
	}
}

func (broadcast) concerns(*node, *protocol.Env, protocol.ID, election) bool { return true }

func (broadcast) departed(*node) protocol.ID { return protocol.Nobody }

// optimised is Election-Opt: Election-Bcast whose Elections name the departed leader. A
// node with another leader stays out, so an election stays within the part of a component
// that needs it.
type optimised struct{ broadcast }

// concerns is false if this node has another leader than the departed one. Then it answers
// at once, neither joins nor passes the Election on, and treats the Leader at the end as
// any claim (gap 5). Its leader is fresh: a leader that is not has been forgotten. If the
// Election names no departed leader, at a first election or after a reboot, a node with a
// leader stays out too: the return of a node is a merge.
func (optimised) concerns(n *node, env *protocol.Env, from protocol.ID, e election) bool {
	if n.electing || n.leader.leader.ID == protocol.Nobody || n.leader.of(e.Departed) {
		return true
	}
	env.Send(from, ack{Index: e.Index})
	return false
}

func (optimised) departed(n *node) protocol.ID { return n.lost }

// unicastNode is a node that uses the driver's neighbour list.
type unicastNode struct{ node }

// NeighbourUp implements [protocol.NeighbourObserver].
func (n *unicastNode) NeighbourUp(env *protocol.Env, id protocol.ID) { n.exchangeLeaders(env, id) }

// NeighbourDown implements [protocol.NeighbourObserver]: a lost neighbour need not be
// probed.
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

// greetingNode is a node with broadcast signalling, and so without a neighbour list. It
// observes neighbours only to exchange leaders with a new one.
type greetingNode struct{ node }

// NeighbourUp implements [protocol.NeighbourObserver].
func (n *greetingNode) NeighbourUp(env *protocol.Env, id protocol.ID) { n.exchangeLeaders(env, id) }

// NeighbourDown does nothing: Probes detect a lost neighbour.
func (n *greetingNode) NeighbourDown(*protocol.Env, protocol.ID) {}
