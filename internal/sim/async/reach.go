package async

import (
	"slices"

	"bellwether/protocol"
)

// Neighbours are the live nodes that a node hears, sorted.
func (t *Topology) Neighbours(of protocol.ID) []protocol.ID { return t.appendNeighbours(nil, of) }

func (t *Topology) appendNeighbours(to []protocol.ID, of protocol.ID) []protocol.ID {
	for i, since := range t.row(of) {
		if since != 0 && t.up[i] {
			to = append(to, protocol.ID(i+1))
		}
	}
	return to
}

// reach returns, by ID-1, the hops + 1 from a node, which may be down, to each other node
// over live nodes; 0 if there is no path. It stops when it reaches the node to.
func (t *Topology) reach(from, to protocol.ID) []int {
	hops := make([]int, len(t.members))
	hops[from-1] = 1
	todo := make([]protocol.ID, 1, len(t.members))
	for todo[0] = from; len(todo) > 0 && todo[0] != to; todo = todo[1:] {
		at := todo[0]
		for i, since := range t.row(at) {
			if since != 0 && hops[i] == 0 && t.up[i] {
				hops[i] = hops[at-1] + 1
				todo = append(todo, protocol.ID(i+1))
			}
		}
	}
	return hops
}

// Distance counts the hops from a node, which may be down, to another over live nodes; -1
// if there is no path.
func (t *Topology) Distance(from, to protocol.ID) int { return t.reach(from, to)[to-1] - 1 }

// Component returns the live nodes that can reach a live node, sorted; none if it is
// down.
func (t *Topology) Component(of protocol.ID) []protocol.ID {
	if !t.Up(of) {
		return nil
	}
	var out []protocol.ID
	for i, hops := range t.reach(of, protocol.Nobody) {
		if hops > 0 {
			out = append(out, protocol.ID(i+1))
		}
	}
	return out
}

// Components returns all components, each sorted, in the order of their smallest members.
func (t *Topology) Components() [][]protocol.ID {
	var out [][]protocol.ID
	seen := make([]bool, len(t.members))
	for _, id := range t.members {
		if !t.Up(id) || seen[id-1] {
			continue
		}
		c := t.Component(id)
		for _, member := range c {
			seen[member-1] = true
		}
		out = append(out, c)
	}
	return out
}

// Diameter is the number of hops between the two nodes of a component that are
// farthest apart.
func (t *Topology) Diameter(component []protocol.ID) int {
	longest := 0
	for _, id := range component {
		longest = max(longest, slices.Max(t.reach(id, protocol.Nobody))-1)
	}
	return longest
}
