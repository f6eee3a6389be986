package async

import (
	"slices"

	"bellwether/internal/contract/optional"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// BootAll boots every node. Each knows its neighbours from the beginning; the neighbour
// service reports none of them.
func (s *System) BootAll() {
	for i := range s.nodes {
		s.nodes[i].up = true
	}
	for _, id := range s.members {
		if s.Hooks.Noticed != nil {
			s.at(id).believed = s.appendNeighbours(nil, id)
		}
		s.start(id)
	}
}

// Boot boots a node that is down, for the first time or again, with what it saved. The
// node and its neighbours are informed of each other. In a running system the caller must
// call Elect next.
func (s *System) Boot(id protocol.ID) {
	n := s.at(id)
	if n.up {
		return
	}
	if n.boots > 0 && s.options.Reboot > 0 {
		s.Now = max(s.Now, s.options.Origin.Add(s.options.Reboot))
	}
	n.up, n.believed = true, n.believed[:0]
	if s.start(id); !n.up {
		return // it crashed in Start, which has been reported
	}
	for _, other := range s.appendNeighbours(nil, id) {
		s.changed(id, other)
		s.changed(other, id)
	}
}

func (s *System) start(id protocol.ID) {
	n := s.at(id)
	made := s.options.Make()
	n.observes = overlay.Observer(made)
	n.machine, s.terms = overlay.Bare(made)
	if n.steady != nil {
		optional.Regulate(n.machine)
	}
	n.leader, n.electing = protocol.Nobody, false
	n.boots++
	n.incarnation++
	s.forgetShown(id)
	s.note(trace.Record{Kind: trace.Boot, Node: id, Value: n.boots})
	s.note(trace.Record{Kind: trace.Capability, Node: id, Value: n.value})
	s.Handle(id, "Start", func(m protocol.Machine, env *protocol.Env) { m.Start(env, n.saved) })
}

// Crash stops a node at once, if it runs. The frames that it has sent stay on their way.
// Frames to it, and frames that now have no route, are lost.
func (s *System) Crash(id protocol.ID) {
	n := s.at(id)
	n.crashAfter = -1
	if !n.up {
		return
	}
	n.up, n.machine, n.leader, n.electing = false, nil, protocol.Nobody, false
	s.alarms.stopAll(id)
	s.note(trace.Record{Kind: trace.Crash, Node: id, Why: trace.WhyFault})
	s.clear()
	for _, other := range s.appendNeighbours(nil, id) {
		s.changed(other, id)
	}
}

// Forget deletes what a node has saved.
func (s *System) Forget(id protocol.ID) {
	n := s.at(id)
	n.saved, n.incarnation = nil, 0
	s.note(trace.Record{Kind: trace.Fault, Name: trace.StorageLost, Node: id, Why: trace.WhyCommon})
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
	n := s.at(id)
	at, known := slices.BinarySearch(n.believed, other)
	switch heard := s.hears(id, other); {
	case !n.up || heard == known:
		return
	case heard:
		n.believed = slices.Insert(n.believed, at, other)
	default:
		n.believed = slices.Delete(n.believed, at, at+1)
	}
	s.tell(id, other)
}

// tell informs a node, as its neighbour service, that a neighbour came or went.
func (s *System) tell(id, other protocol.ID) {
	if !s.at(id).observes {
		return
	}
	if s.hears(id, other) {
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
func (v *view) Members() []protocol.ID { return v.s.members }

// Neighbours returns the live nodes at the other ends of links, or those that a late
// service has reported.
func (v *view) Neighbours() []protocol.ID {
	if v.s.Hooks.Noticed != nil {
		return v.s.at(v.self).believed
	}
	v.neighbours = v.s.appendNeighbours(v.neighbours[:0], v.self)
	return v.neighbours
}
