package fd

import "bellwether/protocol"

// pulls is a pull test that sends its own questions.
type pulls struct{ *Pull }

// New makes the pull detector: every node asks every other.
func New(o Options) Detector { return pulls{NewPull(o)} }

// Start watches every member. The first questions come at a random time in the
// second interval.
func (p pulls) Start(env *protocol.Env) {
	p.Keep(env.Members())
	env.SetTimer(p.o.Timer, p.o.Interval+spread(env, p.o.Interval))
}

// Fire suspects peers whose answers are overdue, and asks every peer.
func (p pulls) Fire(env *protocol.Env) {
	env.SetTimer(p.o.Timer, p.o.Interval)
	for _, id := range p.Keep(env.Members()) {
		env.Trust(id) // this node no longer watches it
	}
	for _, id := range p.Overdue(env.Now()) {
		env.Suspect(id)
	}
	for _, q := range p.Ask(env.Now()) {
		env.Route(q.Peer, Ping{Seq: q.Seq, Capability: env.Capability()})
	}
}

// Copy returns a detector in the same state.
func (p pulls) Copy() Detector { return pulls{p.Pull.Copy()} }

// Receive answers a Ping, and takes a Pong as a sign of life.
func (p pulls) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) (alive protocol.ID) {
	switch m := m.(type) {
	case Ping:
		env.Route(from, Pong{Seq: m.Seq, Capability: env.Capability()})
	case Pong:
		if p.OnReply(from, m.Seq) {
			env.Trust(from)
		}
		if p.watched(from) {
			return from
		}
	}
	return protocol.Nobody
}
