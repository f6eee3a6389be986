package tanist

import (
	"math"
	"time"

	"bellwether/protocol"
)

// bids are what a follower sends to its leader.
type bids struct {
	waiting     bool                // one is about to be sent
	call        bool                // Elect was called here: the leader is to give way at once
	passed      protocol.Capability // the best that was passed on since the last beacon
	passedStamp protocol.Time
	passedCall  bool          // a call was passed on since the last beacon: one is enough
	barren      uint8         // beacons in a row without an heir
	quiet       uint8         // beacons since this node, the heir, bid last
	thought     protocol.Time // with beacons on hellos: when this node last considered to bid
}

// office is what a leader keeps of its heir.
type office struct {
	bidAt    protocol.Time // when the heir's last bid came
	bidStamp protocol.Time // by the heir's clock; 0: it has not bid to this leader
	owed     time.Duration // for how long, weighed by its lead, the heir has been ahead
	polling  bool          // the leader was called upon, and waits for bids

	floor  protocol.Time // handovers that rest on older bids are void
	handed protocol.Time // the stamp of this node's last handover
}

// freshFor is for how many intervals an heir is named after its last bid. One that is ahead bids each
// interval, so that four bids may be lost. One behind the leader bids each third, and is named for two
// beacons after a bid was lost.
const freshFor = 5.5

// consider bids, after a delay, if this node could be a better heir than the one named, or has a
// call to send.
func (n *node) consider(env *protocol.Env) {
	own, b := env.Capability(), &n.bids
	switch n.heir.ID {
	case protocol.Nobody:
		// At first only nodes bid that come near the leader; each beacon without an heir
		// lets 5 % more of them bid.
		b.barren = min(b.barren+1, 15)
		if !b.call && !own.Exceeds(n.leader) && own.Value*1000 < n.leader.Value*(1000-50*int64(b.barren)) {
			return
		}
	case env.Self():
		b.barren = 0
		b.quiet++
		if !b.call && b.quiet < 3 && !own.Exceeds(n.leader) && !n.changed(own) {
			return
		}
	default:
		b.barren, b.quiet = 0, 0
		if !b.call && !n.worthABid(own) {
			return
		}
	}
	if !b.waiting {
		b.waiting = true
		env.SetTimer(timerBid, within(env, n.interval/8))
	}
}

// worthABid reports whether this node would be a better heir than the one named: where a margin is
// granted by more than 0.2 %, or as the only one of the two that exceeds it.
func (n *node) worthABid(own protocol.Capability) bool {
	switch {
	case !own.Exceeds(n.heir):
		return false
	case n.margin == protocol.Margin{}, own.Deposes(n.leader, n.margin) && !n.heir.Deposes(n.leader, n.margin):
		return true
	}
	return (own.Value-n.heir.Value)*500 > n.heir.Value
}

// changed reports whether the heir's value has left what the leader knows by more than 0.5 %;
// without a margin any difference counts.
func (n *node) changed(own protocol.Capability) bool {
	d := own.Value - n.heir.Value
	return d*200 > n.heir.Value || d*200 < -n.heir.Value || d != 0 && n.margin == protocol.Margin{}
}

// bid sends BID to the parent.
func (n *node) bid(env *protocol.Env) {
	if n.leader.ID == protocol.Nobody || n.leads(env) || n.parent == protocol.Nobody {
		return
	}
	n.bids.quiet = 0
	b := bid{n.leader.ID, env.Capability(), max(env.Now(), n.office.floor+1), n.bids.call}
	n.bids.call = false
	env.Send(n.parent, b)
}

// onBid takes a bid, or passes it on if it is better than those before.
func (n *node) onBid(env *protocol.Env, b bid) {
	switch {
	case b.Offer.ID == env.Self() || b.Leader != n.leader.ID:
		return
	case !n.leads(env):
		n.passBid(env, b)
		return
	case n.heir.ID == b.Offer.ID && n.office.bidAt != 0 && b.Stamp < n.office.bidStamp:
		return // overtaken by a newer one
	case n.heir.ID == b.Offer.ID, !n.heirIsKnown(env), b.Offer.Exceeds(n.heir):
		n.heir, n.office.bidAt, n.office.bidStamp = b.Offer, env.Now(), b.Stamp
	}
	switch {
	case b.Call:
		n.poll(env)
	case !n.office.polling:
		n.weigh(env)
	}
}

func (n *node) passBid(env *protocol.Env, b bid) {
	p := &n.bids
	better := b.Offer.ID != p.passed.ID && b.Offer.Exceeds(p.passed)
	newer := b.Offer.ID == p.passed.ID && b.Stamp > p.passedStamp
	called := b.Call && !p.passedCall
	if n.parent == protocol.Nobody || !better && !newer && !called {
		return
	}
	if better || newer {
		p.passed, p.passedStamp = b.Offer, b.Stamp
	}
	p.passedCall = p.passedCall || b.Call
	env.Send(n.parent, b)
}

// poll makes a leader that is called upon ask for bids, and weigh them soon.
func (n *node) poll(env *protocol.Env) {
	if n.office.polling {
		return
	}
	n.bids.call, n.office.polling = true, true
	n.beacon(env)
	env.SetTimer(timerWatch, n.interval/8+6*n.jitter)
}

// heirIsKnown reports whether a leader's heir bid lately.
func (n *node) heirIsKnown(env *protocol.Env) bool {
	return n.heir.ID != env.Self() && n.heirIsFresh(env.Now())
}

func (n *node) heirIsFresh(now protocol.Time) bool {
	return n.heir.ID != protocol.Nobody && now.Sub(n.office.bidAt) < time.Duration(freshFor*float64(n.period))
}

// oldestBid is the age of the oldest bid on which a handover may rest, with the time that it takes.
func (n *node) oldestBid() time.Duration { return time.Duration((freshFor + 1) * float64(n.period)) }

// heirIsReady reports whether the heir bid to this leader within 1.25 intervals, so that it can
// lead: an heir that is ahead bids each interval.
func (n *node) heirIsReady(env *protocol.Env) bool {
	return n.heirIsKnown(env) && n.office.bidStamp != 0 && env.Now().Sub(n.office.bidAt) < n.period+n.period/4
}

// lead is by how many thousandths of its own value the heir exceeds this leader; −1 if it does
// not, or is not ready.
func (n *node) lead(env *protocol.Env) int64 {
	own := env.Capability()
	switch d := n.heir.Value - own.Value; {
	case !n.heirIsReady(env), !n.heir.Exceeds(own):
		return -1
	case own.Value <= 0, d > protocol.MaxValue/1000:
		return math.MaxInt64
	default:
		return d * 1000 / own.Value
	}
}

// owe counts what a leader owes its heir for one interval.
func (n *node) owe(env *protocol.Env) {
	lead := n.lead(env)
	if lead < 0 {
		n.office.owed = max(0, n.office.owed-n.interval)
		return
	}
	weight := min(max(lead, fullLead/leastWeight), fullLead)
	n.office.owed = min(n.office.owed+n.interval*time.Duration(weight)/fullLead, n.patience)
}

// weigh hands over if that is due, and reports whether it did.
func (n *node) weigh(env *protocol.Env) bool {
	called := n.bids.call
	if n.heirIsReady(env) {
		n.bids.call = false
	}
	due := called || n.margin == protocol.Margin{} || n.heir.Deposes(env.Capability(), n.margin) || n.office.owed >= n.patience
	if n.lead(env) < 0 || !due {
		return false
	}
	n.handOver(env)
	return true
}

// handOver floods HANDOVER: the heir leads from now on.
func (n *node) handOver(env *protocol.Env) {
	own, heir, stamp := env.Capability(), n.heir, n.office.bidStamp
	n.leader = own
	n.stamp = n.nextStamp(env)
	env.Broadcast(newFlood(kindHandover, heir, stamp, own))
	n.follow(env, news{leader: heir, stamp: stamp, by: kindHandover})
	n.heir, n.office.handed = own, stamp
}

// onOffice handles a flood that names this node as leader: its leader has handed over to it.
func (n *node) onOffice(env *protocol.Env, f flood) {
	switch {
	case n.leads(env), f.kind != kindHandover, f.Stamp <= n.office.floor, env.Now().Sub(f.Stamp) >= n.oldestBid():
		return
	case n.leader.ID != protocol.Nobody && n.leader.ID != f.Heir && n.leader.Exceeds(env.Capability()):
		return // it follows a better one by now
	}
	n.office.floor = f.Stamp
	n.hush(env)
	n.follow(env, news{leader: env.Capability(), stamp: f.Stamp, by: kindHandover})
	if f.Heir != env.Self() && f.Heir != protocol.Nobody {
		// The leader that was is the first heir, until a better one bids; it is forgotten at the
		// second beacon unless it bids.
		n.heir, n.office.bidAt = f.heir(), env.Now().Add(-4*n.period)
	}
	env.BroadcastWithin(n.jitter, f)
	env.SetTimer(timerWatch, n.interval)
}
