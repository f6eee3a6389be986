package prasle

import (
	"encoding/binary"
	"time"

	"bellwether/baseline/internal/former"
	"bellwether/protocol"
)

// The timers.
const (
	timerRound protocol.Timer = iota // the end of a round
	timers                    = iota
)

// A pair is a node and what it offers.
type pair struct {
	of    protocol.Capability // ID Nobody: none
	age   uint16              // rounds since it said so; since it was heard to lead
	leads bool                // it has won
	stamp protocol.Time       // of a leader's newest message
}

// machine is one node.
type machine struct {
	*settings
	best     pair
	news     pair // the youngest of this round of the same node
	heard    pair // the best of this round of others
	left     int  // rounds until the election may end
	electing bool
	leader   protocol.ID // as reported
	num      uint32      // elections entered here
	formers  former.Leaders
}

// Start begins an election.
func (m *machine) Start(env *protocol.Env, _ []byte) {
	m.enter(env)
	env.SetTimer(timerRound, 0)
}

// Elect begins an election, in whose first round nobody is listened to.
func (m *machine) Elect(env *protocol.Env) {
	m.enter(env)
	env.SetTimer(timerRound, 0)
}

// Resign tells the followers, and begins an election as a node that no longer wins.
func (m *machine) Resign(env *protocol.Env) {
	if m.best.of.ID != env.Self() {
		return
	}
	if m.best.leads {
		m.best.of, m.best.stamp = env.Capability(), env.Now()
		m.say(env)
	}
	m.Elect(env)
}

// Settle follows leader, and is silent for a detection interval.
func (m *machine) Settle(env *protocol.Env, leader protocol.Capability) {
	m.best, m.news, m.heard = pair{of: leader, leads: true, stamp: env.Now()}, pair{}, pair{}
	m.electing = false
	m.report(env)
	env.SetTimer(timerRound, max(m.upkeep, m.interval))
}

// Receive keeps the best pair of the round, and the youngest of the node that is best so far.
func (m *machine) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	if !m.near(from, env.Self()) {
		return
	}
	var said pair
	switch message := message.(type) {
	case Pair:
		said = pair{of: message.Best, age: message.Age}
	case Lead:
		said = pair{of: message.Leader, leads: true, stamp: message.Stamp}
	}
	switch {
	case said.of.ID == protocol.Nobody, said.of.ID == env.Self(), said.age >= m.oldest:
		return
	case said.leads && m.best.leads && said.of.ID == m.best.of.ID && said.stamp <= m.best.stamp:
		return // passed on by somebody, and no news
	case said.leads && said.of.ID != m.best.of.ID && !m.formers.News(env.Now(), said.of.ID, said.stamp):
		return
	}
	if !said.leads {
		said.age++
	}
	slot := &m.heard
	if said.of.ID == m.best.of.ID {
		slot = &m.news
	}
	if slot.of.ID == protocol.Nobody || m.replaces(said, *slot) {
		*slot = said
	}
}

// replaces reports whether a pair takes the place of another: the better of two in the same
// state, where one that has not won must depose one that has; the newer of one node.
func (m *machine) replaces(p, known pair) bool {
	switch same := p.of.ID == known.of.ID; {
	case same && p.leads != known.leads:
		return p.leads
	case same && p.leads:
		return p.stamp > known.stamp
	case same:
		return p.age < known.age
	case p.leads && !known.leads:
		return !known.of.Deposes(p.of, m.hysteresis)
	case known.leads && !p.leads:
		return p.of.Deposes(known.of, m.hysteresis)
	}
	return p.of.Exceeds(known.of)
}

// Fire ends a round.
func (m *machine) Fire(env *protocol.Env, _ protocol.Timer) {
	first, former := m.left > m.rounds, m.best.of.ID
	m.left = max(m.left-1, 0)
	m.age(env)
	for _, p := range []pair{m.news, m.heard} {
		if p.of.ID != protocol.Nobody && m.replaces(p, m.best) {
			m.take(env, p)
		}
	}
	m.news, m.heard = pair{}, pair{}
	m.challenge(env)
	changed := m.best.of.ID != former
	if m.electing && (m.best.leads || m.left == 0 && !changed) {
		m.electing = false
		m.best.leads = m.best.leads || m.best.of.ID == env.Self()
	}
	if m.best.leads && m.best.of.ID == env.Self() {
		m.best.stamp = env.Now()
	}
	m.report(env)
	if m.best.leads || m.electing && (m.network == unreliable || first || changed) {
		m.say(env)
	}
	if m.electing {
		env.SetTimer(timerRound, m.round)
	} else {
		env.SetTimer(timerRound, m.upkeep)
	}
}

// age makes the known pair a round older, and gives it up if nobody renewed it for too long.
func (m *machine) age(env *protocol.Env) {
	oldest := m.oldest
	if m.best.leads {
		oldest = m.silence
	}
	switch own := env.Capability(); {
	case m.best.of.ID == own.ID:
		m.best.of, m.best.age = own, 0
	case m.best.age >= oldest:
		m.enter(env)
	default:
		m.best.age++
	}
}

// take takes another pair for the best, and remembers a leader that is left.
func (m *machine) take(env *protocol.Env, p pair) {
	if m.best.leads && m.best.of.ID != p.of.ID && m.best.of.ID != env.Self() {
		m.formers.Leave(env.Now(), m.best.of.ID, m.best.stamp, 2*m.timeout)
	}
	m.best = p
}

// challenge leads in place of a leader that this node deposes.
func (m *machine) challenge(env *protocol.Env) {
	own := env.Capability()
	switch {
	case m.best.of.ID == own.ID:
	case m.electing && !m.best.leads:
		if own.Exceeds(m.best.of) {
			m.best = pair{of: own}
		}
	case !m.electing && own.Deposes(m.best.of, m.hysteresis):
		m.take(env, pair{of: own, leads: true})
	}
}

// say tells the pair to the neighbours.
func (m *machine) say(env *protocol.Env) {
	var message protocol.Message = Pair{m.best.of, m.best.age}
	if m.best.leads {
		message = Lead{m.best.of, m.best.stamp}
	}
	if m.send == broadcast {
		env.BroadcastWithin(m.jitter, message)
		return
	}
	for _, id := range env.Neighbours() {
		if m.near(id, env.Self()) {
			env.SendWithin(m.jitter, id, message)
		}
	}
}

// enter begins an election with this node's own pair.
func (m *machine) enter(env *protocol.Env) {
	m.take(env, pair{of: env.Capability()})
	m.left = m.rounds + 1
	m.electing = true
	m.leader = protocol.Nobody
	m.num++
	env.Electing(protocol.Computation{Num: m.num, Source: env.Self()})
}

// report reports a leader that was not reported.
func (m *machine) report(env *protocol.Env) {
	if m.electing || m.best.of.ID == m.leader {
		return
	}
	of := protocol.Computation{}
	if m.leader == protocol.Nobody {
		of = protocol.Computation{Num: m.num, Source: env.Self()}
	}
	m.leader = m.best.of.ID
	env.Elected(m.leader, of)
}

// NeverFollowsWorse marks an algorithm whose nodes never follow a worse one: a node elects with
// its own pair, and changes it for better ones.
func (*machine) NeverFollowsWorse() {}

// KeepsWithinMargin says that a node challenges its leader beyond the hysteresis only.
func (*machine) KeepsWithinMargin() {}

// Inspect shows the best that is known, its age, and the state of the election.
func (m *machine) Inspect(show func(name string, value int64)) {
	show("leader", int64(m.leader))
	show("best", int64(m.best.of.ID))
	show("age", int64(m.best.age))
	show("left", int64(m.left))
	show("elections", int64(m.num))
}

// Copy returns a machine that behaves the same.
func (m *machine) Copy() protocol.Machine {
	c := *m
	c.formers = m.formers.Copy()
	return &c
}

// Shift moves every instant that the machine remembers.
func (m *machine) Shift(now protocol.Time, d time.Duration) {
	for _, p := range []*pair{&m.best, &m.news, &m.heard} {
		if p.leads {
			p.stamp = p.stamp.Shift(d)
		}
	}
	m.formers.Shift(now, d)
}

// Snapshot appends the state in canonical form.
func (m *machine) Snapshot(b []byte) []byte {
	for _, p := range []pair{m.best, m.news, m.heard} {
		b = protocol.AppendCapability(b, p.of)
		b = append(binary.BigEndian.AppendUint16(b, p.age), protocol.Bit(p.leads))
		b = protocol.AppendTime(b, p.stamp)
	}
	b = m.formers.Snapshot(b)
	b = protocol.AppendID(append(b, protocol.Bit(m.electing)), m.leader)
	b = binary.BigEndian.AppendUint16(b, uint16(m.left))
	return binary.BigEndian.AppendUint32(b, m.num)
}
