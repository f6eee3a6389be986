package async

import (
	"math/rand/v2"
	"slices"

	"bellwether/internal/contract/optional"
	"bellwether/trace"
)

// Copy returns a copy of the system, or nil if a machine is no [protocol.Copier]. Steps
// in one do not change the other. The copy has no sinks, but the same hooks: hooks must
// be able to serve both.
func (s *System) Copy() *System {
	c := *s
	c.nodes = slices.Clone(s.nodes)
	for i := range c.nodes {
		n := &c.nodes[i]
		if n.machine != nil {
			outer := s.enter(s.members[i], "Copy")
			n.machine = optional.Copy(n.machine)
			if s.leave(outer); n.machine == nil {
				return nil
			}
		}
		if n.steady != nil {
			n.steady = &steady{seed: n.steady.seed, node: n.steady.node}
			n.rand = rand.New(n.steady)
		} else {
			n.rand = rand.New(&n.source)
		}
		n.believed = slices.Clone(n.believed)
	}
	c.alarms, c.graph, c.flight = s.alarms.clone(), s.graph.clone(), s.flight.clone()
	c.envs, c.view = nil, view{}
	c.recorder = recorder{classes: s.classes}
	return &c
}

// CopyFor is Copy with sinks in the copy. They replace the system's sinks in the same order,
// must have received the same records, and get the records of the copy from now on.
func (s *System) CopyFor(sinks []trace.Sink) *System {
	c := s.Copy()
	if c == nil || len(sinks) == 0 {
		return c
	}
	c.recorder = recorder{sinks: sinks, each: s.each, wants: s.wants, classes: s.classes, shown: slices.Clone(s.shown)}
	for i := range c.shown {
		c.shown[i] = slices.Clone(c.shown[i])
	}
	return c
}
