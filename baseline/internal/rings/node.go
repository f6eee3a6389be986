package rings

import (
	"encoding/binary"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerLap     protocol.Timer = iota // messages count as lost
	timerMonitor                       // the detection interval
	timers       = iota
)

// An Election is an algorithm's part of a node: what it says in an election, and hears.
type Election interface {
	// Begin starts an election, or begins again after messages were lost.
	Begin(env *protocol.Env)
	// Receive takes a message of the algorithm, and says whether it is one.
	Receive(env *protocol.Env, message protocol.Message) bool
	// Linked is a new neighbour while this node takes part: what was sent to the former
	// may be lost.
	Linked(env *protocol.Env, id protocol.ID)
	// End forgets the election that is over.
	End()
	// Of gives a copy of the part, for a copy of its node.
	Of(n *Node) Election
	// Inspect shows the part and the node, see [protocol.Inspector].
	Inspect(show func(name string, value int64))
	// Snapshot appends the part in canonical form.
	Snapshot(b []byte) []byte
}

// A Node is a machine on a ring.
type Node struct {
	*settings
	monitor  overlay.Monitor
	election Election
	taking   bool
	num      uint32
}

// Taking reports whether this node takes part in an election.
func (n *Node) Taking() bool { return n.taking }

// Num is the number of the newest election that this node took part in.
func (n *Node) Num() uint32 { return n.num }

// Leader is whom this node follows.
func (n *Node) Leader() protocol.ID { return n.monitor.Leader().ID }

// Deposes reports whether a capability is enough to unseat a leader.
func (n *Node) Deposes(c, leader protocol.Capability) bool { return c.Deposes(leader, n.hysteresis) }

// Enter takes part in the election of a number, instead of any other.
func (n *Node) Enter(env *protocol.Env, num uint32) {
	n.monitor.Vacate(env)
	n.taking, n.num = true, num
	env.Electing(n.computation(env))
	env.SetTimer(timerLap, n.lost(len(env.Members()))+overlay.Spread(env, n.detection.Interval))
}

// Follow ends the election, if one is under way: leader leads.
func (n *Node) Follow(env *protocol.Env, leader protocol.Capability) {
	n.monitor.Follow(env, leader, n.computation(env))
	if n.taking {
		env.StopTimer(timerLap)
	}
	n.taking = false
	n.election.End()
}

// FollowIn is Follow by the election of a number.
func (n *Node) FollowIn(env *protocol.Env, leader protocol.Capability, num uint32) {
	n.num = num
	n.Follow(env, leader)
}

// computation is the election that a leader is known by: the one under way here; none for
// a leader that shows itself, and for who only passes messages on.
func (n *Node) computation(env *protocol.Env) protocol.Computation {
	if !n.taking {
		return protocol.Computation{}
	}
	return protocol.Computation{Num: n.num, Source: env.Self()}
}

// Start joins without a leader.
func (n *Node) Start(env *protocol.Env, _ []byte) {
	n.monitor.Start(env, overlay.MonitorOptions{
		Detection: n.detection, Hysteresis: n.hysteresis, Timer: timerMonitor,
	})
}

// Elect starts an election, unless this node takes part in one.
func (n *Node) Elect(env *protocol.Env) {
	if !n.taking {
		n.election.Begin(env)
	}
}

// Resign starts an election if this node leads: it counts for nothing now.
func (n *Node) Resign(env *protocol.Env) {
	if n.Leader() == env.Self() {
		n.Elect(env)
	}
}

// Settle follows leader.
func (n *Node) Settle(env *protocol.Env, leader protocol.Capability) { n.Follow(env, leader) }

// NeighbourUp is a new neighbour on the ring.
func (n *Node) NeighbourUp(env *protocol.Env, id protocol.ID) {
	if n.taking {
		n.election.Linked(env, id)
	}
}

// NeighbourDown is the loss of a neighbour; the new one comes at once.
func (n *Node) NeighbourDown(*protocol.Env, protocol.ID) {}

// Receive hands a message to the algorithm, or to what looks after the leader.
func (n *Node) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	n.monitor.Spoke(env, from)
	if n.election.Receive(env, message) {
		return
	}
	if better := n.monitor.Receive(env, from, message); better.ID != protocol.Nobody {
		n.Follow(env, better)
	}
}

// Fire begins again, or looks after the leader.
func (n *Node) Fire(env *protocol.Env, t protocol.Timer) {
	if t == timerLap {
		n.election.Begin(env)
	} else if n.monitor.Tick(env) != overlay.Steady {
		n.Elect(env)
	}
}

// NeverFollowsWorse says that each node compares what goes round with itself.
func (*Node) NeverFollowsWorse() {}

// FollowsOnlyBest says that who wins a whole round was compared with all.
func (*Node) FollowsOnlyBest() {}

// Inspect shows what the algorithm shows.
func (n *Node) Inspect(show func(name string, value int64)) { n.election.Inspect(show) }

// Copy gives a machine that behaves as this one does.
func (n *Node) Copy() protocol.Machine {
	c := *n
	c.monitor = n.monitor.Copy()
	c.election = n.election.Of(&c)
	return &c
}

// Shift moves every instant that the machine remembers. The elections of rings remember
// none.
func (n *Node) Shift(now protocol.Time, d time.Duration) { n.monitor.Shift(now, d) }

// Snapshot appends the state in canonical form.
func (n *Node) Snapshot(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(append(b, protocol.Bit(n.taking)), n.num)
	return n.monitor.Snapshot(n.election.Snapshot(b))
}
