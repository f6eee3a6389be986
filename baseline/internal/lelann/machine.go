package lelann

import (
	"encoding/binary"

	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerLap     protocol.Timer = iota // one's token counts as lost
	timerMonitor                       // the detection interval
	timers       = iota
)

// Machine is one node of the ring.
type Machine struct {
	*settings
	monitor   overlay.Monitor
	initiator bool
	best      protocol.Capability // while an initiator: of those collected
	collected uint32              // while an initiator: how many, itself included
	num       uint32              // elections begun here
}

// Start joins without a leader.
func (m *Machine) Start(env *protocol.Env, _ []byte) {
	m.monitor.Start(env, overlay.MonitorOptions{
		Detection: m.detection, Hysteresis: m.hysteresis, Timer: timerMonitor,
	})
}

// Elect starts an election, unless this node's token is under way.
func (m *Machine) Elect(env *protocol.Env) {
	if !m.initiator {
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

// NeighbourUp is a new successor: the token sent to the former may be lost.
func (m *Machine) NeighbourUp(env *protocol.Env, _ protocol.ID) {
	if m.initiator {
		overlay.Pass(env, Token{env.Capability(), 1}, 1)
	}
}

// NeighbourDown is the loss of a successor; the new one comes at once.
func (m *Machine) NeighbourDown(*protocol.Env, protocol.ID) {}

// Receive hands a message to its handler.
func (m *Machine) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	m.monitor.Spoke(env, from)
	switch message := message.(type) {
	case Token:
		m.onToken(env, message)
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
	m.initiate(env)
}

// onToken collects another's token and passes it on; one's own ends the
// collection.
func (m *Machine) onToken(env *protocol.Env, t Token) {
	if t.Initiator.ID != env.Self() {
		if m.initiator {
			m.collect(t.Initiator)
		}
		overlay.Pass(env, Token{t.Initiator, t.Hops + 1}, t.Hops+1)
		return
	}
	if !m.initiator {
		return // of an election that has ended
	}
	best := m.best
	if best.ID == env.Self() {
		best = env.Capability()
	}
	m.follow(env, best)
	if best.ID == env.Self() {
		overlay.Pass(env, Elected{best, 1}, 1)
	}
}

// onElected passes the announcement on, and follows or contests it. In this
// order: a contesting token must not overtake what makes others contest, or its
// collection would miss theirs.
func (m *Machine) onElected(env *protocol.Env, e Elected) {
	if e.Leader.ID == env.Self() {
		return // home
	}
	overlay.Pass(env, Elected{e.Leader, e.Hops + 1}, e.Hops+1)
	switch {
	case m.initiator && env.Capability().Exceeds(e.Leader):
		return // its token is under way
	case !m.initiator && env.Capability().Deposes(e.Leader, m.hysteresis):
		m.initiate(env)
	default:
		m.follow(env, e.Leader)
	}
}

// initiate sends this node's own token.
func (m *Machine) initiate(env *protocol.Env) {
	m.monitor.Vacate(env)
	m.initiator, m.best, m.collected = true, protocol.Capability{}, 0
	m.collect(env.Capability())
	m.num++
	env.Electing(m.computation(env))
	env.SetTimer(timerLap, m.lost(len(env.Members()))+overlay.Spread(env, m.detection.Interval))
	overlay.Pass(env, Token{env.Capability(), 1}, 1)
}

// collect adds an initiator to the collection.
func (m *Machine) collect(c protocol.Capability) {
	m.best = m.best.Better(c)
	m.collected++
}

// follow ends the election, if this node holds one: leader leads.
func (m *Machine) follow(env *protocol.Env, leader protocol.Capability) {
	m.monitor.Follow(env, leader, m.computation(env))
	if m.initiator {
		env.StopTimer(timerLap)
	}
	m.initiator, m.best, m.collected = false, protocol.Capability{}, 0
}

// computation is the election that a leader is known by: the one under way here;
// none for who only passes tokens on.
func (m *Machine) computation(env *protocol.Env) protocol.Computation {
	if !m.initiator {
		return protocol.Computation{}
	}
	return protocol.Computation{Num: m.num, Source: env.Self()}
}

// Inspect shows whether the node is an initiator, how many it has collected, its
// leader, and the number of elections begun.
func (m *Machine) Inspect(show func(name string, value int64)) {
	show("initiator", int64(protocol.Bit(m.initiator)))
	show("collected", int64(m.collected))
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
	b = protocol.AppendCapability(append(b, protocol.Bit(m.initiator)), m.best)
	b = binary.BigEndian.AppendUint32(b, m.collected)
	return m.monitor.Snapshot(binary.BigEndian.AppendUint32(b, m.num))
}
