//go:build docs

package main

import (
	"cmp"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// A course is what a run was for its nodes: who could have led each of them well, and when.
type course struct {
	clock     trace.Clock
	tolerance measure.Tolerance
	warmup    protocol.Time
	nodes     []standing // by ID, from 1
	steps     []step
}

// A standing is what a node is now.
type standing struct {
	up    bool
	part  protocol.ID
	offer protocol.Capability
}

// A step holds for a while. good[n] tells of each leader whether node n is not badly led under it;
// it is nil for a node that does not run.
type step struct {
	from, until protocol.Time
	good        [][]bool
}

// Wants is part of trace.Sink.
func (*course) Wants() trace.Set {
	return trace.Of(trace.Truth, trace.Boot, trace.Crash, trace.Absent, trace.Capability, trace.Component, trace.Sample, trace.End)
}

// Record is part of trace.Sink.
func (c *course) Record(r *trace.Record) {
	if c.clock.Ended(r) {
		c.step(c.clock.At)
	}
	switch r.Kind {
	case trace.Truth:
		return
	case trace.End:
		c.steps[len(c.steps)-1].until = r.At
		return
	case trace.Boot:
		c.nodes[r.Node].up = true
	case trace.Crash, trace.Absent:
		c.nodes[r.Node].up = false
	case trace.Capability:
		c.nodes[r.Node].offer = protocol.Capability{Value: r.Value, ID: r.Node}
	case trace.Component:
		c.nodes[r.Node].part = r.Peer
	}
	if c.clock.Sampled(r) {
		c.step(r.At)
	}
	c.clock.Changed(r)
}

// step begins a step, as things stand.
func (c *course) step(at protocol.Time) {
	if last := len(c.steps) - 1; last >= 0 {
		c.steps[last].until = at
	}
	members := make([][]protocol.Capability, len(c.nodes))
	for _, n := range c.nodes {
		if n.up {
			members[n.part] = append(members[n.part], n.offer)
		}
	}
	s := step{from: at, until: at, good: make([][]bool, len(c.nodes))}
	for _, part := range members {
		if len(part) == 0 {
			continue
		}
		best := part[0]
		for _, m := range part {
			best = best.Better(m)
		}
		good := make([]bool, len(c.nodes))
		for _, m := range part {
			good[m.ID] = !c.tolerance.Exceeded(best, m)
			s.good[m.ID] = good
		}
	}
	c.steps = append(c.steps, s)
}

// A price is what a change of the leader costs, in seconds badly led.
type price float64

// A point is where a rule ends: the share of node-time badly led, and changes per node and hour.
type point struct{ badly, changes float64 }

// least is the point of the rule that knows the whole run, and gives each node the sequence of
// leaders with the least time badly led plus price times changes. It is a floor: it asks for no
// messages, and each node chooses for itself.
func (c *course) least(p price) point {
	var bad, live float64
	count := 0
	for id := 1; id < len(c.nodes); id++ {
		b, l, n := c.leastOf(id, p)
		bad, live, count = bad+b, live+l, count+n
	}
	return point{bad / live, float64(count) / (live / 3600)}
}

// A path is a sequence of leaders of one node.
type path struct {
	cost, bad float64 // seconds
	changes   int
}

// leastOf is the seconds badly led, the seconds alive and the changes of one node.
func (c *course) leastOf(id int, p price) (badly, live float64, changes int) {
	paths := make([]path, len(c.nodes)) // the best that end under each leader
	cheapest := func() path {
		return slices.MinFunc(paths, func(a, b path) int { return cmp.Compare(a.cost, b.cost) })
	}
	for _, s := range c.steps {
		d := s.until.Sub(max(s.from, c.warmup)).Seconds()
		good := s.good[id]
		if good == nil { // it is down, and its first leader after that is no change
			best := cheapest()
			for leader := range paths {
				paths[leader] = best
			}
			continue
		}
		if d <= 0 {
			continue
		}
		live += d
		best := cheapest()
		for leader := range paths {
			at := &paths[leader]
			if at.cost > best.cost+float64(p) {
				*at = path{best.cost + float64(p), best.bad, best.changes + 1}
			}
			if !good[leader] {
				at.cost, at.bad = at.cost+d, at.bad+d
			}
		}
	}
	end := cheapest()
	return end.bad, live, end.changes
}
