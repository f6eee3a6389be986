package election

import (
	"encoding/binary"
	"maps"
	"slices"
	"time"

	"bellwether/protocol"
)

// watch is the only timer: a leader's until its next beacon, a follower's until it misses
// its leader.
const watch protocol.Timer = 0

// jitter is the longest delay before a node passes a flood on: neighbours that did so at
// one instant would collide. It is as long as five frames of 2 ms. Fill in: make it a
// parameter.
const jitter = 10 * time.Millisecond

// machine is one node. It holds no Env, clock or lock: a driver passes it everything.
type machine struct {
	detection protocol.Detection
	kept      kept // what survives a crash

	leader  protocol.Capability   // the node that this one follows, or itself; ID Nobody at first
	heard   map[protocol.ID]heard // the newest flood of each leader
	elected uint32                // number of elections that this node began
}

// heard is the newest flood of a leader.
type heard struct{ began, at protocol.Time }

func newMachine(d protocol.Detection) *machine {
	return &machine{detection: d, heard: map[protocol.ID]heard{}}
}

// Start is a boot, or a reboot with the saved state. The node first listens for a while.
func (m *machine) Start(env *protocol.Env, saved []byte) {
	m.kept.begin(env, saved)
	env.SetTimer(watch, m.detection.Timeout())
}

// Elect starts an election now, at the request of a scenario. Better nodes object.
func (m *machine) Elect(env *protocol.Env) { m.lead(env, kindClaim) }

// Settle begins with a leader that all nodes follow, at the request of a scenario.
func (m *machine) Settle(env *protocol.Env, leader protocol.Capability) {
	m.follow(env, standing(leader))
	if leader.ID == env.Self() {
		env.SetTimer(watch, m.detection.Interval)
	}
}

// Fire floods that this node still leads, or claims the place of a silent leader.
func (m *machine) Fire(env *protocol.Env, _ protocol.Timer) {
	m.forget(env.Now())
	if m.leader.ID == env.Self() {
		m.lead(env, kindBeacon)
	} else {
		m.lead(env, kindClaim)
	}
}

// Receive handles the first copy of each flood.
func (m *machine) Receive(env *protocol.Env, _ protocol.ID, message protocol.Message) {
	f, ok := message.(flood)
	if !ok || f.Leader.ID == env.Self() || f.Began <= m.heard[f.Leader.ID].began {
		return
	}
	m.heard[f.Leader.ID] = heard{f.Began, env.Now()}
	switch {
	case m.ignores(env, f.Leader):
	case m.objects(env, f.Leader) && m.leader.ID == env.Self():
		m.lead(env, kindBeacon)
	case m.objects(env, f.Leader):
		m.lead(env, kindClaim)
	default:
		m.follow(env, f.Leader)
		env.BroadcastWithin(jitter, f)
	}
}

// ignores reports whether this node follows a better leader, which will object itself.
func (m *machine) ignores(env *protocol.Env, other protocol.Capability) bool {
	switch m.leader.ID {
	case protocol.Nobody, env.Self(), other.ID:
		return false
	}
	return beats(m.leader, other)
}

// lead floods that this node leads. No two of its floods begin at the same instant.
func (m *machine) lead(env *protocol.Env, kind protocol.Kind) {
	self := m.kept.worth(env)
	if kind == kindClaim {
		m.elected++
		c := protocol.Computation{Num: m.elected, Source: env.Self()}
		env.Electing(c)
		env.Elected(env.Self(), c)
	}
	began := max(env.Now(), m.heard[self.ID].began+1)
	m.leader, m.heard[self.ID] = self, heard{began, env.Now()}
	env.Broadcast(flood{kind, self, began})
	env.SetTimer(watch, m.detection.Interval)
}

func (m *machine) follow(env *protocol.Env, leader protocol.Capability) {
	if leader.ID != m.leader.ID {
		env.Elected(leader.ID, protocol.Computation{})
	}
	m.leader = leader
	env.SetTimer(watch, m.detection.Timeout())
}

// forget drops leaders that were silent for two time-outs: none of their floods is still
// on its way, and a leader whose clock was reset is heard again.
func (m *machine) forget(now protocol.Time) {
	maps.DeleteFunc(m.heard, func(id protocol.ID, h heard) bool {
		return id != m.leader.ID && now > h.at.Add(2*m.detection.Timeout())
	})
}

// Snapshot writes all state that affects behaviour, in a fixed order.
func (m *machine) Snapshot(b []byte) []byte {
	b = m.kept.append(b)
	b = binary.BigEndian.AppendUint32(protocol.AppendCapability(b, m.leader), m.elected)
	for _, id := range slices.Sorted(maps.Keys(m.heard)) {
		h := m.heard[id]
		b = binary.BigEndian.AppendUint64(protocol.AppendID(b, id), uint64(h.began))
		b = binary.BigEndian.AppendUint64(b, uint64(h.at))
	}
	return b
}

// Copy is an independent machine in the same state: maps and slices are cloned.
func (m *machine) Copy() protocol.Machine {
	c := *m
	c.heard = maps.Clone(m.heard)
	return &c
}

// Shift moves every instant by d: the explorer takes a machine back in time, so that repeated
// behaviour leads back to a known state.
func (m *machine) Shift(_ protocol.Time, d time.Duration) {
	for id, h := range m.heard {
		m.heard[id] = heard{h.began.Shift(d), h.at.Shift(d)}
	}
}

// Inspect shows the state in stories and traces. Fill in: what readers will want to see.
func (m *machine) Inspect(show func(name string, value int64)) {
	show("leader", int64(m.leader.ID))
	show("elections", int64(m.elected))
}
