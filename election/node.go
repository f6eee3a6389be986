package election

import (
	"encoding/binary"

	"bellwether/protocol"
)

// The timers of a node.
const (
	timerTree   protocol.Timer = iota // electing: CHILD-TIMEOUT, then probes and their replies
	timerBeacon                       // not electing: a leader's next beacon, or a follower's time-out
	timerStart                        // not electing: the back-off before the node calls an election
	timerStream                       // tcp: the next repetition
	timers
)

// node is one node's part of the algorithm: the state of the paper's Table II, and the
// stamps and ages of its claims. Only the settings are shared. The driver keeps N, the
// neighbours. The fields that each copy of a flooded message is compared with come first,
// in one cache line.
//
// It is one type because the paper describes one machine: each handler reads and writes the same
// variables of Table II, in the paper's order.
type node struct {
	leader   tenure               // lid; while electing, the one before
	index    protocol.Computation // src: the newest computation it has taken part in
	num      uint32               // the highest num it has used or heard
	self     protocol.ID
	electing bool        // δ
	inTree   bool        // Δ: its pending Ack is not sent yet
	counting bool        // CHILD-TIMEOUT runs: S may still grow
	asking   bool        // a round of probes is out
	hasty    bool        // a back-off runs, before an election of its own
	silence  uint8       // probes the parent has left unanswered
	exceeded uint8       // successive beacons of a leader it exceeds (gap 13)
	parent   protocol.ID // p
	lost     protocol.ID // without a leader, or electing: the departed leader, if known
	depth    uint32      // hops from the source along the tree

	*settings
	waiting []peer    // S, sorted
	best    candidate // of its subtree, itself included
	own     stamp     // of its own signs of life
	queued  tenure    // the best claim heard while electing (gap 7)
	formers []former  // the leaders before, the oldest first
	told    rebuttal
	silent  protocol.Time // until then no sign of life besides the beacons
}

// peer is a member of S: a node whose Ack is awaited.
type peer struct {
	id      protocol.ID
	silence uint8 // probes it has left unanswered
}

// rebuttal remembers the last foreign claim and the last outdated Election that
// were answered, so that each is answered once.
type rebuttal struct {
	leader protocol.ID
	stamp  stamp
	index  protocol.Computation
}

// Start implements [protocol.Machine]. A reboot refuses all computations it may
// have taken part in, and its num and term exceed any it has used (gap 4).
func (n *node) Start(env *protocol.Env, saved []byte) {
	n.self = env.Self()
	if num, term, ok := restore(saved); ok {
		n.num = successor(num)
		n.index = protocol.Computation{Num: n.num, Source: n.self}
		n.own.Term = term
	}
	n.own.Term++
	n.save(env)
	env.SetTimer(timerBeacon, n.beaconTimeout)
}

// Elect implements [protocol.Starter].
func (n *node) Elect(env *protocol.Env) { n.start(env) }

// Resign implements [protocol.Resigner]: a node that leads, or may be about to, starts an
// election, in which it offers the capability that the driver has left it.
func (n *node) Resign(env *protocol.Env) {
	if n.electing || n.leads() {
		n.start(env)
	}
}

// Settle implements [protocol.Settler]. The claim has no stamp yet: any sign of
// the leader's life is newer.
func (n *node) Settle(env *protocol.Env, leader protocol.Capability) {
	n.take(env, tenure{leader: leader, heard: env.Now()}, n.index)
}

// Receive implements [protocol.Machine].
func (n *node) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	switch v := m.(type) {
	case beacon:
		n.onBeacon(env, from, v, m)
	case election:
		n.onElection(env, from, v)
	case ack:
		n.onAck(env, from, v)
	case child:
		n.onChild(env, from, v)
	case leader:
		n.onLeader(env, from, v, m)
	case probe:
		n.onProbe(env, from, v)
	case reply:
		n.onReply(env, from, v)
	case exchange:
		n.onExchange(env, from, v, m)
	}
}

// Fire implements [protocol.Machine].
func (n *node) Fire(env *protocol.Env, t protocol.Timer) {
	switch {
	case t == timerTree && n.electing && n.counting:
		n.onChildTimeout(env)
	case t == timerTree && n.electing:
		n.onProbeTimeout(env)
	case t == timerBeacon && !n.electing:
		n.onBeaconTimeout(env)
	case t == timerStart && !n.electing:
		n.onBackoff(env)
	}
}

// hear keeps num at least as high as every num heard (gap 3).
func (n *node) hear(index protocol.Computation) { n.num = max(n.num, index.Num) }

// leads reports whether this node leads.
func (n *node) leads() bool { return !n.electing && n.leader.of(n.self) }

// maxNum bounds num, also on the wire. At one election per millisecond the numbers last
// three weeks, and a corrupt frame cannot use them up.
const maxNum = 1 << 31

// successor is the next num.
func successor(num uint32) uint32 { return min(num+1, maxNum) }

// save stores what must not repeat after a crash.
func (n *node) save(env *protocol.Env) {
	b := make([]byte, 0, 8)
	b = binary.BigEndian.AppendUint32(b, n.num)
	env.Save(binary.BigEndian.AppendUint32(b, n.own.Term))
}

func restore(saved []byte) (num, term uint32, ok bool) {
	if len(saved) != 8 {
		return 0, 0, false
	}
	return binary.BigEndian.Uint32(saved), binary.BigEndian.Uint32(saved[4:]), true
}
