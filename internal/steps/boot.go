package steps

import (
	"slices"

	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// BootAll boots every node. Each knows its neighbours from the beginning, and none is
// news.
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

// Boot boots a node that is down, with what it saved: for the first time, or again.
// It and its neighbours are told of each other. In a system that runs already, Elect
// must follow.
func (s *System) Boot(id protocol.ID) {
	n := s.at(id)
	if n.up {
		return
	}
	n.up, n.believed = true, n.believed[:0]
	if s.start(id); !n.up {
		return // it crashed in Start, of which all have been told
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
	n.leader, n.electing = protocol.Nobody, false
	n.boots++
	n.incarnation++
	s.forgetShown(id)
	s.note(trace.Record{Kind: trace.Boot, Node: id, Value: n.boots})
	s.note(trace.Record{Kind: trace.Capability, Node: id, Value: n.value})
	s.Handle(id, func(m protocol.Machine, env *protocol.Env) { m.Start(env, n.saved) })
}

// Crash stops a node at once, if it runs. What it has sent is on its way still; what
// was sent to it, or has no route now, is lost.
func (s *System) Crash(id protocol.ID) {
	n := s.at(id)
	n.crashAfter = -1
	if !n.up {
		return
	}
	n.up, n.machine, n.leader, n.electing = false, nil, protocol.Nobody, false
	clear(n.timers)
	s.note(trace.Record{Kind: trace.Crash, Node: id, Why: trace.WhyFault})
	s.clear()
	for _, other := range s.appendNeighbours(nil, id) {
		s.changed(other, id)
	}
}

// Forget loses what a node has saved.
func (s *System) Forget(id protocol.ID) {
	n := s.at(id)
	n.saved, n.incarnation = nil, 0
	s.note(trace.Record{Kind: trace.Fault, Name: trace.StorageLost, Node: id, Why: trace.WhyCommon})
}

// changed says that a live node would hear another now, or hear it no more.
func (s *System) changed(id, other protocol.ID) {
	if s.Hooks.Noticed != nil {
		s.Hooks.Noticed(id, other)
		return
	}
	s.tell(id, other)
}

// Notice lets a node know whether it hears another, if its neighbour service is late
// and it believed otherwise.
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

// tell lets the neighbour service say to a node that a neighbour came or went.
func (s *System) tell(id, other protocol.ID) {
	if !s.at(id).observes {
		return
	}
	s.Handle(id, func(m protocol.Machine, env *protocol.Env) {
		if s.hears(id, other) {
			protocol.NeighbourUp(m, env, other)
		} else {
			protocol.NeighbourDown(m, env, other)
		}
	})
}

// view is what the neighbour and membership services show one node.
type view struct {
	s          *System
	self       protocol.ID
	neighbours []protocol.ID
}

// Members are all nodes.
func (v *view) Members() []protocol.ID { return v.s.members }

// Neighbours are the live nodes at the other ends of links, or who is believed to be.
func (v *view) Neighbours() []protocol.ID {
	if v.s.Hooks.Noticed != nil {
		return v.s.at(v.self).believed
	}
	v.neighbours = v.s.appendNeighbours(v.neighbours[:0], v.self)
	return v.neighbours
}
