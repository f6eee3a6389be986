// Package upkeep is what a machine of a roster algorithm does between elections: it watches
// its leader, follows a better one, and calls an election when it has none. It assumes a
// roster and routing, as overlay.Monitor does, which does the work. It never elects: the
// messages of an election are each algorithm's own.
//
// Cost: the Monitor's; a machine is called through an interface, without an allocation.
package upkeep

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// An Elector is a machine as its Keeper calls it.
type Elector interface {
	// Elect calls an election, unless one is running.
	Elect(env *protocol.Env)
	// Follow ends the election, if one is running: leader leads.
	Follow(env *protocol.Env, leader protocol.Capability)
}

// A Keeper watches the leader of one machine.
type Keeper struct{ overlay.Monitor }

// Receive handles a message that is not the algorithm's own: from a better leader, which the
// machine then follows, or for the Monitor. The machine reports each sender by Spoke first.
func (k *Keeper) Receive(env *protocol.Env, from protocol.ID, message protocol.Message, m Elector) {
	if better := k.Monitor.Receive(env, from, message); better.ID != protocol.Nobody {
		m.Follow(env, better)
	}
}

// Tick runs the Monitor's tick: the machine calls an election if its leader is lost or
// deposed, or if it has had none for the detection time-out.
func (k *Keeper) Tick(env *protocol.Env, m Elector) {
	if k.Monitor.Tick(env) != overlay.Steady {
		m.Elect(env)
	}
}

// Resign calls an election if this node leads, whose capability is its lowest by now.
func (k *Keeper) Resign(env *protocol.Env, m Elector) {
	if k.Leader().ID == env.Self() {
		m.Elect(env)
	}
}

// Copy returns a Keeper in the same state.
func (k *Keeper) Copy() Keeper { return Keeper{k.Monitor.Copy()} }
