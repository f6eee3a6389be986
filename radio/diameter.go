package radio

// Diameter is the greatest number of hops between two members of the largest
// component; of components equally large, the greatest of their diameters. A
// graph of no nodes has diameter 0.
func (g *Graph) Diameter() int {
	if g.everybody != nil {
		return min(max(g.nodes-1, 0), 1)
	}
	return 0 // TODO
}
