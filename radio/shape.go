package radio

import "bellwether/protocol"

// Ring links each node to the next and the last to the first. Two nodes make
// one link, not two.
func Ring(n int) *Graph {
	edges := chain(n)
	if n > 2 {
		edges = append(edges, [2]protocol.ID{1, protocol.ID(n)})
	}
	return link(n, edges)
}

// Line links each node to the next.
func Line(n int) *Graph { return link(n, chain(n)) }

// Star links node 1, the hub, to every other.
func Star(n int) *Graph {
	var edges [][2]protocol.ID
	for id := 2; id <= n; id++ {
		edges = append(edges, [2]protocol.ID{1, protocol.ID(id)})
	}
	return link(n, edges)
}

// Lattice is a grid as square as possible: ⌈√n⌉ columns, IDs row by row, the
// last row perhaps shorter; each node is linked to the ones left, right, above
// and below.
func Lattice(n int) *Graph {
	columns := 0
	for columns*columns < n {
		columns++
	}
	var edges [][2]protocol.ID
	for i := range n {
		id := protocol.ID(i + 1)
		if (i+1)%columns != 0 && i+1 < n {
			edges = append(edges, [2]protocol.ID{id, id + 1})
		}
		if i+columns < n {
			edges = append(edges, [2]protocol.ID{id, id + protocol.ID(columns)})
		}
	}
	return link(n, edges)
}

func chain(n int) [][2]protocol.ID {
	var edges [][2]protocol.ID
	for id := 1; id < n; id++ {
		edges = append(edges, [2]protocol.ID{protocol.ID(id), protocol.ID(id + 1)})
	}
	return edges
}
