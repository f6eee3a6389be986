package steps

import (
	"fmt"

	"bellwether/internal/ability"
	"bellwether/protocol"
	"bellwether/trace"
)

// Handle runs a handler of a node that is up, carries out its effects, and then fires the
// timers that were set to no delay.
func (s *System) Handle(id protocol.ID, call func(m protocol.Machine, env *protocol.Env)) {
	n := s.at(id)
	if s.handlers++; n.machine == nil || s.Halted() {
		return
	}
	if s.depth == len(s.envs) {
		s.envs = append(s.envs, new(protocol.Env))
	}
	env := s.envs[s.depth]
	s.view.s, s.view.self = s, id
	if n.steady != nil {
		n.steady.boot, n.steady.drawn = uint64(n.boots), 0
	}
	env.Driver().Enter(protocol.Facts{Self: id, Now: s.Now, Capability: s.Capability(id), View: &s.view, Rand: n.rand})
	s.depth++
	call(n.machine, env)
	s.terms.Held(env)
	if s.handlers == 1 {
		s.effects = len(env.Driver().Effects())
	}
	if s.broken = env.Driver().Broken(); s.broken != nil && s.Hooks.Broken != nil {
		s.Hooks.Broken(s.broken)
	}
	life := n.boots
	for i, e := range env.Driver().Effects() {
		if s.broken != nil {
			break // its effects are invalid
		}
		if n.crashAfter == i || s.Hooks.Effect != nil && !s.Hooks.Effect(id, e) {
			s.Crash(id)
		}
		if n.boots != life || !n.up { // a hook, too, may have crashed it
			break
		}
		s.carryOut(id, n, e)
	}
	s.depth--
	if n.crashAfter >= 0 {
		s.Crash(id)
	}
	if n.machine == nil || n.boots != life || s.broken != nil {
		return
	}
	s.inspect(id)
	if s.Hooks.Handled != nil {
		s.Hooks.Handled(id)
	}
	s.hurry(id)
}

// Place says for a panic whose handler was called last, and when: "bully at node A, 2s after
// the start,". name gives the name of a node.
func (s *System) Place(algorithm string, name func(protocol.ID) string) string {
	return fmt.Sprintf("%s at node %s, %v after the start,", algorithm, name(s.view.self), s.Elapsed(s.Now))
}

// Effects is how many effects the first handler since the last call of Err had.
func (s *System) Effects() int { return s.effects }

// CrashAfter lets a node crash in its next handler, after that many effects, or at the
// handler's end if it has fewer.
func (s *System) CrashAfter(id protocol.ID, effects int) { s.at(id).crashAfter = effects }

// Spare cancels CrashAfter.
func (s *System) Spare(id protocol.ID) { s.at(id).crashAfter = -1 }

func (s *System) carryOut(id protocol.ID, n *node, e protocol.Effect) {
	switch e.Op {
	case protocol.OpSend, protocol.OpBroadcast, protocol.OpRoute:
		if s.options.Network != nil {
			s.options.Network(id, e)
			return
		}
		s.say(id, e)
	case protocol.OpSetTimer:
		s.set(id, n, e)
	case protocol.OpStopTimer:
		if int(e.Timer) < len(n.timers) {
			n.timers[e.Timer] = timer{}
		}
	case protocol.OpSave:
		n.saved = e.State
	case protocol.OpElecting:
		n.leader, n.electing = protocol.Nobody, true
		s.note(trace.Record{Kind: trace.Electing, Node: id, Computation: e.Computation})
	case protocol.OpElected:
		n.leader, n.electing = e.To, false
		s.note(trace.Record{Kind: trace.Elected, Node: id, Peer: e.To, Computation: e.Computation})
	default:
		s.note(trace.Record{Kind: beliefs[e.Op], Node: id, Peer: e.To})
	}
}

// beliefs are the records of effects that change nothing in the system.
var beliefs = [...]trace.Kind{
	protocol.OpSuspect: trace.Suspect, protocol.OpTrust: trace.Trust,
	protocol.OpMeet: trace.NeighbourUp, protocol.OpPart: trace.NeighbourDown,
}

// hurry fires the timers of a node that were set to no delay. If a handler sets more such
// timers in the meantime, the same loop fires them.
func (s *System) hurry(id protocol.ID) {
	n := s.at(id)
	if n.hurrying {
		return
	}
	n.hurrying = true
	for t := 0; t < len(n.timers) && !s.Halted(); t++ {
		if n.timers[t].urgent {
			s.fire(id, protocol.Timer(t))
			t = -1 // the lowest first
		}
	}
	n.hurrying = false
}

func (s *System) tired() bool { return s.options.Limit > 0 && s.handlers > s.options.Limit }

// Halted reports whether the system runs no more handlers. Err says why; after a call of
// it they may run again.
func (s *System) Halted() bool { return s.tired() || s.broken != nil }

// Err returns why the last steps were stopped: a machine broke its contract, or more
// handlers ran than the limit. It also starts the count of handlers again.
func (s *System) Err() error {
	tired := s.tired()
	s.handlers = 0
	switch {
	case s.broken != nil:
		return s.broken
	case tired:
		return fmt.Errorf("more than %d handlers ran: the machines do not come to rest", s.options.Limit)
	}
	return nil
}

// Elect lets a node start an election, and reports whether it can.
func (s *System) Elect(id protocol.ID) bool {
	can := true
	s.Handle(id, func(m protocol.Machine, env *protocol.Env) { can = ability.Elect(m, env) })
	return can
}

// Settle starts a node in a system that leader leads, as if it had been elected.
func (s *System) Settle(id, leader protocol.ID) {
	c := s.Capability(leader)
	s.Handle(id, func(m protocol.Machine, env *protocol.Env) { ability.Settle(m, env, c) })
}

// Receive delivers a message from another node now.
func (s *System) Receive(to, from protocol.ID, m protocol.Message) {
	s.Handle(to, func(machine protocol.Machine, env *protocol.Env) { machine.Receive(env, from, m) })
}

// SetValue changes what a node can offer, and informs the node.
func (s *System) SetValue(id protocol.ID, value int64) {
	s.at(id).value = value
	s.note(trace.Record{Kind: trace.Capability, Node: id, Value: value})
	s.Handle(id, func(m protocol.Machine, env *protocol.Env) { ability.CapabilityChanged(m, env) })
}

// Resign makes a node step down and stay alive: it offers nothing from now on.
func (s *System) Resign(id protocol.ID) {
	s.at(id).value = 0
	s.note(trace.Record{Kind: trace.Capability, Node: id})
	s.Handle(id, func(m protocol.Machine, env *protocol.Env) { ability.Resign(m, env) })
}
