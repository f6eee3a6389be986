package fd

import (
	"slices"

	"bellwether/protocol"
)

// Start watches every member. The first questions come at a random time in the
// second interval.
func (p *Pull) Start(env *protocol.Env) {
	p.Keep(env.Members())
	env.SetTimer(p.o.Timer, p.o.Interval+spread(env, p.o.Interval))
}

// Fire suspects whose answers are overdue, and asks everybody.
func (p *Pull) Fire(env *protocol.Env) {
	env.SetTimer(p.o.Timer, p.o.Interval)
	for _, id := range p.Keep(env.Members()) {
		env.Trust(id) // as far as this node still judges
	}
	for _, id := range p.Overdue(env.Now()) {
		env.Suspect(id)
	}
	for _, q := range p.Ask(env.Now()) {
		env.Route(q.Peer, Ping{Seq: q.Seq, Capability: env.Capability()})
	}
}

// Copy gives a detector of the same state. What a round gives is not copied: it is valid
// until the next.
func (p *Pull) Copy() Detector {
	c := *p
	c.asked, c.peers = slices.Clone(p.asked), slices.Clone(p.peers)
	c.requests, c.overdue, c.dropped = nil, nil, nil
	return &c
}

// Receive answers a Ping, and takes a Pong for a sign of life.
func (p *Pull) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) (alive protocol.ID) {
	switch m := m.(type) {
	case Ping:
		env.Route(from, Pong{Seq: m.Seq, Capability: env.Capability()})
	case Pong:
		if p.OnReply(from, m.Seq) {
			env.Trust(from)
		}
		if p.Watched(from) {
			return from
		}
	}
	return protocol.Nobody
}
