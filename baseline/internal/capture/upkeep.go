package capture

import (
	"encoding/binary"
	"slices"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
)

// upkeep handles the messages that the paper does not have.
func (m *machine) upkeep(env *protocol.Env, from protocol.ID, message protocol.Message) {
	switch message := message.(type) {
	case Behind:
		if m.phase >= capturing && message.Num > m.num {
			m.stand(env, message.Num)
		}
	case Call:
		env.Route(from, Here(message))
	case Here:
		m.onHere(from, message)
	case Stand:
		if m.phase == normal {
			m.stand(env, max(m.num+1, message.Num))
		}
	case overlay.LeaderAnnouncement:
		m.onAnnouncement(env, from, message)
	default:
		m.monitor.Receive(env, from, message)
	}
}

// current joins a newer election. It tells a candidate of an older one in which to stand:
// this node's, if it is under way, or else the next.
func (m *machine) current(env *protocol.Env, from protocol.ID, num uint32) bool {
	switch {
	case num > m.num:
		m.enter(env, num)
	case num < m.num && m.phase == normal:
		env.Route(from, Behind{m.num + 1})
		return false
	case num < m.num:
		env.Route(from, Behind{m.num})
		return false
	}
	return true
}

// call asks all members that are not captured yet whether they are there.
func (m *machine) call(env *protocol.Env) {
	m.phase, m.called, m.roll = calling, false, m.roll[:0]
	rest := append(m.untried(env), m.target)
	if m.rival != protocol.Nobody && !slices.Contains(rest, m.rival) {
		rest = append(rest, m.rival)
	}
	for _, id := range rest {
		env.Route(id, Call{m.num})
	}
	env.SetTimer(timerElection, m.answer)
}

func (m *machine) onHere(from protocol.ID, h Here) {
	if at, known := slices.BinarySearch(m.roll, from); m.phase == calling && h.Num == m.num && !known {
		m.roll = slices.Insert(m.roll, at, from)
	}
}

// resume continues with the members that are there: a silent owner counts as eliminated, a
// silent target is skipped, and lost messages are sent again.
func (m *machine) resume(env *protocol.Env) {
	m.called = true
	switch {
	case m.rival != protocol.Nobody && m.answered(m.rival):
		m.challenge(env)
	case m.answered(m.target):
		m.capture(env)
	default:
		m.rival = protocol.Nobody
		m.advance(env)
	}
}

func (m *machine) answered(id protocol.ID) bool {
	_, known := slices.BinarySearch(m.roll, id)
	return known
}

// untried are the members after the target, in roster order round to this node.
func (m *machine) untried(env *protocol.Env) []protocol.ID {
	members := env.Members()
	self, _ := slices.BinarySearch(members, env.Self())
	at, found := slices.BinarySearch(members, m.target)
	if found {
		at++
	}
	if m.target < env.Self() {
		return slices.Clone(members[at:max(at, self)])
	}
	return slices.Concat(members[at:], members[:self])
}

// Resign hands the lead, if this node leads, to a better member: see hand.
func (m *machine) Resign(env *protocol.Env) {
	if m.monitor.Leader().ID != env.Self() {
		return
	}
	m.candidate, m.resigned = false, true
	m.monitor.Vacate(env)
	env.Elected(protocol.Nobody, protocol.Computation{})
	m.hand(env)
}

// hand asks the best member that tests this node to hold an election, if it is better; it
// returns false if no better member tests it.
func (m *machine) hand(env *protocol.Env) bool {
	successor := m.monitor.Successor(env)
	if !successor.Exceeds(env.Capability()) {
		return false
	}
	env.Route(successor.ID, Stand{m.num + 1})
	return true
}

// leaderless ends the wait of a node that knows no leader: it stands. A node that has
// resigned hands over again if it can: by now it has heard of every member that follows it.
// Other members are gone, or hold an election of their own.
func (m *machine) leaderless(env *protocol.Env) {
	if m.resigned && m.hand(env) {
		m.monitor.Vacate(env) // wait as long again
		return
	}
	m.Elect(env)
}

// onAnnouncement follows any leader if this node knows none. It ignores announcements
// within an election, because the leader may just be captured.
func (m *machine) onAnnouncement(env *protocol.Env, from protocol.ID, r overlay.LeaderAnnouncement) {
	switch {
	case m.phase != normal:
	case m.monitor.Leader().ID == protocol.Nobody:
		m.follow(env, r.Capability)
	default:
		if better := m.monitor.Receive(env, from, r); better.ID != protocol.Nobody {
			m.candidate = false
			m.follow(env, better)
		}
	}
}

// tick tests the leader. A greater capability is no reason to challenge it: any leader will
// do.
func (m *machine) tick(env *protocol.Env) {
	switch m.monitor.Tick(env) {
	case overlay.Lost:
		m.Elect(env)
	case overlay.Leaderless:
		m.leaderless(env)
	}
}

// follow ends the election, if one is under way: leader leads.
func (m *machine) follow(env *protocol.Env, leader protocol.Capability) {
	m.monitor.Follow(env, leader, m.computation(env))
	if m.phase != normal {
		env.StopTimer(timerElection)
	}
	m.phase, m.resigned = normal, false
}

// computation is the election in which a leader was elected: the one running here; none for
// a leader that announces itself later.
func (m *machine) computation(env *protocol.Env) protocol.Computation {
	if m.phase == normal {
		return protocol.Computation{}
	}
	return protocol.Computation{Num: m.num, Source: env.Self()}
}

// Inspect shows the node's standing.
func (m *machine) Inspect(show func(name string, value int64)) {
	show("phase", int64(m.phase))
	show("leader", int64(m.monitor.Leader().ID))
	show("election", int64(m.num))
	show("candidate", int64(protocol.Bit(m.candidate)))
	show("owner", int64(m.owner))
	show("level", int64(m.level))
	show("owns", int64(m.owns))
}

// Copy returns a machine that behaves the same.
func (m *machine) Copy() protocol.Machine {
	c := *m
	c.monitor = m.monitor.Copy()
	c.roll = slices.Clone(m.roll)
	return &c
}

// Shift moves every instant that the machine remembers.
func (m *machine) Shift(now protocol.Time, d time.Duration) { m.monitor.Shift(now, d) }

// Snapshot appends the state in canonical form.
func (m *machine) Snapshot(b []byte) []byte {
	b = append(b, byte(m.phase), m.level,
		protocol.Bit(m.candidate)|protocol.Bit(m.called)<<1|protocol.Bit(m.resigned)<<2)
	b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, m.num), m.owns)
	for _, id := range []protocol.ID{m.owner, m.captor, m.target, m.rival} {
		b = protocol.AppendID(b, id)
	}
	roll := m.roll
	if m.phase != calling && !m.called {
		roll = nil // the answers to an earlier call
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(roll)))
	for _, id := range roll {
		b = protocol.AppendID(b, id)
	}
	return m.monitor.Snapshot(b)
}
