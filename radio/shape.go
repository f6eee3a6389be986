package radio

import "bellwether/protocol"

// Ring returns the graph that links each node to the next, and the last to the first. Two
// nodes have one link, not two.
func Ring(n int) Graph {
	edges := chain(n)
	if n > 2 {
		edges = append(edges, [2]protocol.ID{1, protocol.ID(n)})
	}
	return link(n, edges)
}

// Line returns the graph that links each node to the next.
func Line(n int) Graph { return link(n, chain(n)) }

// Star returns the graph that links node 1, the hub, to every other node.
func Star(n int) Graph {
	edges := make([][2]protocol.ID, 0, max(n-1, 0))
	for leaf := 2; leaf <= n; leaf++ {
		edges = append(edges, [2]protocol.ID{1, protocol.ID(leaf)})
	}
	return link(n, edges)
}

// Lattice returns a grid that is as square as possible: ⌈√n⌉ columns, IDs row by row, the
// last row perhaps shorter. A node is linked to those left and right of it,
// above and below.
func Lattice(n int) Graph {
	if n < 1 {
		return link(0, nil)
	}
	columns := 1
	for columns*columns < n {
		columns++
	}
	edges := make([][2]protocol.ID, 0, 2*n)
	for id := 1; id <= n; id++ {
		if id%columns != 0 && id < n {
			edges = append(edges, [2]protocol.ID{protocol.ID(id), protocol.ID(id + 1)})
		}
		if id+columns <= n {
			edges = append(edges, [2]protocol.ID{protocol.ID(id), protocol.ID(id + columns)})
		}
	}
	return link(n, edges)
}

func chain(n int) [][2]protocol.ID {
	edges := make([][2]protocol.ID, 0, max(n, 0))
	for id := 1; id < n; id++ {
		edges = append(edges, [2]protocol.ID{protocol.ID(id), protocol.ID(id + 1)})
	}
	return edges
}
