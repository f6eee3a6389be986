package tanist

import (
	"math"
	"slices"
	"time"

	"bellwether/protocol"
)

// telling is what a node will pass on or answer after its random delay.
type telling struct {
	what   tellingOf
	copies uint8         // of it that were heard meanwhile
	held   uint8         // beacons in a row that were not passed on, since others had
	by     []protocol.ID // neighbours that have said it, while a flood waits
	needed protocol.Time // until then every flood is passed on
	wanted protocol.Time // until then answers are, too
}

type tellingOf uint8

const (
	nothing tellingOf = iota
	relay             // the newest flood
	respond           // an answer
)

// neededFor is for how many intervals after a neighbour's PULL a node passes every beacon on:
// that neighbour depends on it.
const neededFor = 15

// mostHeld is how many beacons in a row a node may hold back because others said them: a neighbour in
// another component, which heard none of the copies, hears of this leader by the next.
const mostHeld = 3

// onInterval is a leader's turn: it hands over if that pays, else it floods a beacon.
func (n *node) onInterval(env *protocol.Env) {
	if n.office.polling {
		n.office.polling = false
		if !n.weigh(env) {
			n.bids.call = false
			env.SetTimer(timerWatch, n.interval-env.Now().Sub(n.heard))
		}
		return
	}
	n.owe(env)
	switch {
	case n.weigh(env):
	case n.rides():
		env.SetTimer(timerWatch, n.interval) // hellos carry the beacon: see HelloDue
	default:
		n.beacon(env)
	}
}

// beacon floods that this node leads, and who is its heir, unless nobody is there to hear it.
func (n *node) beacon(env *protocol.Env) {
	n.renew(env)
	if len(env.Neighbours()) > 0 {
		env.Broadcast(newFlood(kindBeacon, n.leader, n.stamp, n.heir))
	}
	env.SetTimer(timerWatch, n.interval)
}

// renew gives a leader its next stamp, and forgets an heir that bids no more.
func (n *node) renew(env *protocol.Env) {
	stamp := n.nextStamp(env)
	n.leader, n.stamp, n.heard = env.Capability(), stamp, env.Now()
	if !n.heirIsKnown(env) {
		n.heir = protocol.Capability{}
	}
}

// nextStamp is a stamp of this node that is newer than all before: of a leader it never goes
// back.
func (n *node) nextStamp(env *protocol.Env) protocol.Time {
	if n.leads(env) {
		return max(env.Now(), n.stamp+1)
	}
	return env.Now()
}

// onFlood handles BEACON, HANDOVER, MERGE, CLAIM and RESIGN.
func (n *node) onFlood(env *protocol.Env, from protocol.ID, f flood) {
	switch {
	case f.Leader.ID == env.Self():
		n.onOffice(env, f)
	case !n.isNews(env, f.Leader.ID, f.Stamp):
		n.onCopy(from, f)
	case f.kind == kindResign:
		n.onResign(env, f)
	case f.kind == kindClaim && n.contends(env, f.Leader):
		n.onClaim(env, from, f)
	case n.leader.ID == protocol.Nobody && !n.outranks(env, f.Leader), f.Leader.ID == n.leader.ID, n.givesWay(env, f), n.comesLate(env, f):
		n.onSuccession(env, from, f)
	case n.outranks(env, f.Leader):
		n.rebut(env, sign{leader: f.Leader.ID, stamp: f.Stamp})
	default:
		n.onBetter(env, from, f)
	}
}

// onSuccession follows a flood of this node's leader, or of the one to whom that gives way.
func (n *node) onSuccession(env *protocol.Env, from protocol.ID, f flood) {
	n.follow(env, news{leader: f.Leader, stamp: f.Stamp, from: from, by: f.kind})
	n.heir = f.heir()
	n.speak(env, relay)
	n.telling.by = append(n.telling.by[:0], from)
	n.consider(env)
}

// givesWay reports whether a flood says that this node's leader, another node, gives way: a
// HANDOVER or a MERGE, or a BEACON that names it as the heir. But a beacon of the leader whose
// handover this node has just heard is from before that.
func (n *node) givesWay(env *protocol.Env, f flood) bool {
	before := f.kind == kindBeacon && n.by == kindHandover && f.Leader.ID == n.heir.ID
	return f.Heir == n.leader.ID && n.leader.ID != protocol.Nobody && !n.leads(env) && !before && f.Leader.Exceeds(f.heir())
}

// onCopy counts copies of the flood that this node is about to pass on.
func (n *node) onCopy(from protocol.ID, f flood) {
	if f.Leader.ID != n.leader.ID || f.Stamp != n.stamp {
		return
	}
	if n.telling.what == relay && n.telling.copies < math.MaxUint8 {
		n.telling.copies++
		n.telling.by = append(n.telling.by, from)
	}
	if f.kind == kindHandover {
		n.by, n.heir = f.kind, f.heir() // who said it first may not have known that the leader gave way itself
	}
}

// onResign enters an election if this node's leader has resigned.
func (n *node) onResign(env *protocol.Env, f flood) {
	if f.Leader.ID != n.leader.ID {
		return
	}
	n.stamp = f.Stamp
	env.BroadcastWithin(n.jitter, f)
	wait := n.backoff(env)
	n.enter(env)
	env.SetTimer(timerWatch, wait)
}

// speak passes on or answers, after a random delay.
func (n *node) speak(env *protocol.Env, what tellingOf) {
	n.telling.what, n.telling.copies = what, 0
	if what == relay {
		n.telling.copies = 1
	}
	env.SetTimer(timerTell, within(env, n.jitter))
}

// hush gives up a flood of the leader that this node leaves, if one waits to be passed on.
func (n *node) hush(env *protocol.Env) {
	if n.telling.what == relay {
		n.telling.what = nothing
		env.StopTimer(timerTell)
	}
}

// tell says what waits to be told, unless enough neighbours have said it meanwhile.
func (n *node) tell(env *protocol.Env) {
	what := n.telling.what
	n.telling.what = nothing
	switch {
	case n.leader.ID == protocol.Nobody:
	case what == relay && !n.relays(env):
		n.telling.held = min(n.telling.held+1, mostHeld)
	case what == relay:
		n.telling.held = 0
		env.Broadcast(newFlood(n.by, n.leader, n.stamp, n.heir))
	case what == respond && (n.telling.copies < 2 || env.Now() < n.telling.wanted):
		if n.leads(env) {
			n.leader = env.Capability()
		}
		age := (env.Now().Sub(n.heard) + time.Millisecond - 1) / time.Millisecond
		env.Broadcast(answer{n.leader, n.stamp, uint32(max(age, 1))})
	}
}

// relays reports whether a flood is passed on. Only beacons are ever held back: of the other
// floods each must arrive.
func (n *node) relays(env *protocol.Env) bool {
	t := &n.telling
	switch {
	case n.by != kindBeacon, env.Now() < t.needed, env.Now() < t.wanted:
		return true
	case n.allHave(env):
		return false
	}
	return t.copies < n.copies || t.held >= mostHeld
}

// allHave reports whether all neighbours have said the flood themselves.
func (n *node) allHave(env *protocol.Env) bool {
	for _, id := range env.Neighbours() {
		if !slices.Contains(n.telling.by, id) {
			return false
		}
	}
	return true
}
