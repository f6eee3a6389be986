package thread

import (
	"time"

	"bellwether/protocol"
)

// A target says which partition a node tries to attach to.
type target uint8

const (
	nowhere  target = iota // it does not try
	toBetter               // than its own, in which it stays until it is taken in
	toSame                 // its own, of which it hears nothing new
	toAny
)

// attaching is a node's attempt to become a child of somebody.
type attaching struct {
	to     target
	sent   int         // requests in this cycle
	tries  int         // cycles that failed since the attempt began
	parent protocol.ID // whose offer is the best; Nobody: there is none
	offer  Partition
	ageMs  uint32
	asked  bool // to be taken in
}

// begin begins an attempt after a moment, so that those who begin at one instant do not speak at
// one.
func (m *machine) begin(env *protocol.Env, to target) {
	m.attach = attaching{to: to}
	env.SetTimer(timerAttach, m.draw(env, 0, m.window/25))
}

// request asks for parents, and waits for answers.
func (m *machine) request(env *protocol.Env) {
	m.attach.sent++
	env.BroadcastWithin(m.window/25, ParentRequest{})
	env.SetTimer(timerAttach, m.window)
}

// waited ends a wait: for offers, to be taken in, or before a cycle.
func (m *machine) waited(env *protocol.Env) {
	a := &m.attach
	switch {
	case a.to == nowhere:
	case a.asked:
		m.failed(env)
	case a.parent != protocol.Nobody:
		a.asked = true
		env.Send(a.parent, ChildIDRequest{})
		env.SetTimer(timerAttach, m.window)
	case a.sent < m.requests:
		m.request(env)
	default:
		m.failed(env)
	}
}

// failed ends a cycle in which nobody took this node in.
func (m *machine) failed(env *protocol.Env) {
	switch m.attach.to {
	case toBetter:
		m.attach = attaching{}
	case toSame:
		m.detach(env)
	case toAny:
		if m.mayLead(env) {
			m.found(env)
			return
		}
		m.attach = attaching{to: toAny, tries: m.attach.tries + 1}
		env.SetTimer(timerAttach, min(m.window<<min(m.attach.tries, 16), m.longest))
	}
}

// offered keeps the best offer.
func (m *machine) offered(env *protocol.Env, from protocol.ID, r ParentResponse) {
	a := &m.attach
	if a.to == nowhere || a.asked || !m.accepts(env, r.In) || !m.sound(r.AgeMs) {
		return
	}
	if a.parent == protocol.Nobody || m.order.better(r.In, a.offer) || r.In.ID == a.offer.ID && r.AgeMs < a.ageMs {
		a.parent, a.offer, a.ageMs = from, r.In, r.AgeMs
	}
}

// accepts reports whether a partition is what the attempt is for.
func (m *machine) accepts(env *protocol.Env, p Partition) bool {
	switch m.attach.to {
	case toBetter:
		return m.goesOver(env, p)
	case toSame:
		return p.ID == m.in.ID && p.Leader == m.in.Leader && newer(p.Sequence, m.in.Sequence)
	case toAny:
		return m.joinable(env, p)
	}
	return false
}

// goesOver reports whether this node leaves its partition for another.
func (m *machine) goesOver(env *protocol.Env, p Partition) bool {
	return p.ID != m.in.ID && m.joinable(env, p) && m.order.better(p, m.view(env))
}

// joinable reports whether somebody else leads a partition, and whether it is not the one that
// this node left with nothing new.
func (m *machine) joinable(env *protocol.Env, p Partition) bool {
	if p.Leader == protocol.Nobody || p.Leader == env.Self() {
		return false
	}
	return p.ID != m.left.id || env.Now() >= m.left.until || newer(p.Sequence, m.left.sequence)
}

// trickle is the state of RFC 6206's timer, without its suppression.
type trickle struct {
	interval time.Duration
	rest     time.Duration // of the interval, after the node has spoken
	spoken   bool
}

// advertise begins with the shortest interval.
func (m *machine) advertise(env *protocol.Env) {
	m.trickle.interval = m.shortest
	m.nextInterval(env)
}

// silence ends the advertisements.
func (m *machine) silence(env *protocol.Env) {
	m.trickle = trickle{}
	env.StopTimer(timerAdvertise)
}

func (m *machine) nextInterval(env *protocol.Env) {
	t := &m.trickle
	after := m.draw(env, t.interval/2, t.interval)
	t.rest, t.spoken = t.interval-after, false
	env.SetTimer(timerAdvertise, after)
}

// longestOf is the last interval of this node: the fewer neighbours, the shorter, since in a line
// of routers the news of a sequence comes through one of them.
func (m *machine) longestOf(env *protocol.Env) time.Duration {
	return m.longest * time.Duration(min(max(len(env.Neighbours())+1, 3), 8)) / 8
}

// speak advertises in the second half of an interval, and doubles it at its end. Who tries to
// attach is silent.
func (m *machine) speak(env *protocol.Env) {
	t := &m.trickle
	if t.spoken {
		t.interval = min(2*t.interval, m.longestOf(env))
		m.nextInterval(env)
		return
	}
	t.spoken = true
	if m.attach.to == nowhere {
		env.Broadcast(Advertisement{m.view(env)})
	}
	env.SetTimer(timerAdvertise, t.rest)
}

// draw draws a span from [low, high).
func (m *machine) draw(env *protocol.Env, low, high time.Duration) time.Duration {
	if m.regular || high <= low {
		return (low + high) / 2
	}
	return low + time.Duration(env.Rand().Int64N(int64(high-low)))
}
