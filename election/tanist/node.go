package tanist

import (
	"time"

	"bellwether/protocol"
)

// The timers.
const (
	timerWatch protocol.Timer = iota // a leader's next beacon; a follower's patience; a claim's end
	timerTell                        // the delay before a flood or an answer is passed on
	timerBid                         // the delay before a bid
	timers
)

// node is one node. While it knows no leader, leader.ID is Nobody.
type node struct {
	*settings

	// Whom it follows.
	leader protocol.Capability
	stamp  protocol.Time // of the leader's newest sign of life, by the leader's clock
	heard  protocol.Time // when that left the leader, by this node's clock
	lag    time.Duration // how old it was when it came, if it rode on hellos
	parent protocol.ID   // the neighbour that told it; Nobody: by no message
	by     protocol.Kind // the flood by which it follows; 0: an answer
	heir   protocol.Capability

	asked   uint8 // rounds of pulls without an answer
	lost    bool  // nobody answered, and the back-off runs
	contest contest
	telling telling
	bids    bids   // towards the leader
	office  office // while it leads

	formers  []former // leaders that it left lately
	rumour   sign     // of a better leader that was heard once
	rebutted sign     // of the worse leader that was answered last
}

// A sign is a sign of life of a leader: its stamp, and when this node heard it.
type sign struct {
	leader protocol.ID
	stamp  protocol.Time
	at     protocol.Time
}

func (n *node) leads(env *protocol.Env) bool { return n.leader.ID == env.Self() }

// within is a random time below d.
func within(env *protocol.Env, d time.Duration) time.Duration {
	return time.Duration(env.Rand().Int64N(int64(max(d, 1))))
}

// Start listens, and then asks the neighbours who leads.
func (n *node) Start(env *protocol.Env, _ []byte) {
	if h := env.HelloInterval(); n.ride && h > 0 {
		n.settings = n.settings.riding(h)
	}
	env.SetTimer(timerWatch, n.interval/8+within(env, n.wait))
}

// Settle begins with a leader.
func (n *node) Settle(env *protocol.Env, leader protocol.Capability) {
	n.follow(env, news{leader: leader, stamp: env.Now()})
	if n.leads(env) {
		env.SetTimer(timerWatch, n.interval)
	}
}

// Elect asks a leader to give way to a better node, by whatever margin, and begins an election where
// the node knows no leader, or has never heard the one it was given. A node that has just handed
// over has no parent yet: its call goes up after the first beacon of the heir.
func (n *node) Elect(env *protocol.Env) {
	switch {
	case n.leader.ID == protocol.Nobody && n.contest.open:
	case n.leader.ID == protocol.Nobody:
		n.enter(env)
		env.SetTimer(timerWatch, within(env, n.jitter))
	case n.leads(env):
		n.poll(env)
	case n.parent == protocol.Nobody && n.by == 0:
		n.enter(env)
		env.SetTimer(timerWatch, within(env, n.jitter))
	default:
		n.bids.call = true
		n.bid(env)
	}
}

// Resign hands over to the heir, or tells everybody that nobody leads.
func (n *node) Resign(env *protocol.Env) {
	switch {
	case !n.leads(env):
	case n.heirIsKnown(env) && n.office.bidStamp != 0:
		n.handOver(env)
	default:
		n.office.floor = env.Now()
		env.Broadcast(newFlood(kindResign, n.leader, n.nextStamp(env), protocol.Capability{}))
		n.enter(env)
		env.SetTimer(timerWatch, n.timeout+longestBackoff)
	}
}

// Fire implements protocol.Machine.
func (n *node) Fire(env *protocol.Env, t protocol.Timer) {
	switch {
	case t == timerTell:
		n.tell(env)
	case t == timerBid:
		n.bids.waiting = false
		n.bid(env)
	case n.leads(env):
		n.onInterval(env)
	case n.contest.open:
		n.onContest(env)
	default:
		n.onSilence(env)
	}
}

// Receive implements protocol.Machine.
func (n *node) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	switch m := m.(type) {
	case flood:
		n.onFlood(env, from, m)
	case bid:
		n.onBid(env, m)
	case pull:
		n.onPull(env, m)
	case answer:
		n.onAnswer(env, from, m)
	case ridden:
		n.onRidden(env, from, m)
	}
}

// news is a sign of life by which a node follows a leader.
type news struct {
	leader protocol.Capability
	stamp  protocol.Time
	age    time.Duration // since it left the leader, as far as is known
	lag    time.Duration // the part of it that says nothing about the leader: the ways on hellos
	from   protocol.ID
	by     protocol.Kind
}

// follow sets the leader, which may be this node.
func (n *node) follow(env *protocol.Env, s news) {
	known := n.leader.ID == s.leader.ID
	if !known {
		n.leave(env, s.by)
		n.heir, n.office = protocol.Capability{}, office{floor: n.office.floor, handed: n.office.handed}
		n.bids = bids{waiting: n.bids.waiting, thought: n.bids.thought}
	}
	c := n.contest.end(env.Self())
	n.leader, n.stamp, n.heard, n.parent, n.by = s.leader, s.stamp, env.Now().Add(-s.age), s.from, s.by
	n.lag, n.asked, n.lost = s.lag, 0, false
	n.bids.passed, n.bids.passedStamp, n.bids.passedCall = protocol.Capability{}, 0, false
	if !n.leads(env) {
		env.SetTimer(timerWatch, max(n.late-s.age+s.lag, 0)+within(env, n.wait/2))
	}
	if !known {
		env.Elected(s.leader.ID, c)
	}
}
