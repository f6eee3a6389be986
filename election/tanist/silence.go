package tanist

import (
	"math"
	"time"

	"bellwether/protocol"
)

// onSilence asks the neighbours for the leader, some times; then it is lost. The node follows it
// until a claim is due or heard: a beacon that comes late ends the back-off.
func (n *node) onSilence(env *protocol.Env) {
	alone := n.leader.ID != protocol.Nobody && len(env.Neighbours()) == 0
	switch {
	case alone || n.lost:
		n.enter(env)
		n.onContest(env)
		return
	case n.asked >= n.rounds(env):
		n.lost = true
		env.SetTimer(timerWatch, n.backoff(env))
		return
	}
	n.asked++
	p := pull{Leader: n.leader.ID}
	if n.leader.ID != protocol.Nobody {
		p.Stamp = n.stamp
	}
	env.Broadcast(p)
	env.SetTimer(timerWatch, n.wait+within(env, n.wait/2))
}

// rounds is how often neighbours are asked before the leader is lost: see enough. A round with a
// neighbour needs two frames to arrive, so it takes the square of the share of hellos heard. A neighbour of which
// all the last hellos are missed counts as gone.
func (n *node) rounds(env *protocol.Env) uint8 {
	missed := 1.0
	for _, id := range env.Neighbours() {
		if h, known := env.Hellos(id); known && h.Due >= leastHellos {
			missed *= 1 - float64(h.Share()*h.Share()) // the conversion forbids a fused operation: equal on all processors
		}
	}
	return n.enough(missed)
}

// enough is how many rounds are enough where one misses every neighbour with a probability; 1: nothing is
// known of the links. It is pulls at least, and more until all rounds together miss with probability doubt, up to mostPulls.
func (s *settings) enough(missed float64) uint8 {
	rounds := uint8(0)
	for left := 1.0; missed < 1 && left > doubt && rounds < mostPulls; rounds++ {
		left *= missed
	}
	return max(rounds, s.pulls)
}

// onPull answers a node that knows less.
func (n *node) onPull(env *protocol.Env, p pull) {
	ours := p.Leader == n.leader.ID
	switch {
	case n.leader.ID == protocol.Nobody:
		return
	case ours && p.Stamp == n.stamp && !n.leads(env):
		n.telling.wanted = env.Now().Add(2 * n.wait) // its sender needs what this node will hear
		return
	case p.Leader == env.Self() && !n.leads(env) && n.by == kindHandover && n.office.handed == n.stamp:
		// Its sender, or a node behind it, missed the handover.
		env.BroadcastWithin(n.jitter, newFlood(kindHandover, n.leader, n.stamp, n.heir))
		return
	case ours && n.leads(env) && p.Stamp >= n.stamp:
		if env.Now().Sub(n.heard) >= n.interval/4 {
			n.beacon(env)
		}
		return
	case ours && p.Stamp >= n.stamp, n.silence(env) >= n.late:
		return // this node knows no more
	}
	n.telling.needed = env.Now().Add(neededFor * n.interval)
	if n.telling.what == nothing {
		n.speak(env, respond)
	}
}

// onAnswer follows the leader of an answer if that is news, and not of a worse leader.
func (n *node) onAnswer(env *protocol.Env, from protocol.ID, a answer) {
	age := time.Duration(a.AgeMS) * time.Millisecond
	switch {
	case a.Leader.ID == env.Self(), age >= n.dead:
	case !n.isNews(env, a.Leader.ID, a.Stamp):
		if a.Leader.ID == n.leader.ID && a.Stamp == n.stamp && n.telling.what == respond && n.telling.copies < math.MaxUint8 {
			n.telling.copies++
		}
	case a.Leader.ID != n.leader.ID && n.outranks(env, a.Leader):
		n.rebut(env, sign{leader: a.Leader.ID, stamp: a.Stamp})
	default:
		n.follow(env, news{leader: a.Leader, stamp: a.Stamp, age: age, lag: n.lagOf(age), from: from})
		n.speak(env, respond)
	}
}
