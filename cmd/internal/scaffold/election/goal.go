package election

import "bellwether/protocol"

// goal is which node each component should elect: the one that offers most.
const goal = protocol.GoalBest

// kept is the state that survives a crash: none. Fill in: what must.
type kept struct{}

// begin comes first at each boot. It saves what the node must not forget. Later changes
// are saved before anything that depends on them is sent: env.Save.
func (k *kept) begin(_ *protocol.Env, _ []byte) {}

// append adds the kept state to a snapshot.
func (k *kept) append(b []byte) []byte { return b }

// worth is the value by which this node beats others: what it offers now.
func (k *kept) worth(env *protocol.Env) protocol.Capability { return env.Capability() }

// standing is the value of another node that leads from the beginning of a run.
func standing(leader protocol.Capability) protocol.Capability { return leader }

// beats reports whether a should lead rather than b. Fill in: the order that you want.
func beats(a, b protocol.Capability) bool { return a.Exceeds(b) }

// objects reports whether this node should lead rather than a leader that it hears of.
func (m *machine) objects(env *protocol.Env, leader protocol.Capability) bool {
	return beats(m.kept.worth(env), leader)
}
