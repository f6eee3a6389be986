package kernel

import (
	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/trace"
)

// carryOut carries out the effects of node i's handler in order. Effects only schedule
// and record: none calls a machine, so the Env does not change meanwhile. If
// Options.Interrupt returns true the node crashes before an effect, and this and the
// remaining effects are dropped.
func (k *Kernel) carryOut(i Slot) {
	effects := k.env.Driver().Effects()
	if len(effects) == 0 {
		k.breached() // a machine that is a program breaks its contract without an effect
		return
	}
	if k.terms.Held(&k.env); k.breached() {
		return
	}
	if k.interrupt != nil {
		k.tellReceipts()
	}
	for n := range effects {
		e := &effects[n]
		if k.interrupt != nil && k.interrupt(k.ID(i), *e) {
			k.cut(i)
			return
		}
		k.do(i, e)
	}
	if k.wants.Has(trace.State) {
		k.inspect(i)
	}
}

// breached reports whether the machine broke its contract, which ends the run.
func (k *Kernel) breached() bool {
	if b := k.env.Driver().Broken(); b != nil {
		k.Fail(b)
	}
	return k.err != nil
}

func (k *Kernel) do(i Slot, e *protocol.Effect) {
	n := &k.nodes[i]
	if !optional.Names(k.env.Driver(), e, optional.World{Algorithm: k.algorithm, Nodes: len(k.nodes)}) {
		k.breached()
		return
	}
	switch e.Op {
	case protocol.OpSend, protocol.OpBroadcast, protocol.OpRoute:
		k.world.Say(i, e)
	case protocol.OpSetTimer:
		deadline := k.After(k.span(i, e.Within))
		if k.Retime != nil {
			deadline = k.Retime(i, deadline)
		}
		k.setTimer(i, e.Timer, deadline)
	case protocol.OpStopTimer:
		k.slots[int(i)*k.timers+int(e.Timer)].deadline = Never
	case protocol.OpSave:
		k.saved[i] = e.State
	case protocol.OpElecting:
		k.name(n, protocol.Nobody)
		if k.wants.Has(trace.Electing) {
			k.Note(trace.Record{Kind: trace.Electing, Node: n.id, Computation: e.Computation})
		}
	case protocol.OpElected:
		k.name(n, e.To)
		k.follow(n, e.Computation)
	case protocol.OpSuspect:
		k.Note(trace.Record{Kind: trace.Suspect, Node: n.id, Peer: e.To})
	case protocol.OpTrust:
		k.Note(trace.Record{Kind: trace.Trust, Node: n.id, Peer: e.To})
	case protocol.OpMeet:
		k.Note(trace.Record{Kind: trace.NeighbourUp, Node: n.id, Peer: e.To})
	case protocol.OpPart:
		k.Note(trace.Record{Kind: trace.NeighbourDown, Node: n.id, Peer: e.To})
	}
}

// Size is the number of bytes of a message's wire form. Nearly all that is sent is of a kind
// that has one size: to go through its fields would cost a hundred instructions.
func (k *Kernel) Size(m protocol.Message) int32 {
	if size := k.sizes[m.Kind()]; size > 0 {
		return size
	}
	return int32(k.wire.Size(m))
}

// Class returns the message as records name it, and the class that it is counted in when
// sender sends it. A message in an envelope counts as itself when its origin sends it,
// and as routing when another node forwards it.
func (k *Kernel) Class(m protocol.Message, sender protocol.ID) (protocol.Message, protocol.Class) {
	for {
		c, ok := m.(protocol.Carrier)
		if !ok {
			return m, k.kinds[m.Kind()]
		}
		origin, inner := c.Carried()
		if origin != sender {
			return m, protocol.ClassRouting
		}
		m = inner
	}
}
