package omega

import (
	"bellwether/fd"
	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerTest protocol.Timer = iota // the detection interval
	timers                   = iota
)

// Machine is one member.
type Machine struct {
	detection protocol.Detection
	detector  *fd.Pull
	leader    protocol.ID
	// least is the smallest ID that counts: after a settled start smaller ones
	// must show that they live. Nobody: all count.
	least protocol.ID
}

// Start trusts everybody, and so names the smallest member.
func (m *Machine) Start(env *protocol.Env, _ []byte) {
	m.detector = fd.New(fd.Options{
		Self:     env.Self(),
		Interval: m.detection.Interval,
		Misses:   m.detection.Misses,
		First:    env.Rand().Uint32(),
	})
	m.detector.Keep(env.Members())
	env.SetTimer(timerTest, m.detection.Interval+overlay.Spread(env, m.detection.Interval))
	m.choose(env)
}

// Settle follows leader until a smaller member shows that it lives.
func (m *Machine) Settle(env *protocol.Env, leader protocol.Capability) {
	m.least = leader.ID
	m.choose(env)
}

// Fire begins the next round of tests.
func (m *Machine) Fire(env *protocol.Env, _ protocol.Timer) {
	env.SetTimer(timerTest, m.detection.Interval)
	for _, id := range m.detector.Keep(env.Members()) {
		env.Trust(id) // as far as this node still judges
	}
	for _, id := range m.detector.Overdue(env.Now()) {
		env.Suspect(id)
	}
	m.least = min(m.least, env.Self())
	m.choose(env)
	for _, q := range m.detector.Ask(env.Now()) {
		env.Route(q.Peer, fd.Ping{Seq: q.Seq, Capability: env.Capability()})
	}
}

// Receive hands a message to its handler.
func (m *Machine) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	switch message := message.(type) {
	case fd.Ping:
		env.Route(from, fd.Pong{Seq: message.Seq, Capability: env.Capability()})
	case fd.Pong:
		m.onPong(env, from, message)
	}
}

// onPong hears of an answer, which may end a suspicion.
func (m *Machine) onPong(env *protocol.Env, from protocol.ID, pong fd.Pong) {
	if m.detector.OnReply(from, pong.Seq) {
		env.Trust(from)
	}
	if from < m.least && m.detector.Watched(from) {
		m.least = from
	}
	m.choose(env)
}

// choose is CritérioLíder: the smallest ID that is not suspected.
func (m *Machine) choose(env *protocol.Env) {
	leader := env.Self()
	for _, id := range env.Members() {
		if id >= leader {
			break
		}
		if id >= m.least && !m.detector.Suspected(id) {
			leader = id
		}
	}
	if leader < m.least {
		leader = m.least // this node is smaller, and stands back until its first tick
	}
	if leader != m.leader {
		m.leader = leader
		env.Elected(leader, protocol.Computation{})
	}
}

// Inspect shows the leader.
func (m *Machine) Inspect(show func(name string, value int64)) {
	show("leader", int64(m.leader))
}

// Snapshot appends the state in canonical form.
func (m *Machine) Snapshot(b []byte) []byte {
	return m.detector.Snapshot(protocol.AppendID(protocol.AppendID(b, m.leader), m.least))
}
