package steps

import (
	"fmt"

	"bellwether/protocol"
	"bellwether/trace"
)

// Handle runs a handler of a node that is up and carries out its effects, then fires
// the timers that it wants at once.
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
	env.Enter(protocol.Facts{Self: id, Now: s.Now, Capability: s.Capability(id), View: &s.view, Rand: n.rand})
	s.depth++
	call(n.machine, env)
	s.terms.Held(env)
	if s.broken = env.Broken(); s.broken != nil && s.Hooks.Broken != nil {
		s.Hooks.Broken(s.broken)
	}
	life := n.boots
	for i, e := range env.Effects() {
		if s.broken != nil {
			break // what it does means nothing
		}
		if n.crashAfter == i || s.Hooks.Effect != nil && !s.Hooks.Effect(id, e) {
			s.Crash(id)
		}
		if n.boots != life || !n.up { // a hook may have crashed it, too
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

// CrashAfter lets a node crash in its next handler, after that many of its effects, or
// at its end if it has fewer.
func (s *System) CrashAfter(id protocol.ID, effects int) { s.at(id).crashAfter = effects }

// Spare takes that back.
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

// beliefs are the records of effects that change nothing in the world.
var beliefs = [...]trace.Kind{
	protocol.OpSuspect: trace.Suspect, protocol.OpTrust: trace.Trust,
	protocol.OpMeet: trace.NeighbourUp, protocol.OpPart: trace.NeighbourDown,
}

// hurry fires the timers of a node that were set to no delay. A handler that runs
// meanwhile leaves those it sets to the same loop.
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

// Halted says whether no handler runs until Err is asked, which says why.
func (s *System) Halted() bool { return s.tired() || s.broken != nil }

// Err says why the last steps came to no end: a machine broke its contract, or more
// handlers ran than the limit. It begins to count anew.
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

// Elect lets a node start an election, and says whether it can.
func (s *System) Elect(id protocol.ID) bool {
	can := true
	s.Handle(id, func(m protocol.Machine, env *protocol.Env) { can = protocol.Elect(m, env) })
	return can
}

// Settle lets a node begin in a system led by leader, as if it had been elected.
func (s *System) Settle(id, leader protocol.ID) {
	c := s.Capability(leader)
	s.Handle(id, func(m protocol.Machine, env *protocol.Env) { protocol.Settle(m, env, c) })
}

// Receive lets a node hear a message from another now.
func (s *System) Receive(to, from protocol.ID, m protocol.Message) {
	s.Handle(to, func(machine protocol.Machine, env *protocol.Env) { machine.Receive(env, from, m) })
}

// SetValue changes what a node can offer, and tells it.
func (s *System) SetValue(id protocol.ID, value int64) {
	s.at(id).value = value
	s.note(trace.Record{Kind: trace.Capability, Node: id, Value: value})
	s.Handle(id, func(m protocol.Machine, env *protocol.Env) { protocol.CapabilityChanged(m, env) })
}

// Resign lets a node step down and stay alive: it offers nothing from now on.
func (s *System) Resign(id protocol.ID) {
	s.at(id).value = 0
	s.note(trace.Record{Kind: trace.Capability, Node: id})
	s.Handle(id, func(m protocol.Machine, env *protocol.Env) { protocol.Resign(m, env) })
}
