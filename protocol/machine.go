package protocol

import "time"

// Timer names one of a machine's time-outs: a small number, one slot per machine. Setting
// a timer again moves its deadline and is cheap by contract. Deadlines of single
// neighbours are kept inside the machine or in package fd.
type Timer uint8

// Slot names one of a machine's places for a broadcast that waits: see [Env.BroadcastSlot]. It is
// a small number, like a Timer.
type Slot uint8

// A Machine is one node's part of an algorithm, "executed by process i".
//
// The Env is valid only during the call. A handler may do anything the Env
// offers, in any order, any number of times.
type Machine interface {
	// Start is called once per boot, before anything else. saved is what the newest Save
	// kept; it is nil at the first boot and when the storage is lost. A first boot starts
	// no election: the driver calls Elect, or a time-out of the machine starts one.
	Start(env *Env, saved []byte)
	// Receive is called upon receipt of m from the member that sent it: the
	// transmitting neighbour for Send and Broadcast, the origin for Route.
	Receive(env *Env, from ID, m Message)
	// Fire is called upon the time-out of t.
	Fire(env *Env, t Timer)
	// Snapshot appends the machine's state in canonical form: equal bytes if and
	// only if the machines behave alike from here on. The explorer hashes it.
	Snapshot(b []byte) []byte
}

// A Starter can be told to elect now: by a scenario, by a user, or by the driver of a node that
// joins a running system.
//
// If the node knows no leader, Elect starts an election. If an election is under way at the node,
// the call may add nothing to it. If the node follows a leader, which may be well or may be dead, an
// algorithm does one of these, and its package says which:
//
//   - It holds an election among all that can be reached. The winner may be the leader that was
//     (VKT04, bully, the rings).
//   - It asks the leader to give way to a node that is better at all, without an election
//     (tanist).
//   - It does nothing where this node leads itself and its goal wants no other (Raft).
//
// What is promised in each case: within [Algorithm.SettleBound] of the last call each component
// has the one leader that the goal wants, and every node names it. So nodes are without a leader
// for no longer than an election takes. Package conformance tests this.
type Starter interface{ Elect(env *Env) }

// A Resigner can step down and stay alive. The driver sets the node's capability to its
// lowest before. A machine that is no Resigner learns of a resignation by
// CapabilityChanged.
type Resigner interface{ Resign(env *Env) }

// A Settler can begin in a settled system, as if leader had won an election that ended
// just now. Settle is called after Start.
type Settler interface {
	Settle(env *Env, leader Capability)
}

// A NeighbourObserver is told when a neighbour comes or goes, as the neighbour service
// believes it (hello) or knows it (oracle).
type NeighbourObserver interface {
	NeighbourUp(env *Env, id ID)
	NeighbourDown(env *Env, id ID)
}

// A CapabilityObserver is told when its own capability changed.
type CapabilityObserver interface{ CapabilityChanged(env *Env) }

// A Closer holds something outside its driver, like a program that answers for it. All machines of one
// maker share it. A driver calls Close of one of them once its run has ended, however it ended.
type Closer interface{ Close() error }

// An Inspector shows named integers of its state (phase, parent, …) to a trace
// that asks for them. It must show the same names in the same order each time.
type Inspector interface {
	Inspect(show func(name string, value int64))
}

// A Copier can be copied. The copy behaves as the machine does from here on, and no change
// of one shows in the other: settings that never change may be shared, maps and slices may
// not. The explorer continues from copies; without them it repeats every step of a run.
type Copier interface{ Copy() Machine }

// A Shifter can be moved in time. Shift moves every instant that the machine remembers by
// d, also those in messages that it keeps (see [Shift]). A value that stands for no instant
// stays: see [Time.Shift]. A machine that was shifted does at an instant d later what it
// would have done. If a machine remembers no instants its Shift does nothing.
//
// d is a whole number of milliseconds, so that a machine may store instants in
// milliseconds; it may be negative or zero. Spans, numbers and saved state stay as they
// are. now is the machine's time before the move: Shift may forget an instant that is so
// long ago that it no longer matters.
//
// The explorer moves all that it explores back to one instant after each step. So a system
// at rest, whose timers fire again and again, returns to states that were seen, unless
// something in them ages or grows without end.
type Shifter interface {
	Shift(now Time, d time.Duration)
}
