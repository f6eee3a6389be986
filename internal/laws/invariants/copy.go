package invariants

import (
	"maps"
	"slices"

	"bellwether/trace/check"
)

// A search goes on from one state in several ways. Each way continues a copy of what the
// invariants remember; steps in one way do not change the other.

// Copy returns a copy.
func (c *Acyclic) Copy() check.Invariant {
	d := *c
	d.list = slices.Clone(c.list)
	d.places, d.joined, d.forgot = maps.Clone(c.places), maps.Clone(c.joined), maps.Clone(c.forgot)
	return &d
}

// Copy returns a copy.
func (c *inTime) Copy() check.Invariant {
	d := *c
	d.list, d.in = slices.Clone(c.list), maps.Clone(c.in)
	for id, said := range d.in {
		own := *said
		own.asked = maps.Clone(said.asked)
		d.in[id] = &own
	}
	return &d
}

// Copy returns a copy.
func (c *monotone) Copy() check.Invariant {
	d := *c
	d.list, d.newest = slices.Clone(c.list), maps.Clone(c.newest)
	return &d
}

// Copy returns a copy.
func (c *newer) Copy() check.Invariant {
	d := *c
	d.list, d.in = slices.Clone(c.list), maps.Clone(c.in)
	return &d
}

// Copy returns a copy.
func (c *once) Copy() check.Invariant {
	d := *c
	d.list, d.said = slices.Clone(c.list), maps.Clone(c.said)
	for id, said := range d.said {
		d.said[id] = slices.Clone(said) // slices.Insert writes into it
	}
	return &d
}

// Copy returns a copy.
func (c *ownBest) Copy() check.Invariant {
	d := *c
	d.list, d.values = slices.Clone(c.list), maps.Clone(c.values)
	return &d
}

// Copy returns a copy.
func (c *rising) Copy() check.Invariant {
	d := *c
	d.list, d.values, d.leaders = slices.Clone(c.list), maps.Clone(c.values), maps.Clone(c.leaders)
	return &d
}

// Copy returns a copy.
func (c *treeBest) Copy() check.Invariant {
	d := *c
	d.list, d.values, d.trees = slices.Clone(c.list), maps.Clone(c.values), maps.Clone(c.trees)
	d.left = maps.Clone(c.left) // its lists are replaced, not written to
	return &d
}

// Copy returns a copy.
func (c *waits) Copy() check.Invariant {
	d := *c
	d.list, d.nodes = slices.Clone(c.list), maps.Clone(c.nodes)
	return &d
}

// Copy returns a copy.
func (c *stamped) Copy() check.Invariant {
	d := *c
	d.list, d.nodes = slices.Clone(c.list), maps.Clone(c.nodes)
	d.before, d.own = maps.Clone(c.before), maps.Clone(c.own)
	return &d
}

// Copy returns a copy.
func (c *returning) Copy() check.Invariant {
	d := *c
	d.list, d.nodes = slices.Clone(c.list), maps.Clone(c.nodes)
	d.before, d.left = maps.Clone(c.before), maps.Clone(c.left) // its lists are replaced, not written to
	return &d
}

// Copy returns a copy.
func (c *handing) Copy() check.Invariant {
	d := *c
	d.list, d.leaders, d.handed = slices.Clone(c.list), maps.Clone(c.leaders), maps.Clone(c.handed)
	return &d
}

// Copy returns a copy.
func (c *heirs) Copy() check.Invariant {
	d := *c
	d.list, d.nodes = slices.Clone(c.list), maps.Clone(c.nodes)
	return &d
}
