package tanist

import (
	"time"

	"bellwether/protocol"
)

// A contest is an election: claims are flooded, better nodes contradict, and the best claim is
// followed once nobody has contradicted it for a while.
type contest struct {
	open bool
	num  uint32 // of the elections that this node entered
	best protocol.Capability
	// Of the best claim: its stamp, when it was heard or made here, and by whom it came.
	stamp protocol.Time
	at    protocol.Time
	from  protocol.ID
	ended protocol.Time // when the last contest ended with a claim
}

// end closes the contest, and returns the computation that it was; zero if none was open.
func (c *contest) end(self protocol.ID) (of protocol.Computation) {
	if c.open {
		of = protocol.Computation{Num: c.num, Source: self}
	}
	*c = contest{num: c.num}
	return of
}

// enter gives the leader up and opens a contest.
func (n *node) enter(env *protocol.Env) {
	n.leave(env, 0)
	n.leader, n.heir = protocol.Capability{}, protocol.Capability{}
	n.asked, n.lost = 0, false
	n.office = office{floor: n.office.floor, handed: n.office.handed}
	n.bids.call = false
	n.hush(env)
	n.contest = contest{open: true, num: n.contest.num + 1}
	env.Electing(protocol.Computation{Num: n.contest.num, Source: env.Self()})
}

// backoff is how long a node waits before it claims after its leader was lost: the heir hardly at
// all, a node as good as the leader 60 ms, and 15 ms more for each per cent that it lacks, up to
// 560 ms; and some chance, so that nodes of one value do not claim at once.
func (n *node) backoff(env *protocol.Env) time.Duration {
	switch {
	case len(env.Neighbours()) == 0:
		return 0
	case n.heir.ID == env.Self():
		return within(env, 20*time.Millisecond)
	}
	of := n.leader.Value
	if n.leader.ID == protocol.Nobody {
		of = 1000 // the scale of a scenario's capabilities
	}
	own := env.Capability().Value
	if of <= 0 || own <= 0 || own > of {
		return 100*time.Millisecond + within(env, 200*time.Millisecond)
	}
	lacks := float64(of-own) / float64(of)
	return 60*time.Millisecond + min(time.Duration(lacks*1500)*time.Millisecond, 500*time.Millisecond) +
		within(env, 60*time.Millisecond+time.Duration(lacks*200)*time.Millisecond)
}

// contends reports whether a claim is heard in a contest, or opens one: this node's leader is
// overdue, and better than the claim.
func (n *node) contends(env *protocol.Env, claimed protocol.Capability) bool {
	return n.leader.ID == protocol.Nobody || claimed.ID != n.leader.ID && n.overdue(env)
}

// overdue reports whether the leader, another node, is silent for longer than it should be, or
// was never heard.
func (n *node) overdue(env *protocol.Env) bool {
	return !n.leads(env) && (n.parent == protocol.Nobody && n.by == 0 || n.silence(env) > n.overdueAfter)
}

// onClaim takes a claim for the best so far, or contradicts it soon.
func (n *node) onClaim(env *protocol.Env, from protocol.ID, f flood) {
	if !n.contest.open {
		n.enter(env)
	}
	c := &n.contest
	if c.best.ID != protocol.Nobody && !f.Leader.Exceeds(c.best) {
		return
	}
	c.best, c.stamp, c.at, c.from = f.Leader, f.Stamp, env.Now(), from
	if n.objects(env) {
		env.SetTimer(timerWatch, within(env, n.jitter))
		return
	}
	env.BroadcastWithin(n.jitter, f)
	env.SetTimer(timerWatch, n.contestFor)
}

// objects reports whether this node is better than the best claim: where a margin is granted,
// by more than a third of a per cent, since a contradiction is a flood.
func (n *node) objects(env *protocol.Env) bool {
	own, best := env.Capability(), n.contest.best
	return best.ID != own.ID && own.Exceeds(best) &&
		(n.margin == protocol.Margin{} || best.ID == protocol.Nobody || (own.Value-best.Value)*300 > best.Value)
}

// onContest claims if nobody better has, and else follows the best claim.
func (n *node) onContest(env *protocol.Env) {
	c := &n.contest
	if c.best.ID != protocol.Nobody && !n.objects(env) {
		n.crown(env)
		return
	}
	c.best, c.stamp, c.at, c.from = env.Capability(), env.Now(), env.Now(), protocol.Nobody
	env.Broadcast(newFlood(kindClaim, c.best, c.stamp, protocol.Capability{}))
	if len(env.Neighbours()) == 0 {
		n.crown(env)
		return
	}
	env.SetTimer(timerWatch, n.contestFor)
}

// comesLate reports whether a flood is a claim that is better than the one that this node has
// just followed: its author was farther away than a contest lasts.
func (n *node) comesLate(env *protocol.Env, f flood) bool {
	return f.kind == kindClaim && n.by == kindClaim && !n.outranks(env, f.Leader) && env.Now().Sub(n.contest.ended) < 3*n.contestFor
}

// crown ends a contest: its best claim is followed.
func (n *node) crown(env *protocol.Env) {
	c := n.contest
	age := env.Now().Sub(c.at)
	n.follow(env, news{leader: c.best, stamp: c.stamp, age: age, from: c.from, by: kindClaim})
	n.contest.ended = env.Now()
	if n.leads(env) {
		n.leader = env.Capability()
		env.SetTimer(timerWatch, n.interval-age)
	}
}
