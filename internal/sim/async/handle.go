package async

import (
	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/trace"
)

// Handle runs a handler of a node that is up, carries out its effects, and then fires the
// timers that were set to no delay. method is the handler's name, for errors.
func (s *System) Handle(id protocol.ID, method string, call func(m protocol.Machine, env *protocol.Env)) {
	n := s.Machines.at(id)
	if s.Calls.handlers++; n.machine == nil || s.Calls.Halted() {
		return
	}
	s.view.s, s.view.self = s, id
	env := s.Calls.lend()
	env.Driver().Enter(protocol.Facts{Self: id, Now: s.Now, Capability: s.Standings.Capability(id), View: &s.view, Rand: n.draws.enter(n.boots)})
	outer := s.enter(id, method)
	call(n.machine, env)
	s.Calls.returned(env)
	s.Calls.judge(env.Driver(), s.Hooks.Broken)
	boots := n.boots
	s.carryOutAll(id, env.Driver())
	s.Calls.depth--
	s.Calls.leave(outer)
	if n.crashAfter >= 0 {
		s.Crash(id)
	}
	if n.machine == nil || n.boots != boots || s.Calls.broken != nil {
		return
	}
	if s.Records.wants.Has(trace.State) {
		outer := s.enter(id, "Inspect")
		s.Records.state(s.Now, id, n.machine)
		s.Calls.leave(outer)
	}
	if s.Hooks.Handled != nil {
		s.Hooks.Handled(id)
	}
	s.fireUrgent(id)
}

// enter notes which method of a machine is about to be called, and returns what to leave it
// with.
func (s *System) enter(id protocol.ID, method string) (outer call) {
	return s.Calls.enter(call{id, method, s.Records.Elapsed(s.Now)})
}

// carryOutAll carries out the effects of the handler that has returned, until the node crashes
// or an effect is invalid.
func (s *System) carryOutAll(id protocol.ID, d *protocol.Driver) {
	n := s.Machines.at(id)
	boots := n.boots
	for i, e := range d.Effects() {
		if s.Calls.broken != nil {
			return // its effects are invalid
		}
		if n.crashAfter == i || s.Hooks.Effect != nil && !s.Hooks.Effect(id, e) {
			s.Crash(id)
		}
		if n.boots != boots || !s.Up(id) { // a hook, too, may have crashed it
			return
		}
		if !optional.Names(d, &e, optional.World{Algorithm: s.options.Algorithm, Nodes: len(s.Members())}) {
			s.Calls.judge(d, s.Hooks.Broken)
			return
		}
		s.carryOut(id, e)
	}
}

func (s *System) carryOut(id protocol.ID, e protocol.Effect) {
	switch e.Op {
	case protocol.OpSend, protocol.OpBroadcast, protocol.OpRoute:
		if s.options.Network != nil {
			s.options.Network(id, e)
			return
		}
		s.send(id, e)
	case protocol.OpSetTimer:
		s.Alarms.arm(id, e.Timer, timer{at: s.Now.Add(e.Within), urgent: e.Within == 0 && s.Hooks.Armed == nil})
		if s.Hooks.Armed != nil {
			s.Hooks.Armed(id, e.Timer)
		}
	case protocol.OpStopTimer:
		s.Alarms.stop(id, e.Timer)
	case protocol.OpSave:
		s.Machines.at(id).saved = e.State
	case protocol.OpElecting:
		s.Standings.elects(id)
		s.Records.note(s.Now, trace.Record{Kind: trace.Electing, Node: id, Computation: e.Computation})
	case protocol.OpElected:
		s.Standings.follows(id, e.To)
		s.Records.note(s.Now, trace.Record{Kind: trace.Elected, Node: id, Peer: e.To, Computation: e.Computation})
	default:
		s.Records.note(s.Now, trace.Record{Kind: beliefs[e.Op], Node: id, Peer: e.To})
	}
}

// beliefs are the records of effects that change nothing in the system.
var beliefs = [...]trace.Kind{
	protocol.OpSuspect: trace.Suspect, protocol.OpTrust: trace.Trust,
	protocol.OpMeet: trace.NeighbourUp, protocol.OpPart: trace.NeighbourDown,
}

// fireUrgent fires the timers of a node that were set to no delay. If a handler sets more such
// timers in the meantime, the same loop fires them.
func (s *System) fireUrgent(id protocol.ID) {
	n := s.Machines.at(id)
	if n.firingUrgent {
		return
	}
	n.firingUrgent = true
	for !s.Calls.Halted() {
		t, any := s.Alarms.urgent(id)
		if !any {
			break
		}
		s.fire(id, t)
	}
	n.firingUrgent = false
}

// Fire fires a timer, if it is set. Now is then at least its deadline.
func (s *System) Fire(id protocol.ID, t protocol.Timer) {
	if d, set := s.Alarms.Deadline(id, t); set {
		s.Now = max(s.Now, d.At)
		s.fire(id, t)
	}
}

func (s *System) fire(id protocol.ID, t protocol.Timer) {
	s.Alarms.stop(id, t)
	s.Records.note(s.Now, trace.Record{Kind: trace.Timer, Node: id, Value: int64(t)})
	if s.Hooks.Fired != nil {
		s.Hooks.Fired(id, t)
	}
	s.Handle(id, "Fire", func(m protocol.Machine, env *protocol.Env) { m.Fire(env, t) })
}
