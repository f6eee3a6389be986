package protocol

import (
	"math/rand/v2"
	"time"
)

// A View is what the node's neighbour and membership services hold. Slices are
// sorted, owned by the view, and valid only during the handler.
type View interface {
	Neighbours() []ID // nodes one hop away; on a ring both ways [predecessor, successor], unsorted
	Members() []ID    // nodes that may be anywhere, oneself included
}

// An Env is what a node can know and do during one call of one handler. Machines must not
// keep it.
type Env struct {
	facts   Facts
	effects []Effect
	broken  *Breach
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

// Broadcast sends m to all nodes that hear it, without acknowledgement or retry.
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

// BroadcastSlot is BroadcastWithin with a message that can be taken back. It waits in slot s for
// a delay drawn uniformly from [0, jitter], in place of what waits there, and is then given to the
// link layer. Until then [Env.CancelBroadcast] takes it back; afterwards nothing does. A message
// that waits is lost in a crash. The slots are declared by [Algorithm.Slots].
func (e *Env) BroadcastSlot(s Slot, jitter time.Duration, m Message) {
	e.effects = append(e.effects, Effect{Op: OpSlot, Slot: s, Within: max(jitter, 0), Message: m})
}

// CancelBroadcast takes back what waits in slot s, if anything does: for example because enough
// neighbours were heard to say the same.
func (e *Env) CancelBroadcast(s Slot) {
	e.effects = append(e.effects, Effect{Op: OpCancel, Slot: s})
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

// Save keeps state for Start after a crash, in place of what was kept before. The machine
// must not change the bytes afterwards.
func (e *Env) Save(state []byte) {
	e.effects = append(e.effects, Effect{Op: OpSave, State: state})
}

// Electing reports that this node has entered election c: it knows no leader.
func (e *Env) Electing(c Computation) {
	e.effects = append(e.effects, Effect{Op: OpElecting, Computation: c})
}

// Elected reports that this node takes leader for its leader, by election c (the zero
// Computation where an algorithm has none). Nobody means that it knows no leader and is in
// no election either.
func (e *Env) Elected(leader ID, c Computation) {
	e.effects = append(e.effects, Effect{Op: OpElected, To: leader, Computation: c})
}

// Suspect reports the belief that id is dead.
func (e *Env) Suspect(id ID) { e.effects = append(e.effects, Effect{Op: OpSuspect, To: id}) }

// Trust reports the belief that a suspected id is alive.
func (e *Env) Trust(id ID) { e.effects = append(e.effects, Effect{Op: OpTrust, To: id}) }

// Driver gives the methods for drivers, which algorithms must not call: see [Driver].
func (e *Env) Driver() *Driver { return (*Driver)(e) }
