package recovery

import (
	"encoding/binary"
	"math"
	"slices"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerPeriod protocol.Timer = iota // η, the detection interval
	timers                     = iota
)

// machine is one member.
type machine struct {
	window
	incarnation uint32
	booted      protocol.Time
	leader      protocol.ID
}

// Start is Init and Recovery: count the boot, store the count, and only then send.
func (m *machine) Start(env *protocol.Env, saved []byte) {
	m.booted = env.Now()
	m.incarnation = retrieve(saved)
	if m.incarnation < math.MaxUint32 {
		m.incarnation++
	}
	env.Save(binary.BigEndian.AppendUint32(nil, m.incarnation))
	m.beat(env)
	env.SetTimer(timerPeriod, overlay.Spread(env, m.detection.Interval))
}

// retrieve reads what was stored; 0 (⊥) if there is nothing valid.
func retrieve(saved []byte) uint32 {
	if len(saved) != 4 {
		return 0
	}
	return binary.BigEndian.Uint32(saved)
}

// Settle follows leader until the first evaluation, and sends nothing until then.
func (m *machine) Settle(env *protocol.Env, leader protocol.Capability) {
	m.follow(env, leader.ID)
	env.SetTimer(timerPeriod, m.detection.Interval+overlay.Spread(env, m.detection.Interval))
}

// Fire ends a period. The first evaluation waits for a whole one, because the others send
// only one heartbeat in each.
func (m *machine) Fire(env *protocol.Env, _ protocol.Timer) {
	env.SetTimer(timerPeriod, m.detection.Interval)
	m.expire(env.Now(), env.Suspect)
	if env.Now().Sub(m.booted) >= m.detection.Interval {
		m.follow(env, m.stablest(env.Self(), m.incarnation))
	}
	m.beat(env)
}

// Receive handles a heartbeat.
func (m *machine) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	if beat, ok := message.(Heartbeat); ok && m.hear(from, beat, env.Now()) {
		env.Trust(from)
	}
}

// beat sends a heartbeat to every other member.
func (m *machine) beat(env *protocol.Env) {
	for _, id := range env.Members() {
		if id != env.Self() {
			env.Route(id, Heartbeat{m.incarnation})
		}
	}
}

func (m *machine) follow(env *protocol.Env, leader protocol.ID) {
	if leader != m.leader {
		m.leader = leader
		env.Elected(leader, protocol.Computation{})
	}
}

// Outlives says to judges of a run that each boot is counted.
func (*machine) Outlives() (kept, counted []string) { return nil, []string{"incarnation"} }

// Inspect shows the leader and the incarnation.
func (m *machine) Inspect(show func(name string, value int64)) {
	show("leader", int64(m.leader))
	show("incarnation", int64(m.incarnation))
}

// Copy returns a machine that behaves the same.
func (m *machine) Copy() protocol.Machine {
	c := *m
	c.peers = slices.Clone(m.peers)
	return &c
}

// Shift moves every instant that the machine remembers.
func (m *machine) Shift(now protocol.Time, d time.Duration) {
	m.booted = max(m.booted, now.Add(-m.detection.Interval)).Shift(d)
	m.window.shift(now, d)
}

// Snapshot appends the state in canonical form.
func (m *machine) Snapshot(b []byte) []byte {
	b = protocol.AppendID(binary.BigEndian.AppendUint32(b, m.incarnation), m.leader)
	return m.snapshot(protocol.AppendTime(b, m.booted))
}
