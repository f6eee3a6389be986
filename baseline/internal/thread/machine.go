package thread

import (
	"time"

	"bellwether/protocol"
)

// The timers.
const (
	timerAdvertise protocol.Timer = iota // in an interval of Trickle: to speak, then its end
	timerAttach                          // the end of a wait for answers
	timerSequence                        // a leader's sequence rises; another's leader is lost
	timerSelect                          // a child becomes a router
	timers         = iota
)

// A role is a node's part in its partition.
type role uint8

const (
	detached role = iota
	child
	router
	leader
)

// A memory is of the partition that a node left last: until the instant it counts only with a
// newer sequence.
type memory struct {
	id       uint32
	leader   protocol.ID
	sequence uint32
	until    protocol.Time
}

// machine is one node.
type machine struct {
	*settings
	role    role
	in      Partition
	expires protocol.Time // when the leader is lost, unless its sequence rises; not of a leader
	members protocol.Time // of a leader: until when it counts routers that it heard
	barred  protocol.Time // who has resigned leads no partition before
	left    memory
	attach  attaching
	trickle trickle
	regular bool
	leader  protocol.ID // as reported
	num     uint32      // elections entered here
}

// Start looks for a partition.
func (m *machine) Start(env *protocol.Env, _ []byte) { m.detach(env) }

// Elect takes over from a leader of less weight. A node that has no leader is looking for one, and
// asks at once if it has not asked yet.
func (m *machine) Elect(env *protocol.Env) {
	switch m.role {
	case detached:
		if m.attach.sent == 0 && m.attach.tries == 0 {
			m.request(env)
		}
	case child, router:
		if m.mayLead(env) && m.weight(env.Capability()) > m.in.Weight {
			m.found(env)
		}
	}
}

// Resign leaves the partition that this node leads. Nobody is told: the others lose their leader.
func (m *machine) Resign(env *protocol.Env) {
	if m.role != leader {
		return
	}
	m.barred = env.Now().Add(m.timeout + 3*m.cycle())
	m.detach(env)
}

// CapabilityChanged has a leader resign that must not lead. The weight of a partition stays.
func (m *machine) CapabilityChanged(env *protocol.Env) {
	if !m.mayLead(env) {
		m.Resign(env)
	}
}

// Settle is a router of the leader's partition, or its leader.
func (m *machine) Settle(env *protocol.Env, of protocol.Capability) {
	const spread = 0x9E3779B9 // so that IDs of partitions lie as if drawn
	m.attach, m.left = attaching{}, memory{}
	m.in = Partition{ID: uint32(of.ID) * spread, Leader: of.ID, Weight: m.weight(of)}
	env.StopTimer(timerAttach)
	if m.role = router; of.ID == env.Self() {
		m.role = leader
		m.members = env.Now().Add(m.neighbourAge())
		env.SetTimer(timerSequence, m.period)
	} else {
		m.hold(env, 0)
	}
	m.trickle = trickle{interval: m.longestOf(env), spoken: true}
	env.SetTimer(timerAdvertise, max(m.longestOf(env), m.interval)) // which all systems that begin settled are silent for
	m.report(env, protocol.Computation{})
}

// found begins a partition that this node leads.
func (m *machine) found(env *protocol.Env) {
	m.leave(env)
	m.attach = attaching{}
	env.StopTimer(timerAttach)
	env.StopTimer(timerSelect)
	m.role = leader
	m.in = Partition{ID: env.Rand().Uint32(), Leader: env.Self(), Weight: m.weight(env.Capability())}
	m.members, m.expires = 0, 0
	env.SetTimer(timerSequence, m.period)
	m.advertise(env)
	m.report(env, protocol.Computation{Num: m.num, Source: env.Self()})
}

// join is a child of a router in its partition, whose sequence rose some time ago.
func (m *machine) join(env *protocol.Env, parent protocol.ID, in Partition, age time.Duration) {
	if m.in.ID != in.ID {
		m.leave(env)
	}
	m.attach = attaching{}
	env.StopTimer(timerAttach)
	m.role, m.in = child, in
	m.in.Several = in.Several || parent != in.Leader
	m.members, m.barred = 0, 0
	m.hold(env, age)
	m.silence(env)
	env.SetTimer(timerSelect, m.draw(env, 0, m.selection))
	m.report(env, protocol.Computation{})
}

// detach is in no partition, and looks for any.
func (m *machine) detach(env *protocol.Env) {
	m.leave(env)
	m.role, m.in = detached, Partition{}
	m.members, m.expires = 0, 0
	m.silence(env)
	env.StopTimer(timerSequence)
	env.StopTimer(timerSelect)
	m.leader = protocol.Nobody
	m.num++
	env.Electing(protocol.Computation{Num: m.num, Source: env.Self()})
	m.begin(env, toAny)
}

// leave remembers the partition that this node is about to leave.
func (m *machine) leave(env *protocol.Env) {
	if m.role != detached {
		m.left = memory{m.in.ID, m.in.Leader, m.in.Sequence, env.Now().Add(m.timeout)}
	}
}

// hold counts from when the leader's sequence rose.
func (m *machine) hold(env *protocol.Env, age time.Duration) {
	m.expires = env.Now().Add(m.timeout - age)
	env.SetTimer(timerSequence, m.timeout-age)
}

// Fire ends a wait.
func (m *machine) Fire(env *protocol.Env, t protocol.Timer) {
	switch t {
	case timerAdvertise:
		m.speak(env)
	case timerAttach:
		m.waited(env)
	case timerSelect:
		if m.role == child {
			m.role = router
			m.advertise(env)
		}
	case timerSequence:
		switch m.role {
		case leader:
			m.in.Sequence++
			env.SetTimer(timerSequence, m.period)
		case child, router:
			m.begin(env, toSame)
		}
	}
}

// Receive answers, or hears.
func (m *machine) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	switch message := message.(type) {
	case Advertisement:
		m.heard(env, from, message.In)
	case ParentRequest:
		if m.takesIn() {
			env.SendWithin(m.window*2/5, from, ParentResponse{m.view(env), m.ageMs(env)})
		}
	case ParentResponse:
		m.offered(env, from, message)
	case ChildIDRequest:
		if m.takesIn() {
			env.Send(from, ChildIDResponse{m.view(env), m.ageMs(env)})
		}
	case ChildIDResponse:
		if m.attach.asked && m.attach.parent == from && m.accepts(env, message.In) && m.sound(message.AgeMs) {
			m.join(env, from, message.In, time.Duration(message.AgeMs)*time.Millisecond)
		}
	}
}

// heard takes a newer sequence of the own partition, and goes over to a better one.
func (m *machine) heard(env *protocol.Env, from protocol.ID, said Partition) {
	switch {
	case m.role == detached:
	case said.ID != m.in.ID:
		if m.attach.to == nowhere && m.goesOver(env, said) {
			m.begin(env, toBetter)
		}
	case said.Leader != m.in.Leader:
		// another partition drew the same ID
	case m.role == leader:
		m.members = env.Now().Add(m.neighbourAge())
	default:
		m.in.Several = said.Several || from != said.Leader
		if newer(said.Sequence, m.in.Sequence) {
			m.in.Sequence = said.Sequence
			m.hold(env, 0)
			if m.attach.to == toSame {
				m.attach = attaching{}
				env.StopTimer(timerAttach)
			}
		}
	}
}

// view is the partition as this node tells of it now.
func (m *machine) view(env *protocol.Env) Partition {
	p := m.in
	switch m.role {
	case leader:
		p.Several = env.Now() < m.members
	case router:
		p.Several = true
	}
	return p
}

// takesIn reports whether this node may be a parent. One that has lost its leader may not, since it
// tries to attach.
func (m *machine) takesIn() bool {
	return m.attach.to == nowhere && m.role >= router
}

// ageMs is the time since the leader's sequence rose.
func (m *machine) ageMs(env *protocol.Env) uint32 {
	if m.role == leader {
		return 0
	}
	return uint32((m.timeout - m.expires.Sub(env.Now())) / time.Millisecond)
}

// sound reports whether a leader of this age is not lost yet.
func (m *machine) sound(ageMs uint32) bool {
	return time.Duration(ageMs)*time.Millisecond < m.timeout
}

// mayLead reports whether this node may lead a partition now.
func (m *machine) mayLead(env *protocol.Env) bool {
	return env.Capability().Value >= 0 && env.Now() >= m.barred
}

// report reports a leader that was not reported: an election, if this node founded its partition
// because it found none.
func (m *machine) report(env *protocol.Env, election protocol.Computation) {
	if m.in.Leader == m.leader {
		return
	}
	if m.leader != protocol.Nobody {
		election = protocol.Computation{}
	}
	m.leader = m.in.Leader
	env.Elected(m.leader, election)
}
