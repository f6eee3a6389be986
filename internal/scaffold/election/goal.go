package election

import "bellwether/protocol"

// goal is whom each component should name: the node that can offer most.
const goal = protocol.GoalBest

// kept is what survives a crash: nothing. Fill in: what must.
type kept struct{}

// begin is the first thing at each boot. What the node must not forget it saves here, and
// later before it sends what depends on it: env.Save.
func (k *kept) begin(_ *protocol.Env, _ []byte) {}

// append adds it to a snapshot.
func (k *kept) append(b []byte) []byte { return b }

// worth is by what this node beats others: what it can offer now.
func (k *kept) worth(env *protocol.Env) protocol.Capability { return env.Capability() }

// standing is what another node is worth that leads from the beginning.
func standing(leader protocol.Capability) protocol.Capability { return leader }

// beats says that a should lead rather than b. Fill in: the order that you want.
func beats(a, b protocol.Capability) bool { return a.Exceeds(b) }

// objects says that this node should lead rather than a leader that it hears of.
func (m *machine) objects(env *protocol.Env, leader protocol.Capability) bool {
	return beats(m.kept.worth(env), leader)
}
