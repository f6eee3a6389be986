package protocol

import (
	"math/rand/v2"
	"time"
)

// Op says what an effect does.
type Op uint8

// The closed set of deeds, in the order of the Env's methods.
const (
	OpSend      Op = iota // Message to neighbour To, within Within
	OpBroadcast           // Message to whoever hears, within Within
	OpRoute               // Message to member To over several hops
	OpSetTimer            // Timer fires After from now
	OpStopTimer           // Timer does not fire
	OpSave                // State is durable before any later effect
	OpElecting            // an election Computation is under way here
	OpElected             // leader To is known here, by Computation
	OpSuspect             // To seems dead (belief, to the trace)
	OpTrust               // To seems alive after all (belief)
	OpMeet                // To is a neighbour now (belief)
	OpPart                // To is a neighbour no more (belief)
)

// An Effect is one deed of a machine, for its driver to carry out.
type Effect struct {
	Op          Op
	Timer       Timer
	To          ID            // Send, Route; the leader for Elected; the other node for beliefs
	Within      time.Duration // Send, Broadcast: the medium draws a delay in [0, Within]; SetTimer: the delay
	Computation Computation   // Electing, Elected
	Message     Message       // Send, Broadcast, Route
	State       []byte        // Save
}

// A View is what the node's neighbour and membership services hold. Slices are
// sorted, owned by the view, and valid only during the handler.
type View interface {
	Neighbours() []ID // nodes one hop away; on a ring both ways [predecessor, successor], unsorted
	Members() []ID    // nodes that may be anywhere, oneself included
}

// Facts are what a driver knows of the node whose handler it is about to call.
type Facts struct {
	Self       ID
	Now        Time
	Capability Capability
	View       View
	Rand       *rand.Rand // the node's own, for its algorithm
}

// An Env is what a node can know and do, during one call of one handler.
type Env struct {
	facts   Facts
	effects []Effect
	broken  *Breach
}

// Enter begins a handler: it takes the facts and forgets former effects. Only
// drivers call it.
func (e *Env) Enter(f Facts) {
	e.facts = f
	e.effects = e.effects[:0]
}

// Turn is Enter for a driver of many nodes that gives all of them one View and
// one Rand, which it points at the current node itself: only what changes is
// written, a fifth of the cost of a delivery otherwise.
func (e *Env) Turn(self ID, now Time, c Capability) {
	e.facts.Self, e.facts.Now, e.facts.Capability = self, now, c
	e.effects = e.effects[:0]
}

// Effects are the deeds since Enter, in order. Only drivers and the machines of
// package overlay, which rewrite those of the machine they wrap in place, look.
func (e *Env) Effects() []Effect { return e.effects }

// Look replaces the view and returns the former: an overlay shows the machine
// it wraps what it, not the driver, believes.
func (e *Env) Look(v View) View {
	former := e.facts.View
	e.facts.View = v
	return former
}

// Self is this node's ID.
func (e *Env) Self() ID { return e.facts.Self }

// Now is the node's time.
func (e *Env) Now() Time { return e.facts.Now }

// Capability is what this node can offer now.
func (e *Env) Capability() Capability { return e.facts.Capability }

// Neighbours are the nodes one hop away, sorted; valid during the call.
func (e *Env) Neighbours() []ID { return e.facts.View.Neighbours() }

// Members are all nodes that may take part, oneself included, sorted; valid
// during the call. For algorithms that assume a roster.
func (e *Env) Members() []ID { return e.facts.View.Members() }

// Rand is the node's own randomness for its algorithm.
func (e *Env) Rand() *rand.Rand { return e.facts.Rand }

// Send gives m to the link layer for one neighbour: acknowledged, retried, never
// certain. The sender is not told.
func (e *Env) Send(to ID, m Message) {
	e.effects = append(e.effects, Effect{Op: OpSend, To: to, Message: m})
}

// Broadcast gives m to whoever hears it: no acknowledgement, no retry.
func (e *Env) Broadcast(m Message) {
	e.effects = append(e.effects, Effect{Op: OpBroadcast, Message: m})
}

// BroadcastWithin is Broadcast after a delay that the medium draws uniformly
// from [0, jitter]: neighbours that answer the same frame would collide.
func (e *Env) BroadcastWithin(jitter time.Duration, m Message) {
	e.effects = append(e.effects, Effect{Op: OpBroadcast, Within: jitter, Message: m})
}

// SendWithin is Send after a delay drawn as in BroadcastWithin.
func (e *Env) SendWithin(jitter time.Duration, to ID, m Message) {
	e.effects = append(e.effects, Effect{Op: OpSend, To: to, Within: jitter, Message: m})
}

// Route gives m to the routing service for any member, oneself included.
func (e *Env) Route(to ID, m Message) {
	e.effects = append(e.effects, Effect{Op: OpRoute, To: to, Message: m})
}

// SetTimer makes t fire after d, in place of any earlier deadline of t. A d of
// zero or less fires as soon as the handler has ended.
func (e *Env) SetTimer(t Timer, d time.Duration) {
	e.effects = append(e.effects, Effect{Op: OpSetTimer, Timer: t, Within: max(d, 0)})
}

// StopTimer takes back t's deadline, if it has one.
func (e *Env) StopTimer(t Timer) {
	e.effects = append(e.effects, Effect{Op: OpStopTimer, Timer: t})
}

// Save keeps state for Start after a crash, in place of what was kept before.
// The machine gives the bytes away.
func (e *Env) Save(state []byte) {
	e.effects = append(e.effects, Effect{Op: OpSave, State: state})
}

// Electing says that this node has entered election c: it knows no leader.
func (e *Env) Electing(c Computation) {
	e.effects = append(e.effects, Effect{Op: OpElecting, Computation: c})
}

// Elected says that this node takes leader for its leader, by election c (the
// zero Computation where an algorithm has none). Nobody: it knows none and is in
// no election either.
func (e *Env) Elected(leader ID, c Computation) {
	e.effects = append(e.effects, Effect{Op: OpElected, To: leader, Computation: c})
}

// Suspect reports the belief that id is dead.
func (e *Env) Suspect(id ID) { e.effects = append(e.effects, Effect{Op: OpSuspect, To: id}) }

// Trust reports the belief that a suspected id is alive.
func (e *Env) Trust(id ID) { e.effects = append(e.effects, Effect{Op: OpTrust, To: id}) }

// Meet reports the belief that id has become a neighbour.
func (e *Env) Meet(id ID) { e.effects = append(e.effects, Effect{Op: OpMeet, To: id}) }

// Part reports the belief that id is a neighbour no more.
func (e *Env) Part(id ID) { e.effects = append(e.effects, Effect{Op: OpPart, To: id}) }
