package linkreversal

import (
	"encoding/binary"
	"slices"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerTick protocol.Timer = iota // the next beacon; without a height, the end of the wait
	timers                   = iota
)

// machine is one node.
type machine struct {
	*settings
	height   Height // the zero Height: none yet, this node neither leads nor follows
	channels channels
	clock    int64       // T, a Lamport clock
	leader   protocol.ID // the leader that this node reported last
}

// Start joins without a height, and waits for one.
func (m *machine) Start(env *protocol.Env, saved []byte) {
	if len(saved) == 8 {
		m.clock = int64(binary.BigEndian.Uint64(saved))
	}
	for _, id := range env.Neighbours() {
		m.channels.open(id)
	}
	env.SetTimer(timerTick, m.timeout+overlay.Spread(env, m.interval))
}

// Elect searches for the leader. If this node knows of none, it becomes the leader.
func (m *machine) Elect(env *protocol.Env) {
	before := m.begin(0)
	switch {
	case !m.awake():
		m.electSelf(env)
	case m.height.Lid != env.Self():
		m.startNewRefLevel(env)
	}
	m.end(env, before)
}

// Resign makes the smallest neighbour the leader, by a leader pair newer than any other:
// that neighbour finds its own ID in it, and elects itself.
func (m *machine) Resign(env *protocol.Env) {
	if m.height.Lid != env.Self() || m.channels.alone() {
		return
	}
	before := m.begin(0)
	m.height = Height{Delta: 1, Nlts: -m.clock, Lid: m.channels.first()}
	m.save(env)
	m.end(env, before)
}

// Settle follows leader, the only node with a height until its first beacon.
func (m *machine) Settle(env *protocol.Env, leader protocol.Capability) {
	m.begin(0)
	if leader.ID == env.Self() {
		m.height = Height{Nlts: -m.clock, Lid: leader.ID}
		env.SetTimer(timerTick, m.interval)
	}
	m.follow(env, leader.ID)
}

// NeighbourUp is the paper's ChannelUp.
func (m *machine) NeighbourUp(env *protocol.Env, id protocol.ID) {
	m.begin(0)
	m.channels.open(id)
	if m.awake() {
		env.Send(id, Beacon{m.height, m.clock})
	}
}

// NeighbourDown is the paper's ChannelDown.
func (m *machine) NeighbourDown(env *protocol.Env, id protocol.ID) {
	before := m.begin(0)
	if !m.channels.shut(id) || !m.awake() {
		return
	}
	switch {
	case m.channels.alone():
		m.electSelf(env)
	case m.sink(env.Self()):
		m.startNewRefLevel(env)
	}
	m.end(env, before)
}

// Receive handles a neighbour's height.
func (m *machine) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	switch message := message.(type) {
	case Update:
		m.onUpdate(env, from, message)
	case Beacon:
		m.onUpdate(env, from, Update(message))
	}
}

func (m *machine) onUpdate(env *protocol.Env, from protocol.ID, u Update) {
	if u.Height.Lid == protocol.Nobody || !m.channels.hear(from, u.Height, u.Clock) {
		return
	}
	before := m.begin(u.Clock)
	switch {
	case !m.height.samePair(u.Height):
		m.adoptLPIfPriority(env, u.Height)
	case m.sink(env.Self()):
		m.reverse(env)
	}
	m.end(env, before)
}

// Fire repeats the height, or makes this node lead because it heard of no other leader.
func (m *machine) Fire(env *protocol.Env, _ protocol.Timer) {
	before := m.begin(0)
	if m.awake() {
		env.BroadcastWithin(m.jitter, Beacon{m.height, m.clock})
		env.SetTimer(timerTick, m.interval)
		return
	}
	m.electSelf(env)
	m.end(env, before)
}

// awake reports whether this node has a height.
func (m *machine) awake() bool { return m.height.Lid != protocol.Nobody }

// begin advances the clock at an event, beyond the clock of a received message, and returns
// the height before the event.
func (m *machine) begin(heard int64) (before Height) {
	m.clock = max(m.clock, heard) + 1
	return m.height
}

// end sends the height to all neighbours (N and forming) if an event has changed it. A
// first height under the leader of a settled start elects no node: a beacon carries it.
func (m *machine) end(env *protocol.Env, before Height) {
	if m.height == before {
		return
	}
	settled := before == Height{} && m.leader != protocol.Nobody && m.leader == m.height.Lid && m.leader != env.Self()
	if before == (Height{}) {
		env.SetTimer(timerTick, overlay.Spread(env, m.interval))
	}
	m.follow(env, m.height.Lid)
	if settled {
		env.Broadcast(Beacon{m.height, m.clock})
		return
	}
	for _, c := range m.channels {
		env.Send(c.id, Update{m.height, m.clock})
	}
}

func (m *machine) follow(env *protocol.Env, leader protocol.ID) {
	if leader != m.leader {
		m.leader = leader
		env.Elected(leader, protocol.Computation{})
	}
}

// Inspect shows the leader and the height, with the leader's clock as it was.
func (m *machine) Inspect(show func(name string, value int64)) {
	show("leader", int64(m.leader))
	show("tau", m.height.Tau)
	show("oid", int64(m.height.Oid))
	show("r", int64(m.height.R))
	show("delta", int64(m.height.Delta))
	show("elected", -m.height.Nlts)
}

// Copy returns a machine that behaves the same.
func (m *machine) Copy() protocol.Machine {
	c := *m
	c.channels = slices.Clone(m.channels)
	return &c
}

// Shift does nothing: the machine remembers no instants.
func (m *machine) Shift(protocol.Time, time.Duration) {}

// Snapshot appends the state in canonical form.
func (m *machine) Snapshot(b []byte) []byte {
	b = protocol.Marshal(b, Update{m.height, m.clock})
	return m.channels.snapshot(protocol.AppendID(b, m.leader))
}

// KeepsLeader says that no other node's offer makes a node leave a leader that it hears.
func (*machine) KeepsLeader() {}
