package links

import (
	"slices"

	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/trace"
)

// connected keeps the components of a world whose links are followed, and records each
// node whose component changes.
//
// A link that comes joins two components: one of them gets the name of the other. A link
// that goes divides a component only if no way around is left. Two nodes that part by
// distance nearly always have a common neighbour: in a plane the circles about two nodes a
// range apart share 39 % of their area, so at degree 10 one pair in fifty has none. Only
// then both ends are searched by turns until the searches meet, or one of them has found
// all of its side. No spanning forest is kept: it would save the look for a common
// neighbour at four of five links, and cost a search along the tree at the fifth.
type connected struct {
	l       *Links
	name    []protocol.ID // by node: the lowest ID in its component
	changed []change      // links that changed at this instant, at most two: if more than one changed, all is found anew
	seen    []uint64      // by node: the search that found it last
	search  uint64        // number of the newest
	sides   [2][]kernel.Slot
	renamed []protocol.ID // nodes to be told of
	record  trace.Record  // filled again for each node
}

func newConnected(l *Links) *connected {
	c := &connected{l: l, name: make([]protocol.ID, l.k.Nodes), seen: make([]uint64, l.k.Nodes)}
	for i := range c.name {
		c.name[i] = l.k.ID(kernel.Slot(i))
	}
	return c
}

// announce records the component of every running node.
func (c *connected) announce() {
	for _, i := range c.l.k.ByID {
		if c.l.k.Live(i) {
			c.tell(i)
		}
	}
}

func (c *connected) tell(i kernel.Slot) {
	c.record.Kind, c.record.Node, c.record.Peer = trace.Component, c.l.k.ID(i), c.name[i]
	c.l.k.NoteKept(&c.record)
}

// tellRenamed records the nodes of renamed that run, in the order of their IDs.
func (c *connected) tellRenamed() {
	slices.Sort(c.renamed)
	for _, id := range slices.Compact(c.renamed) {
		if i := c.l.k.Slot(id); c.l.k.Live(i) {
			c.tell(i)
		}
	}
	c.renamed = c.renamed[:0]
}

// change is a link that has come or gone.
type change struct {
	i, j kernel.Slot
	up   bool
}

// take keeps a change of a link until its instant is over.
func (c *connected) take(one change) {
	if len(c.changed) < 2 {
		c.changed = append(c.changed, one)
	}
}

// settle finds the components once an instant is over, and records the nodes whose component
// has changed. Nearly always one link has changed; where more have, as when a node stops or
// a partition strikes, all components are found anew, since a mass of changes may rename a
// component as often as it has nodes.
func (c *connected) settle() {
	switch {
	case len(c.changed) > 1:
		c.anew()
	case len(c.changed) == 1 && c.changed[0].up:
		c.linked(c.changed[0].i, c.changed[0].j)
	case len(c.changed) == 1:
		c.parted(c.changed[0].i, c.changed[0].j)
	}
	c.changed = c.changed[:0]
	if len(c.renamed) > 0 {
		c.tellRenamed()
	}
}

// linked handles a link that has come.
func (c *connected) linked(i, j kernel.Slot) {
	if c.name[i] == c.name[j] {
		return
	}
	if c.name[i] < c.name[j] {
		i, j = j, i
	}
	c.search++
	c.rename(c.reach(i, c.name[i]), c.name[j])
}

// parted handles a link that has gone.
func (c *connected) parted(i, j kernel.Slot) {
	if c.meet(i, j) {
		return
	}
	side, other := c.divide(i, j)
	if side == nil {
		return
	}
	before := c.name[i]
	lowest := c.lowest(side)
	c.rename(side, lowest)
	if lowest == before { // the other side has lost the node that named it
		c.search++
		rest := c.reach(other, before)
		c.rename(rest, c.lowest(rest))
	}
}

// meet reports whether two nodes have a common neighbour.
func (c *connected) meet(i, j kernel.Slot) bool {
	a, b := c.l.of[i], c.l.of[j]
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			return true
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return false
}

// divide searches from both ends of a link that has gone, a node of each side by turns. It
// returns the side that was found whole first and the end of the other one; no side if
// there is a way around.
func (c *connected) divide(i, j kernel.Slot) (side []kernel.Slot, other kernel.Slot) {
	c.search += 2
	marks, at := [2]uint64{c.search - 1, c.search}, [2]int{}
	for s, end := range [2]kernel.Slot{i, j} {
		c.sides[s] = append(c.sides[s][:0], end)
		c.seen[end] = marks[s]
	}
	for s := 0; ; s = 1 - s {
		if at[s] == len(c.sides[s]) {
			c.l.searched += uint64(len(c.sides[0]) + len(c.sides[1]))
			return c.sides[s], [2]kernel.Slot{j, i}[s]
		}
		u := c.sides[s][at[s]]
		at[s]++
		for _, peer := range c.l.of[u] {
			switch v := c.l.k.Slot(peer); c.seen[v] {
			case marks[1-s]:
				c.l.searched += uint64(len(c.sides[0]) + len(c.sides[1]))
				return nil, 0
			case marks[s]:
			default:
				c.seen[v] = marks[s]
				c.sides[s] = append(c.sides[s], v)
			}
		}
	}
}

// reach returns the nodes called name that node i reaches over nodes of that name.
func (c *connected) reach(i kernel.Slot, name protocol.ID) []kernel.Slot {
	side := append(c.sides[0][:0], i)
	c.seen[i] = c.search
	for at := 0; at < len(side); at++ {
		for _, peer := range c.l.of[side[at]] {
			if v := c.l.k.Slot(peer); c.seen[v] != c.search && c.name[v] == name {
				c.seen[v] = c.search
				side = append(side, v)
			}
		}
	}
	c.sides[0] = side
	c.l.searched += uint64(len(side))
	return side
}

func (c *connected) lowest(side []kernel.Slot) protocol.ID {
	lowest := c.l.k.ID(side[0])
	for _, i := range side[1:] {
		lowest = min(lowest, c.l.k.ID(i))
	}
	return lowest
}

// rename gives nodes a name, and keeps those that had another for tellRenamed.
func (c *connected) rename(side []kernel.Slot, name protocol.ID) {
	for _, i := range side {
		if c.name[i] != name {
			c.name[i] = name
			c.renamed = append(c.renamed, c.l.k.ID(i))
		}
	}
}

// anew finds all components.
func (c *connected) anew() {
	c.search++
	for _, i := range c.l.k.ByID { // so that the first of each component is its lowest
		if c.seen[i] == c.search {
			continue
		}
		side := append(c.sides[0][:0], i)
		c.seen[i] = c.search
		for at := 0; at < len(side); at++ {
			for _, peer := range c.l.of[side[at]] {
				if v := c.l.k.Slot(peer); c.seen[v] != c.search {
					c.seen[v] = c.search
					side = append(side, v)
				}
			}
		}
		c.sides[0] = side
		c.rename(side, c.l.k.ID(i))
	}
}
