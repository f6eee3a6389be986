package radio

import "bellwether/protocol"

// unknownDiameter marks a graph whose shape does not tell its diameter.
const unknownDiameter = -1

// Diameter is the greatest number of hops between two members of the largest
// component; of components equally large, the greatest of theirs. It is 0 where
// there are no links.
//
// The shapes know theirs. For a list of edges it is exact by the iFUB method
// (Crescenzi et al. 2013): a few breadth-first searches on graphs that look like
// networks, one from every other node at worst (a long ring given by its edges).
func (g *Graph) Diameter() int {
	if g.diameter != unknownDiameter {
		return g.diameter
	}
	s := newSearch(g)
	seen := make([]bool, g.nodes+1)
	largest, diameter := 0, 0
	for id := protocol.ID(1); int(id) <= g.nodes; id++ {
		if seen[id] {
			continue
		}
		s.from(id)
		for _, member := range s.reached {
			seen[member] = true
		}
		switch size := len(s.reached); {
		case size > largest:
			largest, diameter = size, s.diameter()
		case size == largest:
			diameter = max(diameter, s.diameter())
		}
	}
	return diameter
}

// A search is one breadth-first search of a component, and room for the next.
type search struct {
	graph   *Graph
	hops    []int32       // from the root; -1 if not reached
	reached []protocol.ID // the component, nearest first
}

func newSearch(g *Graph) *search {
	s := &search{graph: g, hops: make([]int32, g.nodes+1)}
	for i := range s.hops {
		s.hops[i] = -1
	}
	return s
}

// from searches anew from root.
func (s *search) from(root protocol.ID) {
	for _, id := range s.reached {
		s.hops[id] = -1
	}
	s.reached = append(s.reached[:0], root)
	s.hops[root] = 0
	for next := 0; next < len(s.reached); next++ {
		id := s.reached[next]
		for _, other := range s.graph.row(id) {
			if s.hops[other] < 0 {
				s.hops[other] = s.hops[id] + 1
				s.reached = append(s.reached, other)
			}
		}
	}
}

// farthest is a node as far from the root as any, and eccentricity its hops.
func (s *search) farthest() protocol.ID { return s.reached[len(s.reached)-1] }

func (s *search) eccentricity() int { return int(s.hops[s.farthest()]) }

// middle is the node half way on a shortest path from the root to its farthest.
func (s *search) middle() protocol.ID {
	id := s.farthest()
	for half := s.hops[id] / 2; s.hops[id] > half; {
		for _, other := range s.graph.row(id) {
			if s.hops[other] == s.hops[id]-1 {
				id = other
				break
			}
		}
	}
	return id
}

// diameter is that of the component the search has reached. Two nodes of which
// neither lies more than k hops from a centre are at most 2k hops apart: so once
// the nodes at k+1 hops and beyond have been tried, a distance of 2k found among
// them is the diameter. The better the centre, the sooner.
func (s *search) diameter() int {
	s.from(s.farthest())
	longest := s.eccentricity()
	s.from(s.middle())
	inward := append([]protocol.ID(nil), s.reached...)
	levels := make([]int, len(inward))
	for i, id := range inward {
		levels[i] = int(s.hops[id])
	}
	for i := len(inward) - 1; i >= 0 && longest < 2*levels[i]; i-- {
		s.from(inward[i])
		longest = max(longest, s.eccentricity())
	}
	return longest
}
