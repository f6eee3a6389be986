package floodmax

import (
	"encoding/binary"
	"time"

	"bellwether/baseline/internal/former"
	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerWatch protocol.Timer = iota // the next flood of a leader; a follower's time-out
	timerClaim                       // the end of the back-off before a claim
	timers     = iota
)

// machine is one node.
type machine struct {
	*settings
	leader   protocol.Capability // ID Nobody: none
	stamp    protocol.Time       // of the leader's newest flood
	fresh    bool                // this node knows the leader by its CLAIM, and no BEACON of it
	claiming bool                // the back-off is running
	num      uint32              // elections entered here
	entered  protocol.Time       // when it entered the last
	formers  former.Leaders      // left within the last time-out
}

// Start joins without a leader, and listens for the detection time-out.
func (m *machine) Start(env *protocol.Env, _ []byte) {
	env.SetTimer(timerWatch, m.timeout+overlay.Spread(env, m.interval))
}

// Elect claims the lead at once.
func (m *machine) Elect(env *protocol.Env) {
	m.enter(env)
	m.claim(env)
}

// Resign tells the followers, and waits for a claim.
func (m *machine) Resign(env *protocol.Env) {
	if m.leader.ID != env.Self() {
		return
	}
	env.Broadcast(Beacon{env.Capability(), env.Now()})
	m.enter(env)
	env.SetTimer(timerWatch, m.timeout)
}

// Settle follows leader.
func (m *machine) Settle(env *protocol.Env, leader protocol.Capability) {
	m.follow(env, leader, env.Now())
	if leader.ID == env.Self() {
		env.SetTimer(timerWatch, m.interval)
	}
}

// Receive handles a flood.
func (m *machine) Receive(env *protocol.Env, _ protocol.ID, message protocol.Message) {
	switch message := message.(type) {
	case Claim:
		m.onClaim(env, message)
	case Beacon:
		m.onBeacon(env, message)
	}
}

// Fire floods, gives the leader up, or claims.
func (m *machine) Fire(env *protocol.Env, t protocol.Timer) {
	switch {
	case t == timerClaim:
		m.claiming = false
		if m.leader.ID != env.Self() && env.Capability().Deposes(m.leader, m.hysteresis) {
			m.claim(env)
		}
	case m.leader.ID == env.Self():
		m.fresh = false
		m.leader, m.stamp = env.Capability(), env.Now()
		env.BroadcastWithin(m.jitter, Beacon{m.leader, m.stamp})
		env.SetTimer(timerWatch, m.interval)
	default:
		m.enter(env)
		m.backOff(env)
	}
}

// onClaim follows a claim that replaces the leader, or, without a leader, one that is not
// worse than this node.
func (m *machine) onClaim(env *protocol.Env, c Claim) {
	switch {
	case !m.news(env, c.Leader.ID, c.Stamp):
		return
	case c.Leader.ID == m.leader.ID: // it rebooted
	case m.leader.ID == env.Self() && !c.Leader.Deposes(env.Capability(), m.hysteresis):
		return
	case m.leader.ID == protocol.Nobody && env.Capability().Exceeds(c.Leader):
		m.answer(env)
		return
	case m.leader.ID != protocol.Nobody && !c.Leader.Deposes(m.leader, m.hysteresis):
		return
	}
	m.follow(env, c.Leader, c.Stamp)
	m.fresh = true
	env.BroadcastWithin(m.jitter, c)
}

// onBeacon follows the better of two leaders.
func (m *machine) onBeacon(env *protocol.Env, b Beacon) {
	switch {
	case !m.news(env, b.Leader.ID, b.Stamp):
		return
	case b.Leader.ID == m.leader.ID:
	case m.leader.ID == protocol.Nobody && env.Capability().Deposes(b.Leader, m.hysteresis):
		m.answer(env)
		return
	case m.stays(env, b.Leader):
		return
	}
	m.follow(env, b.Leader, b.Stamp)
	env.BroadcastWithin(m.jitter, b)
	m.challenge(env)
}

// stays reports whether the leader stays when another leader's beacon arrives. The strictly
// better one does, but a leader that has just claimed must depose the other. Followers
// decide as the leader itself will, so that none waits for a leader that gives way.
func (m *machine) stays(env *protocol.Env, other protocol.Capability) bool {
	leader := m.leader
	if leader.ID == env.Self() {
		leader = env.Capability()
	}
	if m.fresh {
		return leader.Deposes(other, m.hysteresis)
	}
	return leader.Exceeds(other)
}

// follow sets the leader, which may be this node.
func (m *machine) follow(env *protocol.Env, leader protocol.Capability, stamp protocol.Time) {
	known := m.leader.ID == leader.ID
	if !known {
		m.leave(env)
	}
	m.leader, m.stamp, m.fresh = leader, stamp, false
	env.SetTimer(timerWatch, m.timeout)
	if !known {
		env.Elected(leader.ID, m.computation(env))
	}
}

// challenge claims, after a back-off, if the leader is not good enough.
func (m *machine) challenge(env *protocol.Env) {
	if env.Capability().Deposes(m.leader, m.hysteresis) {
		m.backOff(env)
	}
}

// answer claims, after a back-off, against a worse claim heard without a leader.
func (m *machine) answer(env *protocol.Env) {
	if !m.claiming {
		m.enter(env)
		m.backOff(env)
	}
}

func (m *machine) backOff(env *protocol.Env) {
	if !m.claiming {
		m.claiming = true
		env.SetTimer(timerClaim, overlay.Spread(env, m.backoff))
	}
}

// enter begins an election: the leader is given up.
func (m *machine) enter(env *protocol.Env) {
	m.leave(env)
	m.leader, m.fresh = protocol.Capability{}, false
	m.num++
	m.entered = env.Now()
	env.Electing(m.computation(env))
}

// claim makes this node lead.
func (m *machine) claim(env *protocol.Env) {
	m.follow(env, env.Capability(), env.Now())
	m.fresh = true
	env.StopTimer(timerClaim)
	m.claiming = false
	env.Broadcast(Claim{m.leader, env.Now()})
	env.SetTimer(timerWatch, m.interval)
}

// computation is the election by which a leader is known: the node's last, while its
// claims may still compete; none later.
func (m *machine) computation(env *protocol.Env) protocol.Computation {
	if m.num == 0 || env.Now().Sub(m.entered) > m.timeout {
		return protocol.Computation{}
	}
	return protocol.Computation{Num: m.num, Source: env.Self()}
}

// leave remembers the leader that the node is about to leave, if it is another node.
func (m *machine) leave(env *protocol.Env) {
	if m.leader.ID != protocol.Nobody && m.leader.ID != env.Self() {
		m.formers.Leave(env.Now(), m.leader.ID, m.stamp, m.timeout)
	}
}

// news reports whether a flood is new here, and not an old one of a former leader.
func (m *machine) news(env *protocol.Env, leader protocol.ID, stamp protocol.Time) bool {
	switch leader {
	case env.Self():
		return false
	case m.leader.ID:
		return stamp > m.stamp
	}
	return m.formers.News(env.Now(), leader, stamp)
}

// NeverFollowsWorse marks an algorithm whose nodes never follow a worse one: a node
// compares each claim with itself. It leads at once if it knows no better node, so others
// than the best may lead for a moment.
func (*machine) NeverFollowsWorse() {}

// KeepsWithinMargin says that a node challenges its leader beyond the hysteresis only.
func (*machine) KeepsWithinMargin() {}

// Inspect shows the leader, whether a claim is due, and the number of elections
// entered.
func (m *machine) Inspect(show func(name string, value int64)) {
	show("leader", int64(m.leader.ID))
	show("claiming", int64(protocol.Bit(m.claiming)))
	show("elections", int64(m.num))
}

// Copy returns a machine that behaves the same.
func (m *machine) Copy() protocol.Machine {
	c := *m
	c.formers = m.formers.Copy()
	return &c
}

// Shift moves every instant that the machine remembers.
func (m *machine) Shift(now protocol.Time, d time.Duration) {
	m.entered = max(m.entered, now.Add(-m.timeout-1)).Shift(d)
	if m.leader.ID == protocol.Nobody {
		m.stamp = 0
	}
	m.stamp = m.stamp.Shift(d)
	m.formers.Shift(now, d)
}

// Snapshot appends the state in canonical form.
func (m *machine) Snapshot(b []byte) []byte {
	b = protocol.AppendCapability(b, m.leader)
	b = protocol.AppendTime(protocol.AppendTime(b, m.stamp), m.entered)
	b = binary.BigEndian.AppendUint32(b, m.num)
	b = m.formers.Snapshot(b)
	return append(b, protocol.Bit(m.fresh)|protocol.Bit(m.claiming)<<1)
}
