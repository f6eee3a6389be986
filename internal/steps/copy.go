package steps

import (
	"math/rand/v2"
	"slices"

	"bellwether/internal/ability"
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
			if n.machine = ability.Copy(n.machine); n.machine == nil {
				return nil
			}
		}
		n.rand = rand.New(&n.source)
		n.timers, n.believed = slices.Clone(n.timers), slices.Clone(n.believed)
	}
	c.links, c.air = slices.Clone(s.links), slices.Clone(s.air)
	c.envs, c.view = nil, view{}
	c.recorder = recorder{classes: s.classes}
	return &c
}
