package rings

import (
	"encoding/binary"
	"time"

	"bellwether/baseline/internal/upkeep"
	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerLap     protocol.Timer = iota // messages may be lost
	timerMonitor                       // the detection interval
	timers       = iota
)

// An Election is an algorithm's part of a node: its messages in an election, and its
// handlers.
type Election interface {
	// Begin starts an election, or begins again after messages were lost.
	Begin(env *protocol.Env)
	// Receive handles a message of the algorithm, and reports whether it is one.
	Receive(env *protocol.Env, message protocol.Message) bool
	// Linked handles a new neighbour while this node takes part: messages to the neighbour
	// before may be lost.
	Linked(env *protocol.Env, id protocol.ID)
	// End forgets the election that has ended.
	End()
	// Of returns a copy of the part, for a copy of its node.
	Of(n *Node) Election
	// Inspect shows the part and the node, see [protocol.Inspector].
	Inspect(show func(name string, value int64))
	// Snapshot appends the part in canonical form.
	Snapshot(b []byte) []byte
}

// A Repeater is an Election of many messages, all of which must arrive. It sends a lost one
// again and does not begin anew.
type Repeater interface {
	// Repeat sends again what may be lost, if nothing moved since the last call. It is called
	// about once a lap while the node takes part.
	Repeat(env *protocol.Env)
}

// A Node is a machine on a ring.
type Node struct {
	*settings
	monitor  upkeep.Keeper
	election Election
	taking   bool
	num      uint32
	stage    uint8 // of waiting for the end of the election
}

// Taking reports whether this node takes part in an election.
func (n *Node) Taking() bool { return n.taking }

// Num is the number of the newest election that this node took part in.
func (n *Node) Num() uint32 { return n.num }

// Leader is the node that this node follows, as last heard; ID Nobody if it follows none.
func (n *Node) Leader() protocol.Capability { return n.monitor.Leader() }

// Deposes reports whether a capability is enough to replace a leader.
func (n *Node) Deposes(c, leader protocol.Capability) bool { return c.Deposes(leader, n.hysteresis) }

// Enter takes part in the election of a number, instead of any other.
func (n *Node) Enter(env *protocol.Env, num uint32) {
	n.monitor.Vacate(env)
	n.taking, n.num, n.stage = true, num, 0
	env.Electing(n.computation(env))
	n.wait(env)
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

// computation is the election in which a leader was elected: the one running here; none for
// a leader that announces itself, and for a node that only passes messages on.
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

// Resign starts an election if this node leads: its capability is its lowest by now.
func (n *Node) Resign(env *protocol.Env) {
	n.monitor.Resign(env, n)
}

// Settle follows leader.
func (n *Node) Settle(env *protocol.Env, leader protocol.Capability) { n.Follow(env, leader) }

// NeighbourUp handles a new neighbour on the ring.
func (n *Node) NeighbourUp(env *protocol.Env, id protocol.ID) {
	if n.taking {
		n.election.Linked(env, id)
	}
}

// NeighbourDown does nothing: a new neighbour follows at once.
func (n *Node) NeighbourDown(*protocol.Env, protocol.ID) {}

// Receive passes a message to the algorithm, or to the leader monitor.
func (n *Node) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	n.monitor.Spoke(env, from)
	if n.election.Receive(env, message) {
		return
	}
	n.monitor.Receive(env, from, message, n)
}

// Fire repeats or begins an election again, or runs the monitor's tick.
func (n *Node) Fire(env *protocol.Env, t protocol.Timer) {
	if t == timerLap {
		n.late(env)
	} else {
		n.monitor.Tick(env, n)
	}
}

// wait sets the timer for the end of a stage. The stages together last as long as messages
// may take, and up to an interval more, drawn to keep nodes out of step.
func (n *Node) wait(env *protocol.Env) {
	env.SetTimer(timerLap, (n.lost(len(env.Members()))+overlay.Spread(env, n.detection.Interval))/time.Duration(n.stages(env)))
}

// stages is in how many parts a node waits: a Repeater repeats after each but the last.
func (n *Node) stages(env *protocol.Env) int {
	if _, repeats := n.election.(Repeater); repeats {
		return n.ring.Patience(len(env.Members()))
	}
	return 1
}

// late ends a stage: the node repeats, or begins the election again after the last.
func (n *Node) late(env *protocol.Env) {
	if n.stage++; int(n.stage) >= n.stages(env) {
		n.election.Begin(env)
		return
	}
	n.election.(Repeater).Repeat(env)
	n.wait(env)
}

// NeverFollowsWorse marks algorithms whose nodes never follow a worse one: each node
// compares the messages on the ring with itself.
func (*Node) NeverFollowsWorse() {}

// KeepsWithinMargin marks an algorithm that keeps the hysteresis: a node challenges its leader
// only beyond it.
func (*Node) KeepsWithinMargin() {}

// FollowsOnlyBest marks algorithms in which only the best wins: the winner of a whole lap
// was compared with all.
func (*Node) FollowsOnlyBest() {}

// Inspect shows what the algorithm shows.
func (n *Node) Inspect(show func(name string, value int64)) { n.election.Inspect(show) }

// Copy returns a machine that behaves the same.
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
	b = binary.BigEndian.AppendUint32(append(b, protocol.Bit(n.taking), n.stage), n.num)
	return n.monitor.Snapshot(n.election.Snapshot(b))
}
