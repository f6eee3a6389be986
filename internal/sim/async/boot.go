package async

import (
	"bellwether/internal/contract/optional"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// BootAll boots every node. Each knows its neighbours from the beginning; the neighbour
// service reports none of them.
func (s *System) BootAll() {
	for i := range s.Topology.up {
		s.Topology.up[i] = true
	}
	for _, id := range s.Members() {
		if s.Hooks.Noticed != nil {
			s.reports.begin(id, s.Topology.Neighbours(id))
		}
		s.start(id)
	}
}

// Boot boots a node that is down, for the first time or again, with what it saved. The
// node and its neighbours are informed of each other. In a running system the caller must
// call Elect next.
func (s *System) Boot(id protocol.ID) {
	if s.Up(id) {
		return
	}
	if s.Machines.Boots(id) > 0 && s.options.Reboot > 0 {
		s.Now = max(s.Now, s.options.Origin.Add(s.options.Reboot))
	}
	s.Topology.up[id-1] = true
	s.reports.begin(id, nil)
	if s.start(id); !s.Up(id) {
		return // it crashed in Start, which has been reported
	}
	for _, other := range s.Topology.Neighbours(id) {
		s.changed(id, other)
		s.changed(other, id)
	}
}

func (s *System) start(id protocol.ID) {
	n := s.Machines.at(id)
	made := s.options.Make()
	n.observes = overlay.Observer(made)
	n.machine, s.Calls.terms = overlay.Bare(made)
	if n.draws.steady != nil {
		optional.Regulate(n.machine)
	}
	s.Standings.follows(id, protocol.Nobody)
	n.boots++
	s.Standings.of[id-1].Incarnation++
	s.Records.forget(id)
	s.Records.note(s.Now, trace.Record{Kind: trace.Boot, Node: id, Value: n.boots})
	s.Records.note(s.Now, trace.Record{Kind: trace.Capability, Node: id, Value: s.Standings.Capability(id).Value})
	s.Handle(id, "Start", func(m protocol.Machine, env *protocol.Env) { m.Start(env, n.saved) })
}

// Crash stops a node at once, if it runs. The frames that it has sent stay on their way.
// Frames to it, and frames that now have no route, are lost.
func (s *System) Crash(id protocol.ID) {
	n := s.Machines.at(id)
	n.crashAfter = -1
	if !s.Up(id) {
		return
	}
	s.Topology.up[id-1], n.machine = false, nil
	s.Standings.follows(id, protocol.Nobody)
	s.Alarms.stopAll(id)
	s.Records.note(s.Now, trace.Record{Kind: trace.Crash, Node: id, Why: trace.WhyFault})
	s.clear()
	for _, other := range s.Topology.Neighbours(id) {
		s.changed(other, id)
	}
}

// Forget deletes what a node has saved.
func (s *System) Forget(id protocol.ID) {
	s.Machines.at(id).saved = nil
	s.Standings.of[id-1].Incarnation = 0
	s.Records.note(s.Now, trace.Record{Kind: trace.Fault, Name: trace.StorageLost, Node: id, Why: trace.WhyCommon})
}

// changed reports that a live node now hears another, or no longer hears it: to the hook
// Noticed if there is one, otherwise to the node.
func (s *System) changed(id, other protocol.ID) {
	if s.Hooks.Noticed != nil {
		s.Hooks.Noticed(id, other)
		return
	}
	s.tell(id, other)
}

// Notice informs a node whether it now hears another, if the last report to the node differs.
// It is for drivers with [Hooks.Noticed].
func (s *System) Notice(id, other protocol.ID) {
	if s.Up(id) && s.reports.update(id, other, s.Topology.Hears(id, other)) {
		s.tell(id, other)
	}
}

// tell informs a node, as its neighbour service, that a neighbour came or went.
func (s *System) tell(id, other protocol.ID) {
	if !s.Machines.at(id).observes {
		return
	}
	if s.Topology.Hears(id, other) {
		s.Handle(id, "NeighbourUp", func(m protocol.Machine, env *protocol.Env) { optional.NeighbourUp(m, env, other) })
	} else {
		s.Handle(id, "NeighbourDown", func(m protocol.Machine, env *protocol.Env) { optional.NeighbourDown(m, env, other) })
	}
}

// view is the neighbour and membership services of one node.
type view struct {
	s          *System
	self       protocol.ID
	neighbours []protocol.ID
}

// Members returns all nodes.
func (v *view) Members() []protocol.ID { return v.s.Members() }

// Neighbours returns the live nodes at the other ends of links, or those that a late
// service has reported.
func (v *view) Neighbours() []protocol.ID {
	if v.s.Hooks.Noticed != nil {
		return v.s.reports.of(v.self)
	}
	v.neighbours = v.s.Topology.appendNeighbours(v.neighbours[:0], v.self)
	return v.neighbours
}
