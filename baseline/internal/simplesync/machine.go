package simplesync

import (
	"encoding/binary"

	"bellwether/baseline/internal/upkeep"
	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerPulse   protocol.Timer = iota // the next pulse at which this node has to act
	timerMonitor                       // the detection interval
	timers       = iota
)

// A phase is a node's state in an election.
type phase uint8

const (
	normal   phase = iota // in no election
	standing              // waits for the pulse at which to send Candidate
	deciding              // waits for the pulse after it
)

// machine is one member.
type machine struct {
	*settings
	monitor   upkeep.Keeper
	phase     phase
	num       uint32              // the newest election known here: the pulse that decides it
	candidate bool                // in it
	best      protocol.Capability // of the candidates heard in it
}

// Start joins without a leader.
func (m *machine) Start(env *protocol.Env, _ []byte) {
	m.monitor.Start(env, overlay.MonitorOptions{
		Detection: m.detection, Hysteresis: m.hysteresis, Timer: timerMonitor,
	})
}

// Elect stands at the next pulse, now if this is one, unless an election is running.
func (m *machine) Elect(env *protocol.Env) {
	if m.phase == normal {
		m.stand(env)
	}
}

// Resign stands with what this leader still offers: a member that exceeds it stands then,
// too.
func (m *machine) Resign(env *protocol.Env) {
	m.monitor.Resign(env, m)
}

// Settle follows leader.
func (m *machine) Settle(env *protocol.Env, leader protocol.Capability) { m.Follow(env, leader) }

// Receive passes a message to its handler.
func (m *machine) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	m.monitor.Spoke(env, from)
	if c, is := message.(Candidate); is {
		m.onCandidate(env, c)
	} else {
		m.monitor.Receive(env, from, message, m)
	}
}

// Fire is a pulse, or the monitor's tick.
func (m *machine) Fire(env *protocol.Env, t protocol.Timer) {
	switch {
	case t == timerMonitor:
		m.monitor.Tick(env, m)
	case m.phase == standing:
		m.say(env)
	case m.phase == deciding:
		m.decide(env)
	}
}

// stand makes this node a candidate at the next pulse.
func (m *machine) stand(env *protocol.Env) {
	begin := (int64(env.Now()) + int64(m.length) - 1) / int64(m.length)
	m.enter(env, uint32(begin)+1)
	m.phase, m.candidate = standing, true
	m.wake(env, uint32(begin))
}

// enter takes part in a newer election. Its number is the pulse that decides it.
func (m *machine) enter(env *protocol.Env, num uint32) {
	m.phase, m.num, m.candidate, m.best = deciding, num, false, protocol.Capability{}
	m.monitor.Vacate(env)
	env.Electing(m.computation(env))
}

// wake sets the timer to a pulse.
func (m *machine) wake(env *protocol.Env, pulse uint32) {
	env.SetTimer(timerPulse, protocol.Time(int64(pulse)*int64(m.length)).Sub(env.Now()))
}

// say is pulse 0: "todo candidato envia sua identificação para todos os outros".
func (m *machine) say(env *protocol.Env) {
	m.phase, m.best = deciding, m.best.Better(env.Capability())
	for _, id := range env.Members() {
		if id != env.Self() {
			env.Route(id, Candidate{m.num, env.Capability()})
		}
	}
	m.wake(env, m.num)
}

// onCandidate keeps the best candidate. A frame that arrives after its pulse is too late:
// the election is decided.
func (m *machine) onCandidate(env *protocol.Env, c Candidate) {
	m.monitor.Heard(c.Capability)
	late := int64(env.Now()) > int64(c.Pulse)*int64(m.length)
	if late || c.Pulse < m.num || c.Pulse == m.num && m.phase == normal {
		return
	}
	if c.Pulse > m.num {
		m.enter(env, c.Pulse)
		m.wake(env, c.Pulse)
	}
	m.best = m.best.Better(c.Capability)
}

// decide is pulse 1: "todo nó recebeu a identificação dos outros candidatos e pode decidir
// sobre o líder". A member that did not stand but exceeds the best stands now.
func (m *machine) decide(env *protocol.Env) {
	if !m.candidate && env.Capability().Exceeds(m.best) {
		m.stand(env)
		return
	}
	m.Follow(env, m.best)
}

// Follow ends the election, if one is running, and follows leader.
func (m *machine) Follow(env *protocol.Env, leader protocol.Capability) {
	m.monitor.Follow(env, leader, m.computation(env))
	if m.phase != normal {
		env.StopTimer(timerPulse)
	}
	m.phase, m.candidate, m.best = normal, false, protocol.Capability{}
}

// computation is the election by which a leader is known: the one running here; none for a
// leader that announces itself.
func (m *machine) computation(env *protocol.Env) protocol.Computation {
	if m.phase == normal {
		return protocol.Computation{}
	}
	return protocol.Computation{Num: m.num, Source: env.Self()}
}

// NeverFollowsWorse marks an algorithm whose nodes never follow a worse one: a node is
// among the candidates whose best it follows.
func (*machine) NeverFollowsWorse() {}

// KeepsWithinMargin marks an algorithm that keeps the hysteresis: a node challenges its leader
// only beyond it.
func (*machine) KeepsWithinMargin() {}

// FollowsOnlyBest marks an algorithm in which only the best wins: all candidates of a pulse
// are known at the next.
func (*machine) FollowsOnlyBest() {}

// Inspect shows phase, leader and the election's number.
func (m *machine) Inspect(show func(name string, value int64)) {
	show("phase", int64(m.phase))
	show("leader", int64(m.monitor.Leader().ID))
	show("election", int64(m.num))
}

// Copy returns a machine that behaves the same.
func (m *machine) Copy() protocol.Machine {
	c := *m
	c.monitor = m.monitor.Copy()
	return &c
}

// Snapshot appends the state in canonical form.
func (m *machine) Snapshot(b []byte) []byte {
	b = append(b, byte(m.phase), protocol.Bit(m.candidate))
	b = protocol.AppendCapability(binary.BigEndian.AppendUint32(b, m.num), m.best)
	return m.monitor.Snapshot(b)
}
