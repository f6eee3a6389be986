package agent

import (
	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/trace"
)

// enter makes the Env ready for a handler.
func (l *loop) enter() {
	l.env.Driver().Enter(protocol.Facts{Self: l.self.ID, Now: l.now(), Capability: l.capability(), View: l, Rand: l.rand})
}

// Neighbours is nil: the hello layer knows the neighbours, the driver does not.
func (l *loop) Neighbours() []protocol.ID { return nil }

// Members are the members that have not said goodbye, this node included.
func (l *loop) Members() []protocol.ID { return l.roster.ids }

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
	l.inspect()
}

func (l *loop) do(e *protocol.Effect) error {
	switch e.Op {
	case protocol.OpSend, protocol.OpBroadcast, protocol.OpRoute:
		l.say(e)
	case protocol.OpSetTimer:
		l.timers.set(ownTimers+slot(e.Timer), l.now().Add(e.Within))
	case protocol.OpStopTimer:
		l.timers.stop(ownTimers + slot(e.Timer))
	case protocol.OpSave:
		return l.o.Storage.Save(l.o.Algorithm.Name, e.State)
	case protocol.OpElecting:
		l.note(trace.Record{Kind: trace.Electing, Node: l.self.ID, Computation: e.Computation})
		l.electing()
	case protocol.OpElected:
		l.note(trace.Record{Kind: trace.Elected, Node: l.self.ID, Peer: e.To, Computation: e.Computation})
		l.follow(e.To)
	case protocol.OpSuspect:
		l.belief(trace.Suspect, e.To)
	case protocol.OpTrust:
		l.belief(trace.Trust, e.To)
	case protocol.OpMeet:
		l.neighbours[e.To] = true
		l.belief(trace.NeighbourUp, e.To)
	case protocol.OpPart:
		delete(l.neighbours, e.To)
		l.belief(trace.NeighbourDown, e.To)
	}
	return nil
}

func (l *loop) belief(k trace.Kind, peer protocol.ID) {
	l.note(trace.Record{Kind: k, Node: l.self.ID, Peer: peer})
}

// note gives a record with the present time to the sinks that want it.
func (l *loop) note(r trace.Record) {
	r.At = l.now()
	for _, s := range l.o.Sinks {
		if s.Wants().Has(r.Kind) {
			l.record = r
			s.Record(&l.record)
		}
	}
}

func (l *loop) noteCapability() {
	l.note(trace.Record{Kind: trace.Capability, Node: l.self.ID, Value: l.offers().Value})
}

// tellName records the name of an ID in the trace.
func (l *loop) tellName(id protocol.ID, name string) {
	if l.names[id] != name {
		l.names[id] = name
		l.note(trace.Record{Kind: trace.Named, Node: l.self.ID, Peer: id, Name: name})
	}
}

// inspect records the values of the machine's visible state that changed.
func (l *loop) inspect() {
	if l.machine == nil {
		return
	}
	optional.Inspect(l.machine, func(name string, value int64) {
		if before, known := l.shown[name]; known && before == value {
			return
		}
		l.shown[name] = value
		l.note(trace.Record{Kind: trace.State, Node: l.self.ID, Name: name, Value: value})
	})
}
