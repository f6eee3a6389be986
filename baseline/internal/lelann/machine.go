package lelann

import (
	"encoding/binary"

	"bellwether/baseline/internal/rings"
	"bellwether/overlay"
	"bellwether/protocol"
)

// A collection is a node's part in an election: only initiators collect, the others pass
// tokens on.
type collection struct {
	*rings.Node
	best protocol.Capability // of those collected
	size uint32              // how many, itself included
}

// Begin sends this node's own token.
func (c *collection) Begin(env *protocol.Env) {
	c.End()
	c.add(env.Capability())
	c.Enter(env, c.Num()+1)
	overlay.Pass(env, rings.Token{Candidate: env.Capability(), Hops: 1}, 1)
}

// Linked sends a new successor this node's token.
func (c *collection) Linked(env *protocol.Env, _ protocol.ID) {
	overlay.Pass(env, rings.Token{Candidate: env.Capability(), Hops: 1}, 1)
}

// Receive passes a message to its handler.
func (c *collection) Receive(env *protocol.Env, message protocol.Message) bool {
	switch message := message.(type) {
	case rings.Token:
		c.onToken(env, message)
	case rings.Elected:
		c.onElected(env, message)
	default:
		return false
	}
	return true
}

// onToken collects another node's token and passes it on. The node's own token ends the
// collection.
func (c *collection) onToken(env *protocol.Env, t rings.Token) {
	if t.Candidate.ID != env.Self() {
		if c.Taking() {
			c.add(t.Candidate)
		}
		overlay.Pass(env, t.Next(), t.Hops+1)
		return
	}
	if !c.Taking() {
		return // of an election that has ended
	}
	best := c.best
	if best.ID == env.Self() {
		best = env.Capability()
	}
	c.Follow(env, best)
	if best.ID == env.Self() {
		overlay.Pass(env, rings.Elected{Leader: best, Hops: 1}, 1)
	}
}

// onElected passes the announcement on, and then follows or contests it. The order
// matters: a contesting token must not overtake the announcement that makes others
// contest, because its collection would miss their tokens.
func (c *collection) onElected(env *protocol.Env, e rings.Elected) {
	if e.Leader.ID == env.Self() {
		return // the announcement is back at its sender
	}
	overlay.Pass(env, e.Next(), e.Hops+1)
	switch {
	case c.Taking() && env.Capability().Exceeds(e.Leader):
		return // its token is on its way
	case !c.Taking() && c.Deposes(env.Capability(), e.Leader):
		c.Begin(env)
	default:
		c.Follow(env, e.Leader)
	}
}

// add adds an initiator.
func (c *collection) add(initiator protocol.Capability) {
	c.best = c.best.Better(initiator)
	c.size++
}

// End forgets the collection.
func (c *collection) End() { c.best, c.size = protocol.Capability{}, 0 }

// Of returns a copy of the part, for node n.
func (c *collection) Of(n *rings.Node) rings.Election { return &collection{n, c.best, c.size} }

// Inspect shows whether the node is an initiator, how many it has collected, its
// leader, and the number of elections begun.
func (c *collection) Inspect(show func(name string, value int64)) {
	show("initiator", int64(protocol.Bit(c.Taking())))
	show("collected", int64(c.size))
	show("leader", int64(c.Leader().ID))
	show("elections", int64(c.Num()))
}

// Snapshot appends the collection.
func (c *collection) Snapshot(b []byte) []byte {
	return binary.BigEndian.AppendUint32(protocol.AppendCapability(b, c.best), c.size)
}
