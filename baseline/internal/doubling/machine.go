package doubling

import (
	"cmp"
	"slices"

	"bellwether/baseline/internal/upkeep"
	"bellwether/fd"
	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerPulse   protocol.Timer = iota // the next pulse at which this node has to act
	timerResult                        // the result of an election is overdue
	timerMonitor                       // the detection interval
	timers       = iota
)

// machine is one member.
type machine struct {
	*settings
	monitor   upkeep.Keeper
	electing  bool
	num       uint32              // the newest election known here
	candidate bool                // in election num
	owner     protocol.Capability // in election num; a candidate owns itself at first
	groups    uint8               // number of groups that this candidate has asked
	tried     uint32              // number of members in them
	asked     []target            // the last group, without those that have acknowledged
	captors   []captor            // of this pulse, sorted by ID
	due       protocol.Time       // the pulse that timerPulse is set to
	armed     bool                // timerPulse is set
}

type target struct {
	id    protocol.ID
	again bool // was silent before
}

type captor struct {
	num        uint32
	capability protocol.Capability
}

// Start joins without a leader.
func (m *machine) Start(env *protocol.Env, _ []byte) {
	m.monitor.Start(env, overlay.MonitorOptions{
		Detection: m.detection, Hysteresis: m.hysteresis, Timer: timerMonitor,
	})
}

// Elect stands at the next even pulse, now if this is one, unless an election is running.
func (m *machine) Elect(env *protocol.Env) {
	if !m.electing {
		m.stand(env)
	}
}

// Resign announces what this leader still offers: a member that exceeds it stands.
func (m *machine) Resign(env *protocol.Env) {
	if m.monitor.Leader().ID == env.Self() {
		m.Follow(env, env.Capability())
		m.announce(env)
	}
}

// Settle follows leader.
func (m *machine) Settle(env *protocol.Env, leader protocol.Capability) { m.Follow(env, leader) }

// Receive passes a message to its handler.
func (m *machine) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	m.monitor.Spoke(env, from)
	switch message := message.(type) {
	case Capture:
		m.onCapture(env, message)
	case Ack:
		m.onAck(from, message)
	case Refuse:
		m.onRefuse(message)
	case Leader:
		m.onLeader(env, message)
	case fd.Ping:
		m.onPing(env, from, message)
	default:
		m.monitor.Receive(env, from, message, m)
	}
}

// onPing answers those who still follow this node while it takes part in an election. They
// would take it for dead, and replace that election by one of their own before it reaches
// them: the last group is asked only at the end.
func (m *machine) onPing(env *protocol.Env, from protocol.ID, p fd.Ping) {
	m.monitor.Monitor.Receive(env, from, p)
	if m.electing {
		env.Route(from, fd.Pong{Seq: p.Seq, Capability: env.Capability()})
	}
}

// Fire is a pulse, the end of a wait, or the monitor's tick.
func (m *machine) Fire(env *protocol.Env, t protocol.Timer) {
	switch t {
	case timerMonitor:
		m.monitor.Tick(env, m)
	case timerResult:
		m.stand(env)
	case timerPulse:
		m.armed = false
		if m.pulse(env.Now())%2 == 0 {
			m.onEven(env)
		} else {
			m.onOdd(env)
		}
	}
}

// stand makes this node a candidate of the election that begins with the next
// even pulse.
func (m *machine) stand(env *protocol.Env) {
	begin := m.pulse(env.Now().Add(m.length - 1)) // the pulse of this instant, or the next
	begin += begin % 2
	m.enter(env, uint32(begin/2)+1)
	m.candidate, m.owner = true, env.Capability()
	m.arm(env, begin)
}

// enter takes part in a newer election.
func (m *machine) enter(env *protocol.Env, num uint32) {
	m.num, m.electing, m.candidate, m.owner = num, true, false, protocol.Capability{}
	m.groups, m.tried, m.asked = 0, 0, m.asked[:0]
	m.monitor.Vacate(env)
	env.Electing(m.computation(env))
	env.SetTimer(timerResult, m.result(len(env.Members()))+overlay.Spread(env, m.detection.Interval))
}

// onEven ends a candidate's wait for its last group, and asks the next group.
func (m *machine) onEven(env *protocol.Env) {
	if len(m.captors) > 0 { // late ones, kept for the odd pulse
		m.arm(env, m.pulse(env.Now())+1)
	}
	if !m.candidate || !m.electing {
		return
	}
	m.asked = slices.DeleteFunc(m.asked, func(t target) bool { return t.again })
	for i := range m.asked {
		m.asked[i].again = true
	}
	others := uint32(len(env.Members()) - 1)
	for size := uint32(1) << m.groups; size > 0 && m.tried < others; size-- {
		m.tried++
		m.asked = append(m.asked, target{id: m.target(env)})
	}
	m.groups++
	if len(m.asked) == 0 {
		m.win(env)
		return
	}
	for _, t := range m.asked {
		env.Route(t.id, Capture{m.num, env.Capability()})
	}
	m.arm(env, m.pulse(env.Now())+2)
}

// target is the tried-th member from this node.
func (m *machine) target(env *protocol.Env) protocol.ID {
	members := env.Members()
	self, _ := slices.BinarySearch(members, env.Self())
	at := (self + m.step*int(m.tried)) % len(members)
	return members[(at+len(members))%len(members)]
}

// onCapture keeps the candidate for the odd pulse.
func (m *machine) onCapture(env *protocol.Env, c Capture) {
	m.monitor.Heard(c.Capability)
	if c.Num > m.num {
		m.enter(env, c.Num)
	}
	at, known := slices.BinarySearchFunc(m.captors, c.Capability.ID,
		func(k captor, id protocol.ID) int { return cmp.Compare(k.capability.ID, id) })
	if !known {
		m.captors = slices.Insert(m.captors, at, captor{})
	}
	m.captors[at] = captor{c.Num, c.Capability}
	next := m.pulse(env.Now()) + 1
	m.arm(env, next+1-next%2)
}

// onOdd makes the best captor the owner of this node, if it exceeds the present one.
func (m *machine) onOdd(env *protocol.Env) {
	best := m.owner
	for _, c := range m.captors {
		if c.num == m.num {
			best = best.Better(c.capability)
		}
	}
	for _, c := range m.captors {
		if c.num == m.num && c.capability.ID == best.ID { // or it is the owner, whose Ack was lost
			env.Route(best.ID, Ack{m.num})
		} else {
			env.Route(c.capability.ID, Refuse{c.num})
		}
	}
	m.owner, m.captors = best, m.captors[:0]
	if m.candidate && m.electing {
		m.arm(env, m.pulse(env.Now())+1)
	}
}

// onAck records a captured member.
func (m *machine) onAck(from protocol.ID, a Ack) {
	if a.Num == m.num {
		m.asked = slices.DeleteFunc(m.asked, func(t target) bool { return t.id == from })
	}
}

// onRefuse gives up the candidacy.
func (m *machine) onRefuse(r Refuse) {
	if r.Num == m.num && m.electing {
		m.candidate, m.asked = false, m.asked[:0]
	}
}

// win announces this node as the leader.
func (m *machine) win(env *protocol.Env) {
	m.Follow(env, env.Capability())
	m.announce(env)
}

func (m *machine) announce(env *protocol.Env) {
	for _, id := range env.Members() {
		if id != env.Self() {
			env.Route(id, Leader{m.num, env.Capability()})
		}
	}
}

// onLeader accepts the winner, unless this node exceeds it.
func (m *machine) onLeader(env *protocol.Env, l Leader) {
	m.monitor.Heard(l.Capability)
	switch {
	case l.Num < m.num:
	case env.Capability().Exceeds(l.Capability):
		if m.monitor.Leader().ID != env.Self() && !m.pending(env) {
			m.stand(env)
		}
	default:
		m.num = l.Num
		m.Follow(env, l.Capability)
	}
}
