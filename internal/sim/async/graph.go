package async

import (
	"slices"

	"bellwether/protocol"
)

// graph is the links between nodes, and how many were made so far. It knows nothing of which
// nodes run.
type graph struct {
	size  int      // nodes
	links []uint64 // size × size, row by row: the number of the change that made it, 0: none
	made  uint64
}

func newGraph(size int) graph { return graph{size: size, links: make([]uint64, size*size)} }

// since is the number of the change that made a link, 0 if the link does not exist.
func (g *graph) since(e Pair) uint64 { return g.links[g.place(e)] }

func (g *graph) place(e Pair) int { return int(e.A-1)*g.size + int(e.B-1) }

// row returns, by ID-1, the number of the change that made the link from a node to each other.
func (g *graph) row(of protocol.ID) []uint64 {
	return g.links[int(of-1)*g.size : int(of)*g.size]
}

// link makes a link, in both directions.
func (g *graph) link(e Pair) {
	g.made++
	g.links[g.place(e)], g.links[g.place(Pair{e.B, e.A})] = g.made, g.made
}

// cut removes a link, in both directions.
func (g *graph) cut(e Pair) {
	g.links[g.place(e)], g.links[g.place(Pair{e.B, e.A})] = 0, 0
}

// snapshot appends which links there are, a bit for each.
func (g *graph) snapshot(b []byte) []byte {
	for at := range g.links {
		if at%8 == 0 {
			b = append(b, 0)
		}
		if g.links[at] != 0 {
			b[len(b)-1] |= 1 << (at % 8)
		}
	}
	return b
}

func (g *graph) clone() graph { return graph{g.size, slices.Clone(g.links), g.made} }
