package ring

import (
	"encoding/binary"

	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerLap     protocol.Timer = iota // a token counts as lost
	timerMonitor                       // the detection interval
	timers       = iota
)

// Machine is one node of the ring.
type Machine struct {
	*settings
	monitor       overlay.Monitor
	participating bool
	sent          Election // while participating: the best token sent
	num           uint32   // elections entered here
}

// Start joins without a leader.
func (m *Machine) Start(env *protocol.Env, _ []byte) {
	m.monitor.Start(env, overlay.MonitorOptions{
		Detection: m.detection, Hysteresis: m.hysteresis, Timer: timerMonitor,
	})
}

// Elect starts an election, unless this node takes part in one.
func (m *Machine) Elect(env *protocol.Env) {
	if !m.participating {
		m.participate(env)
		m.stand(env)
	}
}

// Resign starts an election if this node leads: it counts for nothing now.
func (m *Machine) Resign(env *protocol.Env) {
	if m.monitor.Leader().ID == env.Self() {
		m.Elect(env)
	}
}

// Settle follows leader.
func (m *Machine) Settle(env *protocol.Env, leader protocol.Capability) {
	m.follow(env, leader)
}

// NeighbourUp is a new successor: the token sent to the former may be lost.
func (m *Machine) NeighbourUp(env *protocol.Env, _ protocol.ID) {
	if m.participating {
		overlay.Pass(env, m.sent, m.sent.Hops)
	}
}

// NeighbourDown is the loss of a successor; the new one comes at once.
func (m *Machine) NeighbourDown(*protocol.Env, protocol.ID) {}

// Receive hands a message to its handler.
func (m *Machine) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	m.monitor.Spoke(env, from)
	switch message := message.(type) {
	case Election:
		m.onElection(env, message)
	case Elected:
		m.onElected(env, message)
	default:
		if better := m.monitor.Receive(env, from, message); better.ID != protocol.Nobody {
			m.follow(env, better)
		}
	}
}

// Fire begins again, or ticks.
func (m *Machine) Fire(env *protocol.Env, t protocol.Timer) {
	if t == timerMonitor {
		if m.monitor.Tick(env) != overlay.Steady {
			m.Elect(env)
		}
		return
	}
	m.participate(env)
	m.stand(env)
}

// onElection compares the candidate with this node.
func (m *Machine) onElection(env *protocol.Env, e Election) {
	self := env.Capability()
	switch {
	case e.Candidate.ID == env.Self():
		if m.participating || m.smaller == replace && m.monitor.Leader().ID == env.Self() {
			m.follow(env, self)
			overlay.Pass(env, Elected{self, 1}, 1)
		}
	case e.Candidate.Exceeds(self):
		if !m.participating {
			m.participate(env)
		}
		m.send(env, Election{e.Candidate, e.Hops + 1})
	case !m.participating:
		m.participate(env)
		m.stand(env)
	case m.smaller == replace:
		m.stand(env)
	}
}

// onElected ends the election.
func (m *Machine) onElected(env *protocol.Env, e Elected) {
	switch {
	case e.Leader.ID == env.Self():
		return // home
	case e.Leader.Exceeds(env.Capability()):
		m.follow(env, e.Leader)
		overlay.Pass(env, Elected{e.Leader, e.Hops + 1}, e.Hops+1)
	default:
		m.Elect(env)
	}
}

// participate takes part in an election.
func (m *Machine) participate(env *protocol.Env) {
	m.monitor.Vacate(env)
	m.participating, m.sent = true, Election{}
	m.num++
	env.Electing(m.computation(env))
	env.SetTimer(timerLap, m.lost(len(env.Members()))+overlay.Spread(env, m.detection.Interval))
}

// stand sends this node's own token.
func (m *Machine) stand(env *protocol.Env) { m.send(env, Election{env.Capability(), 1}) }

// send passes a token, and remembers the best.
func (m *Machine) send(env *protocol.Env, e Election) {
	if e.Candidate.Exceeds(m.sent.Candidate) {
		m.sent = e
	}
	overlay.Pass(env, e, e.Hops)
}

// follow ends the election, if one is under way: leader leads.
func (m *Machine) follow(env *protocol.Env, leader protocol.Capability) {
	m.monitor.Follow(env, leader, m.computation(env))
	if m.participating {
		env.StopTimer(timerLap)
	}
	m.participating, m.sent = false, Election{}
}

// computation is the election that a leader is known by: the one under way here;
// none for a leader that shows itself.
func (m *Machine) computation(env *protocol.Env) protocol.Computation {
	if !m.participating {
		return protocol.Computation{}
	}
	return protocol.Computation{Num: m.num, Source: env.Self()}
}

// Inspect shows whether the node takes part, its leader, and the number of
// elections entered.
func (m *Machine) Inspect(show func(name string, value int64)) {
	show("participating", int64(protocol.Bit(m.participating)))
	show("leader", int64(m.monitor.Leader().ID))
	show("elections", int64(m.num))
}

// Copy gives a machine that behaves as this one does.
func (m *Machine) Copy() protocol.Machine {
	c := *m
	c.monitor = m.monitor.Copy()
	return &c
}

// Snapshot appends the state in canonical form.
func (m *Machine) Snapshot(b []byte) []byte {
	b = m.sent.AppendWire(append(b, protocol.Bit(m.participating)))
	return m.monitor.Snapshot(binary.BigEndian.AppendUint32(b, m.num))
}
