package ringlist

import (
	"encoding/binary"

	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerLap     protocol.Timer = iota // a list counts as lost
	timerMonitor                       // the detection interval
	timers       = iota
)

// A part is what a node has in an election.
type part uint8

const (
	idle      part = iota // none
	listed                // is in another's list
	initiator             // its own list is under way
)

// Machine is one node of the ring.
type Machine struct {
	*settings
	monitor overlay.Monitor
	part    part
	num     uint32 // elections entered here
}

// Start joins without a leader.
func (m *Machine) Start(env *protocol.Env, _ []byte) {
	m.monitor.Start(env, overlay.MonitorOptions{
		Detection: m.detection, Hysteresis: m.hysteresis, Timer: timerMonitor,
	})
}

// Elect starts an election, unless this node takes part in one.
func (m *Machine) Elect(env *protocol.Env) {
	if m.part == idle {
		m.initiate(env)
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

// NeighbourUp is a new successor: the list sent to the former may be lost.
func (m *Machine) NeighbourUp(env *protocol.Env, _ protocol.ID) {
	if m.part == initiator {
		m.send(env, Election{}.with(env.Capability()))
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
	case Coordinator:
		m.onCoordinator(env, message)
	default:
		if better := m.monitor.Receive(env, from, message); better.ID != protocol.Nobody {
			m.follow(env, better)
		}
	}
}

// Fire begins a list, or ticks.
func (m *Machine) Fire(env *protocol.Env, t protocol.Timer) {
	if t == timerMonitor {
		if m.monitor.Tick(env) != overlay.Steady {
			m.Elect(env)
		}
		return
	}
	m.initiate(env)
}

// onElection joins a list, or concludes one's own.
func (m *Machine) onElection(env *protocol.Env, e Election) {
	switch {
	case len(e.Members) == 0:
		return // nobody's
	case !e.holds(env.Self()):
		if m.part == idle {
			m.enter(env, listed)
		}
		if len(e.Members) < len(env.Members()) {
			m.send(env, e.with(env.Capability()))
		}
	case e.Members[0].ID == env.Self() && m.part == initiator:
		m.conclude(env, e)
	}
}

// conclude announces the best of this node's list.
func (m *Machine) conclude(env *protocol.Env, e Election) {
	best := env.Capability()
	for _, c := range e.Members[1:] {
		best = best.Better(c)
	}
	m.follow(env, best)
	m.send(env, Coordinator{best, env.Self(), 1})
}

// onCoordinator ends the election.
func (m *Machine) onCoordinator(env *protocol.Env, c Coordinator) {
	switch {
	case c.Initiator == env.Self():
		return // home
	case c.Leader.ID == env.Self():
		m.follow(env, env.Capability())
	case !env.Capability().Deposes(c.Leader, m.hysteresis):
		m.follow(env, c.Leader)
	case m.part == initiator:
		return // its own list knows better
	default:
		m.initiate(env)
		return
	}
	if int(c.Hops) < len(env.Members()) {
		m.send(env, Coordinator{c.Leader, c.Initiator, c.Hops + 1})
	}
}

// initiate begins a list.
func (m *Machine) initiate(env *protocol.Env) {
	m.enter(env, initiator)
	m.send(env, Election{}.with(env.Capability()))
}

// enter takes part in an election.
func (m *Machine) enter(env *protocol.Env, as part) {
	m.monitor.Vacate(env)
	m.part = as
	m.num++
	env.Electing(m.computation(env))
	env.SetTimer(timerLap, m.lost(len(env.Members()))+overlay.Spread(env, m.detection.Interval))
}

// send sends a message to the successor.
func (m *Machine) send(env *protocol.Env, message protocol.Message) {
	for _, successor := range env.Neighbours() {
		env.Send(successor, message)
	}
}

// follow ends the election, if one is under way: leader leads.
func (m *Machine) follow(env *protocol.Env, leader protocol.Capability) {
	m.monitor.Follow(env, leader, m.computation(env))
	if m.part != idle {
		env.StopTimer(timerLap)
	}
	m.part = idle
}

// computation is the election that a leader is known by: the one under way here;
// none for a leader that shows itself.
func (m *Machine) computation(env *protocol.Env) protocol.Computation {
	if m.part == idle {
		return protocol.Computation{}
	}
	return protocol.Computation{Num: m.num, Source: env.Self()}
}

// Inspect shows the part (0 none, 1 listed, 2 initiator), the leader, and the
// number of elections entered.
func (m *Machine) Inspect(show func(name string, value int64)) {
	show("part", int64(m.part))
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
	return m.monitor.Snapshot(binary.BigEndian.AppendUint32(append(b, byte(m.part)), m.num))
}
