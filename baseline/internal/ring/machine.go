package ring

import (
	"bellwether/baseline/internal/rings"
	"bellwether/overlay"
	"bellwether/protocol"
)

// A candidacy is a node's part in an election.
type candidacy struct {
	*rings.Node
	smaller rule
	sent    rings.Token // while it takes part: the best token sent
}

// Begin takes part, and sends this node's own token.
func (c *candidacy) Begin(env *protocol.Env) {
	c.participate(env)
	c.stand(env)
}

// Linked sends a new successor the best token.
func (c *candidacy) Linked(env *protocol.Env, _ protocol.ID) {
	overlay.Pass(env, c.sent, c.sent.Hops)
}

// Receive passes a message to its handler.
func (c *candidacy) Receive(env *protocol.Env, message protocol.Message) bool {
	switch message := message.(type) {
	case rings.Token:
		c.onElection(env, message)
	case rings.Elected:
		c.onElected(env, message)
	default:
		return false
	}
	return true
}

// onElection compares the candidate with this node.
func (c *candidacy) onElection(env *protocol.Env, e rings.Token) {
	self := env.Capability()
	switch {
	case e.Candidate.ID == env.Self():
		if c.Taking() || c.smaller == replace && c.Leader().ID == env.Self() {
			c.Follow(env, self)
			overlay.Pass(env, rings.Elected{Leader: self, Hops: 1}, 1)
		}
	case e.Candidate.Exceeds(self):
		if !c.Taking() {
			c.participate(env)
		}
		c.send(env, e.Next())
	case !c.Taking():
		c.Begin(env)
	case c.smaller == replace:
		c.stand(env)
	}
}

// onElected ends the election.
func (c *candidacy) onElected(env *protocol.Env, e rings.Elected) {
	switch {
	case e.Leader.ID == env.Self():
		return // the announcement is back at its sender
	case e.Leader.Exceeds(env.Capability()):
		c.Follow(env, e.Leader)
		overlay.Pass(env, e.Next(), e.Hops+1)
	default:
		c.Elect(env)
	}
}

// participate takes part in an election in which this node has sent nothing yet.
func (c *candidacy) participate(env *protocol.Env) {
	c.End()
	c.Enter(env, c.Num()+1)
}

// stand sends this node's own token.
func (c *candidacy) stand(env *protocol.Env) {
	c.send(env, rings.Token{Candidate: env.Capability(), Hops: 1})
}

// send passes a token, and remembers the best.
func (c *candidacy) send(env *protocol.Env, e rings.Token) {
	if e.Candidate.Exceeds(c.sent.Candidate) {
		c.sent = e
	}
	overlay.Pass(env, e, e.Hops)
}

// End forgets the token.
func (c *candidacy) End() { c.sent = rings.Token{} }

// Of returns a copy of the part, for node n.
func (c *candidacy) Of(n *rings.Node) rings.Election { return &candidacy{n, c.smaller, c.sent} }

// Inspect shows whether the node takes part, its leader, and the number of
// elections entered.
func (c *candidacy) Inspect(show func(name string, value int64)) {
	show("participating", int64(protocol.Bit(c.Taking())))
	show("leader", int64(c.Leader().ID))
	show("elections", int64(c.Num()))
}

// Snapshot appends the token.
func (c *candidacy) Snapshot(b []byte) []byte { return protocol.Marshal(b, c.sent) }
