package franklin

import (
	"bellwether/baseline/internal/rings"
	"bellwether/protocol"
)

// A player is a node's part in an election; the number of the election is its wave.
type player struct {
	*rings.Node
	tournament
}

// Begin begins a new wave.
func (p *player) Begin(env *protocol.Env) { p.begin(env, p.Num()+1) }

// Linked repeats to a new neighbour the last messages on its side.
func (p *player) Linked(env *protocol.Env, id protocol.ID) {
	for way := range ways {
		if env.Neighbours()[way] == id {
			p.repeat(env, way)
		}
	}
}

// Repeat repeats the last messages on both sides, if nothing moved since it was last called:
// one that this node sent, or waits for, may be lost. The node that waits for it repeats too,
// and so does the one that sent it last; see passed for what is not passed on again.
func (p *player) Repeat(env *protocol.Env) {
	if !p.moved {
		for way := range ways {
			p.repeat(env, way)
		}
	}
	p.moved = false
}

// repeat sends again the last messages on a side, of at most two rounds, because a red node
// waits for an answer to the first. Their order does not matter: they carry their rounds.
func (p *player) repeat(env *protocol.Env, way Way) {
	for _, e := range p.sent[way] {
		if e.Candidate.ID != protocol.Nobody {
			env.Send(env.Neighbours()[way], e)
		}
	}
}

// Receive passes a message to its handler.
func (p *player) Receive(env *protocol.Env, message protocol.Message) bool {
	switch message := message.(type) {
	case Election:
		p.onElection(env, message)
	case Elected:
		p.onElected(env, message)
	default:
		return false
	}
	return true
}

// onElection joins a newer wave, then passes the message on or compares it.
func (p *player) onElection(env *protocol.Env, e Election) {
	if e.Way >= ways {
		return
	}
	switch age := newer(e.Wave, p.Num()); {
	case age > 0:
		p.begin(env, e.Wave)
	case age < 0:
		p.Elect(env) // the sender rebooted and forgot this wave: it hears of it now
		return
	}
	switch p.colour {
	case idle:
		p.remind(env, e.Way)
	case black:
		p.pass(env, e)
	case red:
		if p.take(e) {
			p.compare(env)
		}
	}
}

// remind sends ELECTED to a successor that still takes part in the election that ended here:
// the first was lost.
func (p *player) remind(env *protocol.Env, from Way) {
	if leader := p.Leader(); from == Back && leader.ID != protocol.Nobody {
		p.announce(env, Elected{leader, p.Num(), 1})
	}
}

// onElected ends the election of its wave.
func (p *player) onElected(env *protocol.Env, e Elected) {
	switch {
	case e.Leader.ID == env.Self():
		return // the announcement is back at its sender
	case newer(e.Wave, p.Num()) < 0:
		return // this node knows a newer election
	case e.Wave == p.Num() && e.Leader.ID == p.Leader().ID:
		return // passed on before
	case p.Deposes(env.Capability(), e.Leader):
		p.begin(env, e.Wave+1)
		return
	}
	p.FollowIn(env, e.Leader, e.Wave)
	p.announce(env, Elected{e.Leader, e.Wave, e.Hops + 1})
}

// begin takes part in a wave, as red.
func (p *player) begin(env *protocol.Env, wave uint32) {
	p.tournament = tournament{colour: red, own: env.Capability()}
	p.Enter(env, wave)
	p.play(env)
}

// play sends this node's message of the next round in both directions.
func (p *player) play(env *protocol.Env) {
	p.turn()
	for way := range ways {
		p.send(env, Election{p.own, p.Num(), p.round, way, 1})
	}
}

// compare ends a round, and also the next if its messages are already there.
func (p *player) compare(env *protocol.Env) {
	for p.complete() {
		switch p.outcome() {
		case lost:
			p.colour = black
			for way := range ways {
				if early, ok := p.early(way); ok {
					p.pass(env, early)
				}
			}
			return
		case alone:
			p.Follow(env, env.Capability())
			p.announce(env, Elected{env.Capability(), p.Num(), 1})
			return
		}
		p.play(env)
	}
}

// pass passes another node's message on, in the same direction, unless it was passed before.
func (p *player) pass(env *protocol.Env, e Election) {
	if !p.passed(e) {
		e.Hops++
		p.send(env, e)
	}
}

// send sends a message in its direction, unless it has gone round.
func (p *player) send(env *protocol.Env, e Election) {
	if int(e.Hops) <= len(env.Members()) {
		p.sent[e.Way][e.Round%2], p.moved = e, true
		env.Send(env.Neighbours()[e.Way], e)
	}
}

// announce sends ELECTED to the successor, unless it has gone round.
func (p *player) announce(env *protocol.Env, e Elected) {
	if int(e.Hops) <= len(env.Members()) {
		env.Send(env.Neighbours()[Forward], e)
	}
}

// newer is positive if wave a is newer than b, negative if older.
func newer(a, b uint32) int32 { return int32(a - b) }

// Inspect shows the colour (0 takes part in no election, 1 red, 2 black), the round, the
// wave and the leader.
func (p *player) Inspect(show func(name string, value int64)) {
	show("colour", int64(p.colour))
	show("round", int64(p.round))
	show("wave", int64(p.Num()))
	show("leader", int64(p.Leader().ID))
}

// End forgets the tournament.
func (p *player) End() { p.tournament = tournament{} }

// Of returns a copy of the part, for node n.
func (p *player) Of(n *rings.Node) rings.Election { return &player{n, p.tournament} }

// Snapshot appends the tournament.
func (p *player) Snapshot(b []byte) []byte { return p.tournament.snapshot(b) }
