package explorer

import (
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// A tap is between an algorithm's machine and its services. It notes the messages that pass
// in both directions (see [ledger]), and changes nothing.
type tap struct {
	protocol.Machine
	notes []note // of the last step
}

// A note is one message at the border between a machine and its services.
type note struct {
	taken bool        // received from peer; otherwise sent to peer
	op    protocol.Op // if sent: OpSend, OpRoute, or one by which it is broadcast
	peer  protocol.ID
	kind  protocol.Kind
}

// tapped returns the algorithm with a tap around each machine.
func tapped(a protocol.Algorithm) protocol.Algorithm {
	inner := a.New
	a.New = func(c protocol.Config) (func() protocol.Machine, error) {
		fresh, err := inner(c)
		return func() protocol.Machine { return &tap{Machine: fresh()} }, err
	}
	return a
}

// Unwrap returns the machine within.
func (t *tap) Unwrap() protocol.Machine { return t.Machine }

// call runs a handler of the machine within, and notes what it sends.
func (t *tap) call(env *protocol.Env, handler func(m protocol.Machine)) {
	mark := len(env.Driver().Effects())
	handler(t.Machine)
	for _, e := range env.Driver().Effects()[mark:] {
		switch e.Op {
		case protocol.OpSend, protocol.OpRoute, protocol.OpBroadcast, protocol.OpRide, protocol.OpSlot:
			if e.Message != nil { // a breach of contract otherwise
				t.notes = append(t.notes, note{op: e.Op, peer: e.To, kind: e.Message.Kind()})
			}
		}
	}
}

func (t *tap) Start(env *protocol.Env, saved []byte) {
	t.call(env, func(m protocol.Machine) { m.Start(env, saved) })
}

func (t *tap) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	t.notes = append(t.notes, note{taken: true, peer: from, kind: message.Kind()})
	t.call(env, func(m protocol.Machine) { m.Receive(env, from, message) })
}

func (t *tap) Fire(env *protocol.Env, timer protocol.Timer) {
	t.call(env, func(m protocol.Machine) { m.Fire(env, timer) })
}

func (t *tap) Elect(env *protocol.Env) {
	t.call(env, func(m protocol.Machine) { optional.Elect(m, env) })
}

func (t *tap) Resign(env *protocol.Env) {
	t.call(env, func(m protocol.Machine) { optional.Resign(m, env) })
}

func (t *tap) Settle(env *protocol.Env, leader protocol.Capability) {
	t.call(env, func(m protocol.Machine) { optional.Settle(m, env, leader) })
}

func (t *tap) CapabilityChanged(env *protocol.Env) {
	t.call(env, func(m protocol.Machine) { optional.CapabilityChanged(m, env) })
}

func (t *tap) NeighbourUp(env *protocol.Env, id protocol.ID) {
	t.call(env, func(m protocol.Machine) { optional.NeighbourUp(m, env, id) })
}

func (t *tap) NeighbourDown(env *protocol.Env, id protocol.ID) {
	t.call(env, func(m protocol.Machine) { optional.NeighbourDown(m, env, id) })
}

func (t *tap) HelloDue(env *protocol.Env) {
	t.call(env, func(m protocol.Machine) { optional.HelloDue(m, env) })
}

// Copy returns a tap around a copy of the machine, nil if the machine is no [protocol.Copier].
func (t *tap) Copy() protocol.Machine {
	c := optional.Copy(t.Machine)
	if c == nil {
		return nil
	}
	return &tap{Machine: c}
}

func (t *tap) Shift(now protocol.Time, d time.Duration) { optional.Shift(t.Machine, now, d) }

func (t *tap) Renumber(to optional.Renumbering) { optional.Renumber(t.Machine, to) }

func (t *tap) Inspect(show func(name string, value int64)) { optional.Inspect(t.Machine, show) }
