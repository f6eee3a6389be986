package kernel

import (
	"bellwether/internal/contract/optional"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// source draws for the node whose handler runs, so that a world needs only one rand.Rand
// instead of one per node. The instant is the world's, whatever the node's clock shows.
type source struct{ *Kernel }

func (s source) Uint64() uint64 {
	n := &s.nodes[s.current]
	return s.random.Next(&n.drawn, uint32(n.id), s.now)
}

// view is what the node whose handler runs sees of others. The roster of a scenario is
// fixed and known to all.
type view struct{ *Kernel }

func (v view) Members() []protocol.ID { return v.roster }

func (v view) Neighbours() []protocol.ID { return v.world.Hears(v.current) }

// enter makes the Env ready for a handler of node i.
func (k *Kernel) enter(i Slot) {
	k.current = i
	n := &k.nodes[i]
	now := k.now
	if k.clocks != nil {
		now = k.clocks[i].read(now)
	}
	k.env.Driver().Turn(n.id, protocol.Time(now), protocol.Capability{Value: n.value, ID: n.id})
}

// A Packet is a message on its way over any medium.
type Packet struct {
	Message protocol.Message
	Number  uint64      // of the message, in the order of sending
	Origin  protocol.ID // who said it
	Bytes   int32       // of the message
	Class   protocol.Class
	Kind    protocol.Kind // of the message as in records: of the message in an envelope
}

// Deliver gives a packet to the machine of node i, which runs: now, or when its
// suspension ends. It returns false if too many packets already wait, so that this one is
// lost.
func (k *Kernel) Deliver(i Slot, p *Packet) bool {
	n := &k.nodes[i]
	if n.suspended {
		return k.holdPacket(i, p)
	}
	k.counters.Deliveries++
	if k.wants.Has(trace.Receive) {
		k.noteReceipt(n.id, p)
	}
	k.enter(i)
	n.machine.Receive(&k.env, p.Origin, p.Message)
	if d := k.env.Driver(); len(d.Effects()) > 0 || d.Broken() != nil { // most messages cause no effects
		k.carryOut(i)
	}
	return true
}

// fire gives node i's machine its timer t.
func (k *Kernel) fire(i Slot, t uint8) {
	s := &k.slots[int(i)*k.timers+int(t)]
	s.deadline = Never
	if k.wants.Has(trace.Timer) {
		k.Note(trace.Record{Kind: trace.Timer, Node: k.ID(i), Value: int64(t), Frame: uint64(k.now - s.since)})
	}
	k.enter(i)
	k.nodes[i].machine.Fire(&k.env, protocol.Timer(t))
	k.carryOut(i)
}

// call runs a handler of node i, if the node runs: now, or when its suspension ends.
func (k *Kernel) call(i Slot, handler func(protocol.Machine, *protocol.Env)) {
	n := &k.nodes[i]
	switch {
	case n.status != Live:
		return
	case n.suspended:
		k.Hold(i, func() { k.call(i, handler) })
		return
	}
	k.enter(i)
	handler(n.machine, &k.env)
	k.carryOut(i)
}

// Elect lets node i call an election.
func (k *Kernel) Elect(i Slot) {
	k.call(i, func(m protocol.Machine, env *protocol.Env) { optional.Elect(m, env) })
}

// Resign lets node i step down.
func (k *Kernel) Resign(i Slot) { k.call(i, optional.Resign) }

// CapabilityChanged informs node i that its offer has changed.
func (k *Kernel) CapabilityChanged(i Slot) { k.call(i, optional.CapabilityChanged) }

// NeighbourUp informs node i of a new neighbour.
func (k *Kernel) NeighbourUp(i Slot, peer protocol.ID) {
	k.call(i, func(m protocol.Machine, env *protocol.Env) { optional.NeighbourUp(m, env, peer) })
}

// NeighbourDown informs node i of a neighbour that it has lost.
func (k *Kernel) NeighbourDown(i Slot, peer protocol.ID) {
	k.call(i, func(m protocol.Machine, env *protocol.Env) { optional.NeighbourDown(m, env, peer) })
}

// Settle lets node i start with an elected leader, and reports whether it can.
func (k *Kernel) Settle(i Slot, leader protocol.Capability) bool {
	k.enter(i)
	if _, can := overlay.Innermost(k.nodes[i].machine).(protocol.Settler); !can {
		return false
	}
	optional.Settle(k.nodes[i].machine, &k.env, leader)
	k.carryOut(i)
	return true
}
