package async

import (
	"fmt"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/trace"
)

// Handle runs a handler of a node that is up, carries out its effects, and then fires the
// timers that were set to no delay. method is the handler's name, for errors.
func (s *System) Handle(id protocol.ID, method string, call func(m protocol.Machine, env *protocol.Env)) {
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
	outer := s.calling
	s.calling = calling{id, method}
	call(n.machine, env)
	s.terms.Held(env)
	if s.handlers == 1 {
		s.effects = len(env.Driver().Effects())
	}
	s.judge(env.Driver())
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
		if !optional.Names(env.Driver(), &e, optional.World{Algorithm: s.options.Algorithm, Nodes: len(s.nodes)}) {
			s.judge(env.Driver())
			break
		}
		s.carryOut(id, n, e)
	}
	s.depth--
	s.calling = outer
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
	s.fireUrgent(id)
}

// judge stops the system if the machine whose handler runs has broken its contract.
func (s *System) judge(d *protocol.Driver) {
	b := d.Broken()
	if b == nil {
		return
	}
	if s.breaks(b.Did, b.Instead); s.Hooks.Broken != nil {
		s.Hooks.Broken(b)
	}
}

// breaks stops the system because the method that is being called breaks the contract.
func (s *System) breaks(did, instead string) {
	if s.broken == nil {
		s.broken = fmt.Errorf("%s breaks the contract: it %s; %s", s.Place(), did, instead)
	}
}

// calling is a method of a node's machine while it is being called.
type calling struct {
	node   protocol.ID
	method string
}

// enter notes which method is about to be called, and returns what to leave with.
func (s *System) enter(id protocol.ID, method string) (outer calling) {
	outer, s.calling = s.calling, calling{id, method}
	return outer
}

// leave notes that the method has returned.
func (s *System) leave(outer calling) { s.calling = outer }

// Place describes the method of a machine that is being called, for errors: "bully's Receive
// at node A, 2s after the start,". After a panic of a machine it is the method that panicked.
// Outside of machines it is "".
func (s *System) Place() string {
	if s.calling.method == "" {
		return ""
	}
	name := s.calling.node.String()
	if s.options.Name != nil {
		name = s.options.Name(s.calling.node)
	}
	return fmt.Sprintf("%s's %s at node %s, %v after the start,", s.options.Algorithm, s.calling.method, name, s.Elapsed(s.Now))
}

// Calls returns the method of a machine that is being called; after a panic of a machine, the
// one that panicked. Outside of machines it is "".
func (s *System) Calls() string { return s.calling.method }

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
		s.send(id, e)
	case protocol.OpSetTimer:
		s.alarms.arm(id, e.Timer, timer{at: s.Now.Add(e.Within), urgent: e.Within == 0 && s.Hooks.Armed == nil})
		if s.Hooks.Armed != nil {
			s.Hooks.Armed(id, e.Timer)
		}
	case protocol.OpStopTimer:
		s.alarms.stop(id, e.Timer)
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

// fireUrgent fires the timers of a node that were set to no delay. If a handler sets more such
// timers in the meantime, the same loop fires them.
func (s *System) fireUrgent(id protocol.ID) {
	n := s.at(id)
	if n.firingUrgent {
		return
	}
	n.firingUrgent = true
	for !s.Halted() {
		t, any := s.alarms.urgent(id)
		if !any {
			break
		}
		s.fire(id, t)
	}
	n.firingUrgent = false
}

// overLimit reports whether more handlers ran since Err than the limit allows.
func (s *System) overLimit() bool { return s.options.Limit > 0 && s.handlers > s.options.Limit }

// Halted reports whether the system runs no more handlers. Err returns the reason. If the
// reason is the limit, handlers may run again after a call of Err.
func (s *System) Halted() bool { return s.overLimit() || s.broken != nil }

// Err returns why the last steps were stopped: a machine broke its contract, or more
// handlers ran than the limit. It also starts the count of handlers again.
func (s *System) Err() error {
	over := s.overLimit()
	s.handlers = 0
	switch {
	case s.broken != nil:
		return s.broken
	case over:
		return fmt.Errorf("more than %d handlers ran: the machines do not come to rest", s.options.Limit)
	}
	return nil
}

// Elect lets a node start an election, and reports whether it can.
func (s *System) Elect(id protocol.ID) bool {
	can := true
	s.Handle(id, "Elect", func(m protocol.Machine, env *protocol.Env) { can = optional.Elect(m, env) })
	return can
}

// Settle starts a node in a system that leader leads, as if it had been elected.
func (s *System) Settle(id, leader protocol.ID) {
	c := s.Capability(leader)
	s.Handle(id, "Settle", func(m protocol.Machine, env *protocol.Env) { optional.Settle(m, env, c) })
}

// Receive delivers a message from another node now.
func (s *System) Receive(to, from protocol.ID, m protocol.Message) {
	s.Handle(to, "Receive", func(machine protocol.Machine, env *protocol.Env) { machine.Receive(env, from, m) })
}

// SetValue changes what a node can offer, and informs the node.
func (s *System) SetValue(id protocol.ID, value int64) {
	s.at(id).value = value
	s.note(trace.Record{Kind: trace.Capability, Node: id, Value: value})
	s.Handle(id, "CapabilityChanged", func(m protocol.Machine, env *protocol.Env) { optional.CapabilityChanged(m, env) })
}

// Resign makes a node step down and stay alive: it offers nothing from now on.
func (s *System) Resign(id protocol.ID) {
	s.at(id).value = 0
	s.note(trace.Record{Kind: trace.Capability, Node: id})
	s.Handle(id, "Resign", func(m protocol.Machine, env *protocol.Env) { optional.Resign(m, env) })
}
