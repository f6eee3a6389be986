package tanist

import (
	"time"

	"bellwether/protocol"
)

// The values of the parameter ride. It is off by default: on hellos, news takes up to a hello interval
// for each hop. In the 13 built-in worlds with hellos (12 runs each from seed 1001) they save 11 to 30 % of
// all messages, and cost 6 to 54 % more bytes. The share of time under a bad leader grows in 11 of
// them, by 0.05 to 7.6 percentage points; it falls in convoy, and in detectors, where frames are lost
// most, by nearly half.
const (
	rideOff    = "off"
	rideHellos = "hellos"
)

// farthest is how many hops a beacon on hellos can travel: NET_DIAMETER of AODV (RFC 3561 §10).
// Its age is what ends it, as it visits nodes one after another, and not all at once.
const farthest = 35

// hopOf is how long a beacon may wait for the next hello of a node, by the hello interval, of which
// single intervals differ by a tenth.
func hopOf(interval time.Duration) time.Duration { return interval + interval/10 }

// riding returns the settings for beacons that ride on hellos sent at intervals of h.
//
// A leader renews its beacon at each hello. A follower hears it up to a hop later than the node
// before it, and the next one by up to a hop sooner or later than h after it. So it takes two hops
// of silence before anything is amiss, where that is more than I; late is in proportion. An heir
// bids at the first beacon that comes I after its last bid, so up to a hop later than that.
func (s *settings) riding(h time.Duration) *settings {
	r, hop := *s, hopOf(h)
	beat := max(s.interval, 2*hop)
	r.late = time.Duration(float64(s.late) * float64(beat) / float64(s.interval))
	r.overdueAfter = beat + beat/16
	r.period = s.interval + hop
	r.timeout = max(s.timeout, r.late+s.asking(s.pulls))
	r.dead = max(s.dead, r.late+s.asking(max(s.pulls, mostPulls))) + farthest*hop
	return &r
}

// rides reports whether beacons ride on this node's hellos.
func (n *node) rides() bool { return n.period > n.interval }

// silence is for how long nothing new was heard of the leader, beyond what the way on hellos takes.
func (n *node) silence(env *protocol.Env) time.Duration { return env.Now().Sub(n.heard) - n.lag }

// lagOf is how much of the age of an answer is due to the way on hellos: all, as far as is known.
func (n *node) lagOf(age time.Duration) time.Duration {
	if n.rides() {
		return age
	}
	return 0
}

// HelloDue lets the newest beacon ride on the hello that is about to be sent: a leader's own, or what
// a follower knows, unless its leader is late.
func (n *node) HelloDue(env *protocol.Env) {
	switch {
	case !n.rides(), n.leader.ID == protocol.Nobody:
		return
	case n.leads(env):
		n.renew(env)
	case n.silence(env) >= n.late, n.parent == protocol.Nobody && n.by == 0:
		return
	}
	env.Ride(newRidden(newFlood(kindBeacon, n.leader, n.stamp, n.heir), env.Now().Sub(n.heard)))
}

// onRidden handles a beacon on a neighbour's hello as onFlood does a flood, but passes nothing on:
// the next hello does. So a worse leader is not answered either: its followers hear of this node's
// own by its hellos.
func (n *node) onRidden(env *protocol.Env, from protocol.ID, r ridden) {
	f, age := r.beacon(), time.Duration(r.AgeMS)*time.Millisecond
	s := news{leader: f.Leader, stamp: f.Stamp, age: age, lag: age, from: from, by: kindBeacon}
	switch {
	case age >= n.dead, f.Leader.ID == env.Self(), !n.isNews(env, f.Leader.ID, f.Stamp):
		return
	case n.leader.ID == protocol.Nobody, f.Leader.ID == n.leader.ID, n.givesWay(env, f):
		n.follow(env, s)
		n.heir = f.heir()
	case n.outranks(env, f.Leader):
		return
	default:
		n.onBetter(env, from, f)
		if n.leader.ID != f.Leader.ID {
			return
		}
		n.heard, n.lag = env.Now().Add(-age), age
	}
	if env.Now().Sub(n.bids.thought) >= n.interval-n.interval/8 {
		n.bids.thought = env.Now()
		n.consider(env)
	}
}
