package protocol

import (
	"math/rand/v2"
	"time"
)

// Op says what an effect does.
type Op uint8

// The closed set of effects.
const (
	OpSend      Op = iota // Message to neighbour To, within Within
	OpBroadcast           // Message to all nodes that hear it, within Within
	OpRoute               // Message to member To over several hops
	OpSetTimer            // Timer fires Within from now
	OpStopTimer           // Timer does not fire
	OpSave                // State is durable before any later effect
	OpElecting            // an election Computation is under way here
	OpElected             // leader To is known here, by Computation
	OpSuspect             // To seems dead (belief, to the trace)
	OpTrust               // To seems alive after all (belief)
	OpMeet                // To is a neighbour now (belief)
	OpPart                // To is a neighbour no more (belief)
	OpRide                // Message goes with the hello that is due; package overlay sends both
	OpSlot                // Message waits in Slot for up to Within; package overlay broadcasts it
	OpCancel              // what waits in Slot is not broadcast; package overlay takes it back
)

// An Effect is one act of a machine, for its driver to carry out.
type Effect struct {
	Op          Op
	Timer       Timer
	Slot        Slot          // Slot, Cancel
	To          ID            // Send, Route; the leader for Elected; the other node for beliefs
	Within      time.Duration // Send, Broadcast: the medium draws a delay in [0, Within]; SetTimer: the delay
	Computation Computation   // Electing, Elected
	Message     Message       // Send, Broadcast, Route
	State       []byte        // Save
}

// Facts are what a driver knows of the node whose handler it is about to call.
type Facts struct {
	Self       ID
	Now        Time
	Capability Capability
	View       View
	Rand       *rand.Rand // the node's own, for its algorithm
}

// A Driver is an Env for the code that calls machines: it sets what a handler is told and
// reads what the handler did. Drivers use it, and package overlay, whose layers stand
// between a driver and a machine.
type Driver Env

// Enter begins a handler: it takes the facts and forgets the effects of the handler before.
// Only drivers call it.
func (d *Driver) Enter(f Facts) {
	d.facts = f
	d.effects = d.effects[:0]
}

// Turn is Enter for a driver of many nodes that gives all of them one View and one Rand,
// and points these at the current node itself. It writes only the facts that change;
// writing all of them would be a fifth of the cost of a delivery.
func (d *Driver) Turn(self ID, now Time, c Capability) {
	d.facts.Self, d.facts.Now, d.facts.Capability = self, now, c
	d.effects = d.effects[:0]
}

// Effects are the effects since Enter, in order. Drivers read them. The machines of package
// overlay rewrite the wrapped machine's effects in place.
func (d *Driver) Effects() []Effect { return d.effects }

// Look replaces the view and returns the one before: an overlay shows the machine that it
// wraps its own view, not the driver's.
func (d *Driver) Look(v View) View {
	before := d.facts.View
	d.facts.View = v
	return before
}

// Meet reports the belief that id has become a neighbour.
func (d *Driver) Meet(id ID) { d.effects = append(d.effects, Effect{Op: OpMeet, To: id}) }

// Part reports the belief that id is a neighbour no more.
func (d *Driver) Part(id ID) { d.effects = append(d.effects, Effect{Op: OpPart, To: id}) }

// Break records that the machine whose handler runs broke its contract. Only the first
// breach is kept. Drivers and package overlay call it.
func (d *Driver) Break(b *Breach) {
	if d.broken == nil {
		b.Node, b.At = d.facts.Self, d.facts.Now
		d.broken = b
	}
}

// Broken is the first breach of any machine that used this Env, nil if there was none.
// Drivers check it before they carry effects out.
func (d *Driver) Broken() *Breach { return d.broken }
