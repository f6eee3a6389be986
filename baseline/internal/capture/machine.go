package capture

import (
	"math/bits"

	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerElection protocol.Timer = iota // an answer or the result is overdue, by phase
	timerMonitor                        // the detection interval
	timers        = iota
)

// A phase is a node's state in an election.
type phase uint8

const (
	normal    phase = iota // in no election
	waiting                // not a candidate, or no longer: waits for Leader
	capturing              // a candidate that waits for its target or its rival
	calling                // a candidate that calls the roll, because a member is silent
)

// machine is one member.
type machine struct {
	*settings
	monitor overlay.Monitor
	phase   phase
	num     uint32 // the newest election known here
	standing
	called   bool          // the roll was called: members that are not on it are skipped
	roll     []protocol.ID // members that have answered, sorted
	resigned bool          // stepped down, and follows no leader yet
}

// standing is this node's state in election num: the paper's variables. tried are all
// members from the node's successor in the roster to target.
type standing struct {
	candidate bool
	owner     protocol.ID // owner_id
	captor    protocol.ID // p_owner_id: the candidate that may become the owner
	level     uint8       // its own, or that of its newest captor
	owns      uint32
	target    protocol.ID // p_owned_id: the member that this node tries to capture
	rival     protocol.ID // the target's owner, asked to give up; or Nobody
}

// Start joins without a leader.
func (m *machine) Start(env *protocol.Env, _ []byte) {
	m.monitor.Start(env, overlay.MonitorOptions{
		Detection: m.detection, Hysteresis: m.hysteresis, Timer: timerMonitor,
	})
}

// Elect stands in a new election, unless one is running.
func (m *machine) Elect(env *protocol.Env) {
	if m.phase == normal {
		m.stand(env, m.num+1)
	}
}

// Settle follows leader.
func (m *machine) Settle(env *protocol.Env, leader protocol.Capability) { m.follow(env, leader) }

// Receive passes a message to its handler.
func (m *machine) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	m.monitor.Spoke(env, from)
	switch message := message.(type) {
	case Capture:
		m.onCapture(env, from, message)
	case Nack:
		m.onNack(env, from, message)
	case Check:
		m.onCheck(env, from, message)
	case Eliminate:
		m.onEliminate(env, from, message)
	case Eliminated:
		m.onEliminated(env, from, message)
	case Ack:
		m.onAck(env, from, message)
	case Leader:
		m.onLeader(env, message)
	default:
		m.upkeep(env, from, message)
	}
}

// Fire ends a wait, or runs the monitor's tick.
func (m *machine) Fire(env *protocol.Env, t protocol.Timer) {
	switch {
	case t == timerMonitor:
		m.tick(env)
	case m.phase == waiting:
		m.stand(env, m.num+1)
	case m.phase == capturing:
		m.call(env)
	case m.phase == calling:
		m.resume(env)
	}
}

// stand makes this node a candidate in an election that it has not heard of: the paper's
// first action, with fix (a).
func (m *machine) stand(env *protocol.Env, num uint32) {
	m.enter(env, num)
	self := env.Self()
	m.standing = standing{candidate: true, owner: self, captor: self, target: self}
	m.advance(env)
}

// enter takes part in a newer election.
func (m *machine) enter(env *protocol.Env, num uint32) {
	m.num, m.standing, m.called = num, standing{}, false
	m.monitor.Vacate(env)
	m.wait(env)
	env.Electing(m.computation(env))
}

// wait waits for the other candidates to end the election.
func (m *machine) wait(env *protocol.Env) {
	m.candidate, m.phase = false, waiting
	env.SetTimer(timerElection, m.result(len(env.Members()))+overlay.Spread(env, m.detection.Interval))
}

// onCapture compares the candidate with the owner, or with this node if that is one.
func (m *machine) onCapture(env *protocol.Env, from protocol.ID, c Capture) {
	if !m.current(env, from, c.Num) {
		return
	}
	switch {
	case m.captor == from:
		m.owner = from
		env.Route(from, Ack{m.num})
	case !m.yields(m.captor, c.Level, from):
		env.Route(from, Nack{m.num})
	case m.candidate:
		m.level, m.owner, m.captor = c.Level, from, from // fix (b)
		m.wait(env)
		env.Route(from, Ack{m.num})
	case m.owner == protocol.Nobody: // fix (c)
		m.level, m.owner, m.captor = c.Level, from, from
		env.Route(from, Ack{m.num})
	default:
		m.level, m.captor = c.Level, from
		env.Route(from, Check{m.num, m.owner})
	}
}

// onNack gives up the candidacy.
func (m *machine) onNack(env *protocol.Env, from protocol.ID, n Nack) {
	if m.busy(n.Num) && (from == m.target || from == m.rival) {
		m.wait(env)
	}
}

// onCheck asks the owner of the target, the new rival, to give up.
func (m *machine) onCheck(env *protocol.Env, from protocol.ID, c Check) {
	if !m.busy(c.Num) || from != m.target {
		return
	}
	if c.Owner == env.Self() { // it was captured before, and the Ack was lost
		m.capture(env)
		return
	}
	m.rival = c.Owner
	m.challenge(env)
}

// onEliminate gives up, unless this node is stronger.
func (m *machine) onEliminate(env *protocol.Env, from protocol.ID, e Eliminate) {
	if !m.current(env, from, e.Num) {
		return
	}
	switch {
	case !m.candidate:
		env.Route(from, Eliminated{m.num})
	case m.yields(env.Self(), e.Level, from):
		m.wait(env)
		env.Route(from, Eliminated{m.num})
	default:
		env.Route(from, Nack{m.num})
	}
}

// onEliminated captures the target, which no longer has an owner.
func (m *machine) onEliminated(env *protocol.Env, from protocol.ID, e Eliminated) {
	if m.busy(e.Num) && from == m.rival {
		m.capture(env)
	}
}

// onAck counts the captured member, and tries the next: with fix (d), only as a candidate.
func (m *machine) onAck(env *protocol.Env, from protocol.ID, a Ack) {
	if !m.busy(a.Num) || from != m.target {
		return
	}
	m.owns++
	m.level = uint8(bits.Len32(m.owns+1) - 1)
	m.advance(env)
}

// advance captures the next member; with none left, this node has won: fix (e).
func (m *machine) advance(env *protocol.Env) {
	for _, id := range m.untried(env) {
		if !m.called || m.answered(id) {
			m.target = id
			m.capture(env)
			return
		}
	}
	m.win(env)
}

func (m *machine) capture(env *protocol.Env) {
	m.phase, m.rival = capturing, protocol.Nobody
	env.Route(m.target, Capture{m.num, m.level})
	env.SetTimer(timerElection, m.answer)
}

func (m *machine) challenge(env *protocol.Env) {
	m.phase = capturing
	env.Route(m.rival, Eliminate{m.num, m.level})
	env.SetTimer(timerElection, m.answer)
}

// win announces this node as the leader.
func (m *machine) win(env *protocol.Env) {
	m.follow(env, env.Capability())
	for _, id := range env.Members() {
		if id != env.Self() {
			env.Route(id, Leader{m.num, env.Capability()})
		}
	}
}

// onLeader ends the election here. If loss makes two leaders of one election, the lesser
// follows the other.
func (m *machine) onLeader(env *protocol.Env, l Leader) {
	if l.Num < m.num || m.monitor.Leader().ID == env.Self() && l.Num == m.num &&
		!l.Capability.Exceeds(env.Capability()) {
		return
	}
	if l.Num > m.num {
		m.num, m.standing = l.Num, standing{}
	}
	m.candidate = false
	m.follow(env, l.Capability)
}

// yields reports whether (level, id) is less than the other's: the level decides, the ID
// breaks ties. A winner yields to no candidate of the same election.
func (m *machine) yields(id protocol.ID, level uint8, other protocol.ID) bool {
	if m.candidate && m.phase == normal {
		return false
	}
	return m.level < level || m.level == level && id < other
}

// busy reports whether this node is a candidate of election num that waits for an
// answer.
func (m *machine) busy(num uint32) bool { return num == m.num && m.phase >= capturing }

// KeepsLeader says that no other node's offer makes a node leave a leader that it hears.
func (*machine) KeepsLeader() {}
