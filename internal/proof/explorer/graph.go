package explorer

import "slices"

// A graph has the states as vertices and all deliveries between them as edges.
type graph struct {
	from  []int32 // where the edges of a state begin in edges
	edges []edge
}

// deliveries returns the graph of the states seen: the deliveries by which they were found,
// and those that led to known states.
func (s *search) deliveries() graph {
	edges := slices.Clone(s.edges)
	for i := range s.states {
		if st := &s.states[i]; st.parent >= 0 && way(st.choice) != 0 {
			edges = append(edges, edge{st.parent, int32(i), st.choice})
		}
	}
	slices.SortStableFunc(edges, func(a, b edge) int { return int(a.from) - int(b.from) })
	g := graph{from: make([]int32, len(s.states)+1), edges: edges}
	for _, e := range edges {
		g.from[e.from+1]++
	}
	for i := range s.states {
		g.from[i+1] += g.from[i]
	}
	return g
}

func (g graph) of(state int32) []edge { return g.edges[g.from[state]:g.from[state+1]] }

// components are the strongly connected components with a cycle (Tarjan, Depth-first
// search and linear graph algorithms, 1972), without recursion.
func (g graph) components() [][]int32 {
	n := len(g.from) - 1
	index, low := make([]int32, n), make([]int32, n) // 0: not visited
	on := make([]bool, n)
	var stack, open []int32
	place := make([]int32, 0, 64) // of each open state, the next edge
	var out [][]int32
	count := int32(0)
	for first := range int32(n) {
		if index[first] != 0 {
			continue
		}
		open, place = append(open[:0], first), append(place[:0], 0)
		for len(open) > 0 {
			v := open[len(open)-1]
			if index[v] == 0 {
				count++
				index[v], low[v], on[v] = count, count, true
				stack = append(stack, v)
			}
			at := &place[len(place)-1]
			if edges := g.of(v); int(*at) < len(edges) {
				w := edges[*at].to
				*at++
				switch {
				case index[w] == 0:
					open, place = append(open, w), append(place, 0)
				case on[w]:
					low[v] = min(low[v], index[w])
				}
				continue
			}
			open, place = open[:len(open)-1], place[:len(place)-1]
			if len(open) > 0 {
				low[open[len(open)-1]] = min(low[open[len(open)-1]], low[v])
			}
			if low[v] == index[v] {
				at := slices.Index(stack, v)
				component := slices.Clone(stack[at:])
				stack = stack[:at]
				for _, w := range component {
					on[w] = false
				}
				self := slices.ContainsFunc(g.of(v), func(e edge) bool { return e.to == v })
				if len(component) > 1 || self {
					out = append(out, component)
				}
			}
		}
	}
	return out
}

// walk returns the shortest path within a set of states that ends with a wanted edge, nil if
// no path leads there.
func (g graph) walk(from int32, in map[int32]bool, wanted func(e edge) bool) []edge {
	type visit struct {
		before int // its index in todo; -1: it begins the way
		edge   edge
	}
	var todo []visit
	seen := map[int32]bool{from: true}
	at, before := from, -1
	for {
		for _, e := range g.of(at) {
			if !in[e.to] {
				continue
			}
			if wanted(e) {
				way := []edge{e}
				for ; before >= 0; before = todo[before].before {
					way = append(way, todo[before].edge)
				}
				slices.Reverse(way)
				return way
			}
			if !seen[e.to] {
				seen[e.to] = true
				todo = append(todo, visit{before, e})
			}
		}
		if before++; before == len(todo) {
			return nil
		}
		at = todo[before].edge.to
	}
}
