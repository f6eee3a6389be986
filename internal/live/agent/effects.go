package agent

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// enter makes the Env ready for a handler.
func (l *loop) enter() {
	l.env.Driver().Enter(protocol.Facts{Self: l.self.ID, Now: l.clock.machine(), Capability: l.offer.claimed(), View: view{l}, Rand: l.rand})
}

// view is what a machine may see of the members.
type view struct{ loop *loop }

// Neighbours is nil: the hello layer knows the neighbours, the driver does not.
func (v view) Neighbours() []protocol.ID { return nil }

// Members are the members that have not said goodbye and partake, this node included.
func (v view) Members() (ids []protocol.ID) {
	for _, id := range v.loop.roster.ids {
		if v.loop.partakes(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// carryOut carries out a handler's effects in order. A save that fails crashes the node
// at once.
//
// If the machine broke its contract, carryOut does nothing, and run ends the agent.
func (l *loop) carryOut() {
	if l.env.Driver().Broken() != nil {
		return
	}
	effects := l.env.Driver().Effects()
	for k := range effects {
		if err := l.do(&effects[k]); err != nil {
			l.crash(err)
			return
		}
	}
	l.rec.inspect(l.machine)
}

func (l *loop) do(e *protocol.Effect) error {
	switch e.Op {
	case protocol.OpSend, protocol.OpBroadcast, protocol.OpRoute:
		l.outbox.say(e)
	case protocol.OpSetTimer:
		l.timers.set(ownTimers+slot(e.Timer), l.clock.now().Add(e.Within))
	case protocol.OpStopTimer:
		l.timers.stop(ownTimers + slot(e.Timer))
	case protocol.OpSave:
		return l.o.Storage.Save(l.o.Algorithm.Name, e.State)
	case protocol.OpElecting:
		l.rec.note(trace.Record{Kind: trace.Electing, Node: l.self.ID, Computation: e.Computation})
		l.electing()
	case protocol.OpElected:
		l.rec.note(trace.Record{Kind: trace.Elected, Node: l.self.ID, Peer: e.To, Computation: e.Computation})
		l.follow(e.To)
	case protocol.OpSuspect:
		l.rec.belief(trace.Suspect, e.To)
	case protocol.OpTrust:
		l.rec.belief(trace.Trust, e.To)
	case protocol.OpMeet:
		l.links.up(e.To)
	case protocol.OpPart:
		l.links.down(e.To)
	}
	return nil
}
