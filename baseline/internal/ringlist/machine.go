package ringlist

import (
	"bellwether/baseline/internal/rings"
	"bellwether/protocol"
)

// A listing is a node's part in an election.
type listing struct {
	*rings.Node
	initiator bool // its own list is on its way; else, if it takes part, it is in another node's list
}

// Begin begins a list.
func (l *listing) Begin(env *protocol.Env) {
	l.initiator = true
	l.Enter(env, l.Num()+1)
	l.send(env, Election{}.with(env.Capability()))
}

// Linked begins this node's list again.
func (l *listing) Linked(env *protocol.Env, _ protocol.ID) {
	if l.initiator {
		l.send(env, Election{}.with(env.Capability()))
	}
}

// Receive passes a message to its handler.
func (l *listing) Receive(env *protocol.Env, message protocol.Message) bool {
	switch message := message.(type) {
	case Election:
		l.onElection(env, message)
	case Coordinator:
		l.onCoordinator(env, message)
	default:
		return false
	}
	return true
}

// onElection joins a list, or ends the node's own.
func (l *listing) onElection(env *protocol.Env, e Election) {
	switch {
	case len(e.Members) == 0:
		return // of no node
	case !e.holds(env.Self()):
		if !l.Taking() {
			l.Enter(env, l.Num()+1)
		}
		if len(e.Members) < len(env.Members()) {
			l.send(env, e.with(env.Capability()))
		}
	case e.Members[0].ID == env.Self() && l.initiator:
		l.conclude(env, e)
	}
}

// conclude announces the best of this node's list.
func (l *listing) conclude(env *protocol.Env, e Election) {
	best := env.Capability()
	for _, c := range e.Members[1:] {
		best = best.Better(c)
	}
	l.Follow(env, best)
	l.send(env, Coordinator{best, env.Self(), 1})
}

// onCoordinator ends the election.
func (l *listing) onCoordinator(env *protocol.Env, c Coordinator) {
	switch {
	case c.Initiator == env.Self():
		return // the announcement is back at its sender
	case c.Leader.ID == env.Self():
		l.Follow(env, env.Capability())
	case !l.Deposes(env.Capability(), c.Leader):
		l.Follow(env, c.Leader)
	case l.initiator:
		return // its own list will give the result
	default:
		l.Begin(env)
		return
	}
	if int(c.Hops) < len(env.Members()) {
		l.send(env, Coordinator{c.Leader, c.Initiator, c.Hops + 1})
	}
}

// send sends a message to the successor.
func (l *listing) send(env *protocol.Env, message protocol.Message) {
	for _, successor := range env.Neighbours() {
		env.Send(successor, message)
	}
}

// End forgets the listing.
func (l *listing) End() { l.initiator = false }

// Of returns a copy of the part, for node n.
func (l *listing) Of(n *rings.Node) rings.Election { return &listing{n, l.initiator} }

// Inspect shows the part (0 none, 1 listed, 2 initiator), the leader, and the
// number of elections entered.
func (l *listing) Inspect(show func(name string, value int64)) {
	show("part", int64(protocol.Bit(l.Taking())+protocol.Bit(l.initiator)))
	show("leader", int64(l.Leader().ID))
	show("elections", int64(l.Num()))
}

// Snapshot appends the listing.
func (l *listing) Snapshot(b []byte) []byte { return append(b, protocol.Bit(l.initiator)) }
