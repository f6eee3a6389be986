package omega

import (
	"time"

	"bellwether/fd"
	"bellwether/protocol"
)

// The timers.
const (
	timerDetector protocol.Timer = iota // the detector's
	timers                       = iota
)

// machine is one member.
type machine struct {
	settings
	failures fd.Detector
	leader   protocol.ID
	// least is the smallest ID that counts: after a settled start, smaller IDs count only
	// once they show that they live. Nobody: all count.
	least protocol.ID
}

// Start suspects no member, and so follows the smallest.
func (m *machine) Start(env *protocol.Env, _ []byte) {
	m.failures = m.detect(env)
	m.failures.Start(env)
	m.choose(env)
}

// Settle follows leader until a smaller member shows that it lives.
func (m *machine) Settle(env *protocol.Env, leader protocol.Capability) {
	m.least = leader.ID
	m.choose(env)
}

// Fire lets the detector do its work, which may find suspects.
func (m *machine) Fire(env *protocol.Env, _ protocol.Timer) {
	m.failures.Fire(env)
	m.least = min(m.least, env.Self())
	m.choose(env)
}

// Receive passes a message to the detector: a sign of life may end a suspicion.
func (m *machine) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	if alive := m.failures.Receive(env, from, message); alive != protocol.Nobody {
		m.least = min(m.least, alive)
	}
	m.choose(env)
}

// choose is CritérioLíder: the smallest ID that is not suspected.
func (m *machine) choose(env *protocol.Env) {
	leader := env.Self()
	for _, id := range env.Members() {
		if id >= leader {
			break
		}
		if id >= m.least && !m.failures.Suspected(id) {
			leader = id
		}
	}
	if leader < m.least {
		leader = m.least // this node is smaller, and defers to least until its first tick
	}
	if leader != m.leader {
		m.leader = leader
		env.Elected(leader, protocol.Computation{})
	}
}

// Inspect shows the leader.
func (m *machine) Inspect(show func(name string, value int64)) {
	show("leader", int64(m.leader))
}

// Copy returns a machine that behaves the same.
func (m *machine) Copy() protocol.Machine {
	c := *m
	if m.failures != nil {
		c.failures = m.failures.Copy()
	}
	return &c
}

// Shift moves every instant that the detector remembers.
func (m *machine) Shift(now protocol.Time, d time.Duration) {
	if m.failures != nil {
		m.failures.Shift(now, d)
	}
}

// Snapshot appends the state in canonical form.
func (m *machine) Snapshot(b []byte) []byte {
	return m.failures.Snapshot(protocol.AppendID(protocol.AppendID(b, m.leader), m.least))
}
