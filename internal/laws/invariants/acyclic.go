package invariants

import (
	"strings"

	"bellwether/protocol"
	"bellwether/trace"
)

// The names under which a machine shows its place in the tree (see
// protocol.Inspector).
const (
	showsParent = "parent"
	showsNum    = "computation_num"
	showsSource = "computation_source"
	showsInTree = "in_tree" // not 0: the Ack to the parent is pending (VKT04's Δ)
)

// An Acyclic checks that parent pointers never form a circle among nodes that
// are in the tree of one computation. It reads State records; where a machine
// shows none of the names it finds nothing.
//
// A circle through a node that has lost its storage is excused in what the node
// took part in before, and in any older computation: it cannot know that it did,
// so it may join below its own children, who find out when they hear of it.
//
// A node's place is judged when all records of one handler have come.
type Acyclic struct {
	verdicts
	places  map[protocol.ID]place
	handler handler

	joined map[protocol.ID]protocol.Computation // the newest each was in the tree of
	forgot map[protocol.ID]protocol.Computation // the same, when its storage was lost last
}

// A place is where a node stands in a tree.
type place struct {
	parent      protocol.ID
	computation protocol.Computation
	inTree      bool
}

// NewAcyclic begins to check.
func NewAcyclic() *Acyclic {
	return &Acyclic{
		verdicts: verdicts{property: "parents acyclic"}, places: map[protocol.ID]place{},
		joined: map[protocol.ID]protocol.Computation{}, forgot: map[protocol.ID]protocol.Computation{},
	}
}

// Wants is states, and what ends them.
func (c *Acyclic) Wants() trace.Set {
	return trace.Of(trace.State, trace.Boot, trace.Crash, trace.Absent, trace.Fault, trace.End)
}

// Record takes what happened next.
func (c *Acyclic) Record(r *trace.Record) {
	if node, at, over := c.handler.over(r); over {
		c.judge(node, at)
	}
	switch r.Kind {
	case trace.State:
		p := c.places[r.Node]
		if p.show(r.Name, r.Value) {
			c.places[r.Node] = p
			c.handler.begin(r)
		}
	case trace.Boot, trace.Crash, trace.Absent:
		delete(c.places, r.Node)
	case trace.Fault:
		if r.Name == trace.StorageLost {
			c.forgot[r.Node] = c.joined[r.Node]
		}
	}
}

// show takes one named integer, and says whether it concerns the tree.
func (p *place) show(name string, value int64) bool {
	switch name {
	case showsParent:
		p.parent = protocol.ID(value)
	case showsNum:
		p.computation.Num = uint32(value)
	case showsSource:
		p.computation.Source = protocol.ID(value)
	case showsInTree:
		p.inTree = value != 0
	default:
		return false
	}
	return true
}

// judge follows the parents of the node whose place changed: a new circle passes
// through it.
func (c *Acyclic) judge(first protocol.ID, since protocol.Time) {
	from := c.places[first]
	if from.inTree && from.computation.Succeeds(c.joined[first]) {
		c.joined[first] = from.computation
	}
	path, excused := []string{first.String()}, c.mayRejoin(first, from.computation)
	for at, p := first, from; p.inTree && p.parent != protocol.Nobody && len(path) <= len(c.places); {
		at = p.parent
		path = append(path, at.String())
		p = c.places[at]
		if !p.inTree || p.computation != from.computation {
			return
		}
		excused = excused || c.mayRejoin(at, p.computation)
		if at == first {
			if !excused {
				c.add(since, "in the tree of %v the parents form a circle: %s", from.computation, strings.Join(path, " → "))
			}
			return
		}
	}
}

// mayRejoin reports whether a node has lost the memory of a computation, or of a
// newer one.
func (c *Acyclic) mayRejoin(id protocol.ID, computation protocol.Computation) bool {
	forgot, any := c.forgot[id]
	return any && !computation.Succeeds(forgot)
}

// Snapshot implements [check.Invariant].
func (c *Acyclic) Snapshot(b []byte) []byte {
	b = appendMemory(appendMemory(b, c.joined, protocol.AppendComputation), c.forgot, protocol.AppendComputation)
	return appendMemory(b, c.places, func(b []byte, p place) []byte {
		return append(protocol.AppendComputation(protocol.AppendID(b, p.parent), p.computation), protocol.Bit(p.inTree))
	})
}
