package franklin

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerLaps    protocol.Timer = iota // a message counts as lost
	timerMonitor                       // the detection interval
	timers       = iota
)

// Machine is one node of the ring.
type Machine struct {
	*settings
	monitor    overlay.Monitor
	wave       uint32 // the newest known
	tournament        // of that wave
}

// Start joins without a leader.
func (m *Machine) Start(env *protocol.Env, _ []byte) {
	m.monitor.Start(env, overlay.MonitorOptions{
		Detection: m.detection, Hysteresis: m.hysteresis, Timer: timerMonitor,
	})
}

// Elect starts an election, unless this node takes part in one.
func (m *Machine) Elect(env *protocol.Env) {
	if m.colour == idle {
		m.begin(env, m.wave+1)
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

// NeighbourUp is a new neighbour: what was sent to the former may be lost, of two
// rounds at most, since a red node waits for an answer to the first. Their order
// does not matter: they carry their rounds.
func (m *Machine) NeighbourUp(env *protocol.Env, id protocol.ID) {
	for way := range ways {
		if m.colour == idle || env.Neighbours()[way] != id {
			continue
		}
		for _, e := range m.sent[way] {
			if e.Candidate.ID != protocol.Nobody {
				env.Send(id, e)
			}
		}
	}
}

// NeighbourDown is the loss of a neighbour; the new one comes at once.
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

// Fire begins a new wave, or ticks.
func (m *Machine) Fire(env *protocol.Env, t protocol.Timer) {
	if t == timerMonitor {
		if m.monitor.Tick(env) != overlay.Steady {
			m.Elect(env)
		}
		return
	}
	m.begin(env, m.wave+1)
}

// onElection joins a newer wave, and then passes the message on, or compares.
func (m *Machine) onElection(env *protocol.Env, e Election) {
	if e.Way >= ways {
		return
	}
	switch age := newer(e.Wave, m.wave); {
	case age > 0:
		m.begin(env, e.Wave)
	case age < 0:
		m.Elect(env) // its sender has forgotten: it hears of this one
		return
	}
	switch m.colour {
	case black:
		m.pass(env, e)
	case red:
		if m.take(e) {
			m.compare(env)
		}
	}
}

// onElected ends the election of its wave.
func (m *Machine) onElected(env *protocol.Env, e Elected) {
	switch {
	case e.Leader.ID == env.Self():
		return // home
	case newer(e.Wave, m.wave) < 0:
		return // this node knows of a newer election
	case env.Capability().Deposes(e.Leader, m.hysteresis):
		m.begin(env, e.Wave+1)
		return
	}
	m.wave = e.Wave
	m.follow(env, e.Leader)
	m.announce(env, Elected{e.Leader, e.Wave, e.Hops + 1})
}

// begin takes part in a wave as red.
func (m *Machine) begin(env *protocol.Env, wave uint32) {
	m.monitor.Vacate(env)
	m.wave = wave
	m.tournament = tournament{colour: red, own: env.Capability()}
	env.Electing(m.computation(env))
	env.SetTimer(timerLaps, m.lost(len(env.Members()))+overlay.Spread(env, m.detection.Interval))
	m.play(env)
}

// play sends this node's message of the next round both ways.
func (m *Machine) play(env *protocol.Env) {
	m.turn()
	for way := range ways {
		m.send(env, Election{m.own, m.wave, m.round, way, 1})
	}
}

// compare ends a round, and the next if its messages are there already.
func (m *Machine) compare(env *protocol.Env) {
	for m.complete() {
		switch m.outcome() {
		case lost:
			m.colour = black
			for way := range ways {
				if early, ok := m.early(way); ok {
					m.pass(env, early)
				}
			}
			return
		case alone:
			m.follow(env, env.Capability())
			m.announce(env, Elected{env.Capability(), m.wave, 1})
			return
		}
		m.play(env)
	}
}

// pass sends another's message on, the way it goes.
func (m *Machine) pass(env *protocol.Env, e Election) {
	e.Hops++
	m.send(env, e)
}

// send sends a message its way, unless it has gone round already.
func (m *Machine) send(env *protocol.Env, e Election) {
	if int(e.Hops) <= len(env.Members()) {
		m.sent[e.Way][e.Round%2] = e
		env.Send(env.Neighbours()[e.Way], e)
	}
}

// announce sends ELECTED to the successor, unless it has gone round already.
func (m *Machine) announce(env *protocol.Env, e Elected) {
	if int(e.Hops) <= len(env.Members()) {
		env.Send(env.Neighbours()[Forward], e)
	}
}

// follow ends the election, if one is under way: leader leads.
func (m *Machine) follow(env *protocol.Env, leader protocol.Capability) {
	m.monitor.Follow(env, leader, m.computation(env))
	if m.colour != idle {
		env.StopTimer(timerLaps)
	}
	m.tournament = tournament{}
}

// computation is the election that a leader is known by: the one under way here;
// none for a leader that shows itself.
func (m *Machine) computation(env *protocol.Env) protocol.Computation {
	if m.colour == idle {
		return protocol.Computation{}
	}
	return protocol.Computation{Num: m.wave, Source: env.Self()}
}

// newer is positive if wave a is newer than b, negative if older.
func newer(a, b uint32) int32 { return int32(a - b) }

// Inspect shows the colour (0 takes part in nothing, 1 red, 2 black), the round,
// the wave and the leader.
func (m *Machine) Inspect(show func(name string, value int64)) {
	show("colour", int64(m.colour))
	show("round", int64(m.round))
	show("wave", int64(m.wave))
	show("leader", int64(m.monitor.Leader().ID))
}

// Copy gives a machine that behaves as this one does.
func (m *Machine) Copy() protocol.Machine {
	c := *m
	c.monitor = m.monitor.Copy()
	return &c
}

// Snapshot appends the state in canonical form.
func (m *Machine) Snapshot(b []byte) []byte {
	return m.monitor.Snapshot(m.tournament.snapshot(b, m.wave))
}
