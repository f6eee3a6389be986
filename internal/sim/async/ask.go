package async

import (
	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/trace"
)

// Elect lets a node start an election, and reports whether it can.
func (s *System) Elect(id protocol.ID) bool {
	can := true
	s.Handle(id, "Elect", func(m protocol.Machine, env *protocol.Env) { can = optional.Elect(m, env) })
	return can
}

// Settle starts a node in a system that leader leads, as if it had been elected.
func (s *System) Settle(id, leader protocol.ID) {
	c := s.Standings.Capability(leader)
	s.Handle(id, "Settle", func(m protocol.Machine, env *protocol.Env) { optional.Settle(m, env, c) })
}

// Receive delivers a message from another node now.
func (s *System) Receive(to, from protocol.ID, m protocol.Message) {
	s.Handle(to, "Receive", func(machine protocol.Machine, env *protocol.Env) { machine.Receive(env, from, m) })
}

// SetValue changes what a node can offer, and informs the node.
func (s *System) SetValue(id protocol.ID, value int64) {
	s.Standings.of[id-1].Value = value
	s.Records.note(s.Now, trace.Record{Kind: trace.Capability, Node: id, Value: value})
	s.Handle(id, "CapabilityChanged", func(m protocol.Machine, env *protocol.Env) { optional.CapabilityChanged(m, env) })
}

// Resign makes a node step down and stay alive: it offers nothing from now on.
func (s *System) Resign(id protocol.ID) {
	s.Standings.of[id-1].Value = 0
	s.Records.note(s.Now, trace.Record{Kind: trace.Capability, Node: id})
	s.Handle(id, "Resign", func(m protocol.Machine, env *protocol.Env) { optional.Resign(m, env) })
}
