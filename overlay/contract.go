package overlay

import (
	"fmt"
	"math/bits"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// A Contract is what an algorithm declares: which timers its machines set and which
// messages they send. All machines of a driver share one.
//
// Some messages are also converted to their wire form and back: the first of each kind,
// the second, the fourth, and so on by powers of two. The conformance tests convert every
// message, and so do stories and the explorer, see optional.ConvertAll.
type Contract struct {
	algorithm string
	timers    int
	slots     int
	kinds     [256]bool
	rides     [256]bool       // kinds that may ride on hellos
	vows      [256]bool       // kinds whose sender must first save its state: all but the kinds of class routing, which only acknowledge and pass on
	codec     *protocol.Codec // nil: the kinds are ambiguous, which the driver reports
	said      [256]uint32     // messages by kind
	all       bool            // every message is converted, and none is counted
}

func newContract(a protocol.Algorithm) *Contract {
	c := &Contract{algorithm: a.Name, timers: a.Timers, slots: a.Slots}
	for _, k := range a.Kinds {
		c.kinds[k.Kind()], c.vows[k.Kind()], c.rides[k.Kind()] = true, k.Class != protocol.ClassRouting, k.Rides
	}
	c.codec, _ = protocol.NewCodec(a.Kinds...)
	return c
}

// Bare returns the machine within if only its contract is stacked on it, with that
// contract, which its driver then checks by [Contract.Held]: this saves a driver of a
// million machines one call each. It returns other machines unchanged.
func Bare(m protocol.Machine) (protocol.Machine, *Contract) {
	if b, ok := m.(bound); ok {
		return b.Machine, b.Contract
	}
	return m, nil
}

// Held checks the effects of a handler; a nil Contract allows all. See
// [protocol.Driver.Broken].
func (c *Contract) Held(env *protocol.Env) {
	if c != nil {
		c.look(env, env.Driver().Effects(), other)
	}
}

// A bound is an algorithm's machine whose effects are checked against its contract. It is
// innermost in every stack, so that the machine's own effects are distinguished from those
// of overlays. Cost: a call and a comparison for each handler, and a check of each effect.
type bound struct {
	protocol.Machine
	*Contract
}

// Unwrap is the machine within.
func (b bound) Unwrap() protocol.Machine { return b.Machine }

// ConvertAll converts every message from now on.
func (b bound) ConvertAll() { b.all = true }

// held checks the effects of a handler, from mark on.
func (b bound) held(env *protocol.Env, mark int) {
	if effects := env.Driver().Effects(); len(effects) > mark {
		b.look(env, effects[mark:], other)
	}
}

func (b bound) Start(env *protocol.Env, saved []byte) {
	mark := len(env.Driver().Effects())
	b.Machine.Start(env, saved)
	b.held(env, mark)
}

func (b bound) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	mark := len(env.Driver().Effects())
	b.Machine.Receive(env, from, m)
	b.held(env, mark)
}

func (b bound) Fire(env *protocol.Env, t protocol.Timer) {
	mark := len(env.Driver().Effects())
	b.Machine.Fire(env, t)
	b.held(env, mark)
}

func (b bound) Elect(env *protocol.Env) {
	mark := len(env.Driver().Effects())
	optional.Elect(b.Machine, env)
	b.held(env, mark)
}

func (b bound) Resign(env *protocol.Env) {
	mark := len(env.Driver().Effects())
	optional.Resign(b.Machine, env)
	b.held(env, mark)
}

func (b bound) Settle(env *protocol.Env, leader protocol.Capability) {
	mark := len(env.Driver().Effects())
	optional.Settle(b.Machine, env, leader)
	b.held(env, mark)
}

func (b bound) CapabilityChanged(env *protocol.Env) {
	mark := len(env.Driver().Effects())
	optional.CapabilityChanged(b.Machine, env)
	b.held(env, mark)
}

func (b bound) NeighbourUp(env *protocol.Env, id protocol.ID) {
	mark := len(env.Driver().Effects())
	optional.NeighbourUp(b.Machine, env, id)
	b.held(env, mark)
}

func (b bound) NeighbourDown(env *protocol.Env, id protocol.ID) {
	mark := len(env.Driver().Effects())
	optional.NeighbourDown(b.Machine, env, id)
	b.held(env, mark)
}

func (b bound) HelloDue(env *protocol.Env) {
	mark := len(env.Driver().Effects())
	optional.HelloDue(b.Machine, env)
	b.look(env, env.Driver().Effects()[mark:], helloDue)
}

// Copy returns a copy with the same contract; nil if the machine within is no
// [protocol.Copier].
func (b bound) Copy() protocol.Machine {
	c := optional.Copy(b.Machine)
	if c == nil {
		return nil
	}
	return bound{c, b.Contract}
}

// Shift moves the machine within in time.
func (b bound) Shift(now protocol.Time, d time.Duration) { optional.Shift(b.Machine, now, d) }

// Renumber replaces numbers in the machine within.
func (b bound) Renumber(to optional.Renumbering) { optional.Renumber(b.Machine, to) }

func (b bound) Inspect(show func(name string, value int64)) { optional.Inspect(b.Machine, show) }

// A handler is the one whose effects are checked.
type handler uint8

const (
	other handler = iota
	helloDue
)

// look checks the effects of one handler.
func (c *Contract) look(env *protocol.Env, effects []protocol.Effect, of handler) {
	var sent protocol.Message
	for k := range effects {
		switch e := &effects[k]; e.Op {
		case protocol.OpSetTimer, protocol.OpStopTimer:
			if int(e.Timer) >= c.timers {
				c.undeclaredTimer(env, e)
			}
		case protocol.OpSend, protocol.OpRoute:
			if e.To == protocol.Nobody {
				c.breach(env, fmt.Sprintf("sends a message (%s) to nobody, node 0", optional.TypeOf(e.Message)), "broadcast it, or name a node: IDs begin with 1")
			}
			c.message(env, e.Message)
			if c.vow(e.Message) {
				sent = e.Message
			}
		case protocol.OpBroadcast, protocol.OpRide, protocol.OpSlot, protocol.OpCancel:
			if e.Op != protocol.OpBroadcast {
				c.special(env, e, of)
			}
			if e.Op != protocol.OpCancel {
				c.message(env, e.Message)
			}
			if c.vow(e.Message) {
				sent = e.Message
			}
		case protocol.OpSave:
			if sent != nil {
				c.breach(env, fmt.Sprintf("saves its state after it sent a message (%s) in the same handler: a crash between the two forgets what others were told", optional.TypeOf(sent)),
					"save before the first message of the handler")
			}
		}
	}
}

// special checks the place of an effect that a layer carries out, and what may ride.
func (c *Contract) special(env *protocol.Env, e *protocol.Effect, of handler) {
	switch {
	case e.Op != protocol.OpRide && int(e.Slot) >= c.slots:
		c.breach(env, fmt.Sprintf("uses slot %d for a broadcast, and declares Slots: %d", e.Slot, c.slots),
			fmt.Sprintf("declare Slots: %d in its protocol.Algorithm, or more", int(e.Slot)+1))
	case e.Op != protocol.OpRide || e.Message == nil: // message reports nil
	case of != helloDue:
		c.breach(env, fmt.Sprintf("calls Env.Ride (%T) in another handler than HelloDue: no hello is about to be sent", e.Message), "call it in HelloDue, or broadcast the message")
	case !c.rides[e.Message.Kind()]:
		c.breach(env, fmt.Sprintf("lets a message (%T) ride on a hello whose kind does not declare it", e.Message), "declare Rides: true in its protocol.MessageKind")
	default:
		if size := protocol.Size(e.Message); size > protocol.MostRiding {
			c.breach(env, fmt.Sprintf("lets a message (%T) of %d bytes ride on a hello, at most %d may", e.Message, size, protocol.MostRiding), "send it in a frame of its own")
		}
	}
}

// vow reports whether a message, or the message that it carries, tells others something
// that its sender must not forget.
func (c *Contract) vow(m protocol.Message) bool {
	for {
		carrier, ok := m.(protocol.Carrier)
		if !ok {
			return m != nil && c.vows[m.Kind()]
		}
		_, m = carrier.Carried()
	}
}

func (c *Contract) breach(env *protocol.Env, did, instead string) {
	env.Driver().Break(&protocol.Breach{Algorithm: c.algorithm, Did: did, Instead: instead})
}

func (c *Contract) undeclaredTimer(env *protocol.Env, e *protocol.Effect) {
	verb := "sets"
	if e.Op == protocol.OpStopTimer {
		verb = "stops"
	}
	declared := "no timer is declared (Timers: 0)"
	if c.timers > 0 {
		declared = fmt.Sprintf("declared are timers 0 to %d (Timers: %d)", c.timers-1, c.timers)
	}
	c.breach(env, fmt.Sprintf("%s timer %d, and %s", verb, e.Timer, declared),
		fmt.Sprintf("declare Timers: %d in its protocol.Algorithm, or more", int(e.Timer)+1))
}

// message checks a sent message against the declarations.
func (c *Contract) message(env *protocol.Env, m protocol.Message) {
	if m == nil {
		c.breach(env, "sends a message that is nil", "send one that it declares")
		return
	}
	k := m.Kind()
	if !c.kinds[k] {
		c.breach(env, fmt.Sprintf("sends a message (%s) of kind %d, which is not declared", optional.TypeOf(m), k),
			fmt.Sprintf("declare a protocol.MessageKind of Kind %d among the Kinds of its protocol.Algorithm", k))
		return
	}
	if c.codec == nil || !c.all && !c.sampled(k) {
		return
	}
	if broken := c.codec.Check(m); broken != nil {
		c.breach(env, broken.Did, broken.Instead)
	}
}

// sampled counts a message and reports whether it is one to convert.
func (c *Contract) sampled(k protocol.Kind) bool {
	c.said[k]++
	return bits.OnesCount32(c.said[k]) == 1
}
