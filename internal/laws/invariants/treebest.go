package invariants

import (
	"encoding/binary"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// A treeBest checks that what a node tells of its subtree is what reached it: in
// an Ack, and in a Leader that it does not merely pass on, the best of itself and
// of all Acks of that computation that it received since it entered it. From
// report to report the Leader then names the greatest of the nodes whose Acks
// reached its announcer (VKT04's property). It assumes that values are constant,
// that Receive records carry contents, and that a Leader is passed on in the
// handler that received it; a message that the node's own transport discards must
// be none to the reading.
type treeBest struct {
	verdicts
	reads  reading
	late   bool
	values map[protocol.ID]int64
	trees  map[protocol.ID]subtree
	left   map[protocol.ID][]subtree // if late: subtrees of older computations, in order
	heard  hearing
}

// A subtree is what reached a node in a computation: its newest, or until it left it.
type subtree struct {
	computation protocol.Computation
	best        protocol.Capability
}

// A hearing is the Leader whose receipt is under way; zero: none.
type hearing struct {
	node   protocol.ID
	saying Saying
}

// NewTreeBest begins to check.
func NewTreeBest(reads reading) *treeBest {
	return &treeBest{verdicts: verdicts{property: "the best of the subtree"}, reads: reads,
		values: map[protocol.ID]int64{}, trees: map[protocol.ID]subtree{}}
}

// NewTreeBestLate begins to check an algorithm whose transport may hold back what a node
// says until more has reached it, or until it is in a newer computation. What leaves late from an
// older one is held to what had reached the node when it left it. What leaves late in the present
// one may not be better than what has reached the node; that it is no worse than the node itself
// is another property. (A hunt found an Ack that had waited behind a segment while a late child's
// Ack came in: the node repeats its Ack with what is better.)
func NewTreeBestLate(reads reading) *treeBest {
	c := NewTreeBest(reads)
	c.late, c.left = true, map[protocol.ID][]subtree{}
	return c
}

// Wants is messages, and what begins and ends a handler.
func (c *treeBest) Wants() trace.Set {
	return trace.Of(trace.Send, trace.Receive, trace.Timer, trace.Capability, trace.Electing,
		trace.Boot, trace.Crash, trace.Absent)
}

// Record takes what happened next.
func (c *treeBest) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Send:
		c.said(r)
	case trace.Receive:
		c.received(r)
	case trace.Electing:
		if t, in := c.trees[r.Node]; in && c.late && t.computation != r.Computation {
			c.left[r.Node] = append(slices.Clip(c.left[r.Node]), t)
		}
		c.trees[r.Node] = subtree{r.Computation, protocol.Capability{Value: c.values[r.Node], ID: r.Node}}
	case trace.Capability:
		c.values[r.Node] = r.Value
	case trace.Timer:
		c.heard = hearing{}
	default:
		c.heard = hearing{}
		delete(c.trees, r.Node)
		delete(c.left, r.Node)
	}
}

func (c *treeBest) received(r *trace.Record) {
	c.heard = hearing{}
	s, ok := c.reads(r.Content)
	switch {
	case !ok:
	case s.Part == Announces:
		s.Again = false
		c.heard = hearing{r.Node, s}
	case s.Part == Reports:
		if t, in := c.trees[r.Node]; in && t.computation == s.Computation {
			t.best = t.best.Better(s.Best)
			c.trees[r.Node] = t
		}
	}
}

func (c *treeBest) said(r *trace.Record) {
	s, ok := c.reads(r.Content)
	if !ok || s.Resent || s.Part == Asks || s.Part == Announces && s.Again || c.heard == (hearing{r.Node, s}) {
		return
	}
	said := subtree{s.Computation, s.Best}
	t := c.trees[r.Node]
	earlier := c.late && t.computation == said.computation && t.best.Exceeds(said.best)
	if t != said && !earlier && !slices.Contains(c.left[r.Node], said) {
		c.add(r.At, "%v names %v in %v; what reached it is %v, in %v", r.Node, offer(s.Best), s.Computation, offer(t.best), t.computation)
	}
}

// Snapshot implements [check.Invariant]. What is being received is over by then.
func (c *treeBest) Snapshot(b []byte) []byte {
	b = appendMemory(appendValues(b, c.values), c.trees, appendSubtree)
	return appendMemory(b, c.left, func(b []byte, all []subtree) []byte {
		b = binary.BigEndian.AppendUint32(b, uint32(len(all)))
		for _, t := range all {
			b = appendSubtree(b, t)
		}
		return b
	})
}

func appendSubtree(b []byte, t subtree) []byte {
	return protocol.AppendCapability(protocol.AppendComputation(b, t.computation), t.best)
}
