package bully

import (
	"encoding/binary"
	"time"

	"bellwether/baseline/internal/upkeep"
	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerElection protocol.Timer = iota // T or T', by phase
	timerMonitor                        // the detection interval
	timers        = iota
)

// A phase is a node's state in an election.
type phase uint8

const (
	normal   phase = iota // in no election
	electing              // asked the higher members, waits T for an OK
	waiting               // got an OK, waits T' for the COORDINATOR
)

// machine is one member.
type machine struct {
	*settings
	monitor  upkeep.Keeper
	phase    phase
	num      uint32        // elections held here
	former   protocol.ID   // the leader when the election began
	asked    bool          // former was asked to lead: if this node wins, former is dead
	ended    protocol.Time // when the last election ended
	finished bool          // true once an election has ended
}

// Start joins without a leader.
func (m *machine) Start(env *protocol.Env, _ []byte) {
	m.monitor.Start(env, overlay.MonitorOptions{
		Detection: m.detection, Hysteresis: m.hysteresis, Timer: timerMonitor,
	})
}

// Elect holds an election, unless one is running.
func (m *machine) Elect(env *protocol.Env) {
	if m.phase == normal {
		m.elect(env)
	}
}

// Resign holds an election if this node leads.
func (m *machine) Resign(env *protocol.Env) {
	m.monitor.Resign(env, m)
}

// Settle follows leader. Members that were not heard of count by their IDs.
func (m *machine) Settle(env *protocol.Env, leader protocol.Capability) {
	m.monitor.Rank()
	m.Follow(env, leader)
	m.finished = false // no message of an election is on its way
}

// Receive passes a message to its handler.
func (m *machine) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	m.monitor.Spoke(env, from)
	switch message := message.(type) {
	case Election:
		m.onElection(env, from, message)
	case OK:
		m.onOK(env, message)
	case Coordinator:
		m.onCoordinator(env, message)
	default:
		m.monitor.Receive(env, from, message, m)
	}
}

// Fire ends a wait, or runs the monitor's tick.
func (m *machine) Fire(env *protocol.Env, t protocol.Timer) {
	switch {
	case t == timerMonitor:
		m.monitor.Tick(env, m)
	case m.phase == electing:
		m.win(env)
	case m.phase == waiting:
		m.elect(env)
	}
}

// elect asks every higher member.
func (m *machine) elect(env *protocol.Env) {
	if leader := m.monitor.Leader().ID; leader != protocol.Nobody {
		m.former = leader
	}
	m.asked = false
	m.monitor.Vacate(env)
	m.phase = electing
	m.num++
	env.Electing(m.computation(env))
	higher := false
	for _, id := range env.Members() {
		if m.monitor.Higher(id, env.Capability()) {
			env.Route(id, Election{env.Capability()})
			higher = true
			m.asked = m.asked || id == m.former
		}
	}
	if !higher {
		m.win(env)
		return
	}
	env.SetTimer(timerElection, m.answer)
}

// onElection answers a lower member with OK and holds an election.
func (m *machine) onElection(env *protocol.Env, from protocol.ID, e Election) {
	m.monitor.Heard(e.Capability)
	if e.Capability.Exceeds(env.Capability()) {
		return // the sender did not know
	}
	env.Route(from, OK{env.Capability()})
	if m.phase == normal && !m.just(env) {
		m.elect(env)
	}
}

// onOK waits for a higher member to lead.
func (m *machine) onOK(env *protocol.Env, ok OK) {
	m.monitor.Heard(ok.Capability)
	if m.phase != electing || !ok.Capability.Exceeds(env.Capability()) {
		return
	}
	m.phase = waiting
	env.SetTimer(timerElection, m.result)
}

// win announces this node as the leader.
func (m *machine) win(env *protocol.Env) {
	dead := protocol.Nobody
	if m.asked {
		dead = m.former
	}
	m.Follow(env, env.Capability())
	for _, id := range env.Members() {
		if id != env.Self() && id != dead {
			env.Route(id, Coordinator{env.Capability()})
		}
	}
}

// onCoordinator accepts a higher member, and challenges a lower one.
func (m *machine) onCoordinator(env *protocol.Env, c Coordinator) {
	m.monitor.Heard(c.Capability)
	if c.Capability.Exceeds(env.Capability()) {
		m.Follow(env, c.Capability)
		return
	}
	m.Elect(env)
}

// Follow ends an election, if one is running, and follows leader.
func (m *machine) Follow(env *protocol.Env, leader protocol.Capability) {
	m.monitor.Follow(env, leader, m.computation(env))
	if m.phase != normal {
		env.StopTimer(timerElection)
	}
	m.phase, m.former, m.asked = normal, protocol.Nobody, false
	m.ended, m.finished = env.Now(), true
}

// just reports whether an election ended here so recently that its messages may still
// arrive.
func (m *machine) just(env *protocol.Env) bool {
	return m.finished && env.Now().Sub(m.ended) < m.result
}

// computation is the election in which a leader was elected: the one running here or just
// ended; none for a leader that announces itself later.
func (m *machine) computation(env *protocol.Env) protocol.Computation {
	if m.phase == normal && !m.just(env) {
		return protocol.Computation{}
	}
	return protocol.Computation{Num: m.num, Source: env.Self()}
}

// NeverFollowsWorse marks an algorithm whose nodes never follow a worse one: a node answers
// worse candidates and waits for its own election.
func (*machine) NeverFollowsWorse() {}

// KeepsWithinMargin marks an algorithm that keeps the hysteresis: a node challenges its leader
// only beyond it.
func (*machine) KeepsWithinMargin() {}

// FollowsOnlyBest marks an algorithm in which only the best wins: only the best gets no
// answer.
func (*machine) FollowsOnlyBest() {}

// Inspect shows phase, leader and the number of elections held.
func (m *machine) Inspect(show func(name string, value int64)) {
	show("phase", int64(m.phase))
	show("leader", int64(m.monitor.Leader().ID))
	show("elections", int64(m.num))
}

// Copy returns a machine that behaves the same.
func (m *machine) Copy() protocol.Machine {
	c := *m
	c.monitor = m.monitor.Copy()
	return &c
}

// Shift moves every instant that the machine remembers.
func (m *machine) Shift(now protocol.Time, d time.Duration) {
	m.ended = max(m.ended, now.Add(-m.result)).Shift(d)
	m.monitor.Shift(now, d)
}

// Snapshot appends the state in canonical form.
func (m *machine) Snapshot(b []byte) []byte {
	b = append(b, byte(m.phase), protocol.Bit(m.asked)|protocol.Bit(m.finished)<<1)
	b = protocol.AppendID(binary.BigEndian.AppendUint32(b, m.num), m.former)
	b = protocol.AppendTime(b, m.ended)
	return m.monitor.Snapshot(b)
}
