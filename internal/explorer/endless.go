package explorer

import (
	"fmt"
	"slices"

	"bellwether/internal/steps"
)

// mostDeliveries is how many messages one after another are delivered at one instant before
// a run counts as endless. An election of six nodes has some hundred.
const mostDeliveries = 5000

// probe goes on from a state, oldest message first, until none is on its way. This order
// is fair: each message is delivered after those that were sent before it. If it does not
// come to rest, the run is endless, and convicted.
func (e *expansion) probe(r *run, next *child) {
	if e.patience == 0 {
		return
	}
	now := r.copy()
	if now == nil {
		return
	}
	for range e.patience {
		if len(now.Air()) == 0 || now.broken != "" {
			return
		}
		e.take(now, oldest(now))
	}
	e.explain(r, next)
}

func oldest(r *run) steps.Choice {
	f := r.Air()[0]
	return steps.Choice{Do: steps.Deliver, Node: f.From, Other: f.To}
}

// shown is how many deliveries are shown of a run in which messages become more and more.
const shown = 24

// explain repeats an endless run from its beginning, to find what repeats in it.
func (e *expansion) explain(r *run, next *child) {
	seen := map[key]int{}
	now := r.copy()
	for i := range e.patience {
		k := e.key(now, &e.buffer)
		if before, known := seen[k]; known {
			next.cycle = i - before
			next.fault = "messages go round for ever, at one instant: the last " + deliveries(next.cycle) + " repeat"
			return
		}
		seen[k] = i
		next.after = append(next.after, oldest(now))
		e.take(now, next.after[i])
	}
	next.after = next.after[:shown]
	next.fault = fmt.Sprintf("no rest: after %d deliveries at one instant, oldest first, %d messages are on their way", e.patience, len(now.Air()))
}

func deliveries(n int) string {
	if n == 1 {
		return "delivery"
	}
	return fmt.Sprintf("%d deliveries", n)
}

// endless looks among all states for a cycle of deliveries that is fair: each link that
// always has a message delivers one in the cycle. A run that stays in it never ends, and
// no message waits for ever.
func (s *search) endless() {
	g := s.deliveries()
	for _, component := range g.components() {
		if c, from, found := s.lasso(g, component); found {
			s.convict(from, c)
			return
		}
	}
}

// A graph is the deliveries between states, in both the tree of the search and beside it.
type graph struct {
	from  []int32 // where the edges of a state begin in edges
	edges []edge
}

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

// lasso returns a fair cycle through a component, and the state where it begins.
func (s *search) lasso(g graph, component []int32) (child, int32, bool) {
	in := map[int32]bool{}
	for _, v := range component {
		in[v] = true
	}
	waiting, taken := ^ways(0), ways(0)
	for _, v := range component {
		here := ways(0)
		for _, c := range s.replay(v).Deliveries(nil) {
			here |= way(c)
		}
		waiting &= here
		for _, e := range g.of(v) {
			if in[e.to] {
				taken |= way(e.choice)
			}
		}
	}
	if waiting&^taken != 0 {
		return child{}, 0, false
	}
	from := slices.Min(component)
	at, cycle := from, []steps.Choice(nil)
	for waiting != 0 {
		part, to := g.walk(at, in, func(e edge) bool { return way(e.choice)&waiting != 0 })
		for _, c := range part {
			waiting &^= way(c)
		}
		at, cycle = to, append(cycle, part...)
	}
	if at != from || len(cycle) == 0 {
		part, _ := g.walk(at, in, func(e edge) bool { return e.to == from })
		cycle = append(cycle, part...)
	}
	return child{after: cycle, cycle: len(cycle),
		fault: "messages can go round for ever, at one instant: the last " + deliveries(len(cycle)) + " repeat"}, from, true
}

// walk returns the shortest way within a component that ends with an edge that is wanted,
// and where it leads.
func (g graph) walk(from int32, in map[int32]bool, wanted func(e edge) bool) ([]steps.Choice, int32) {
	type visit struct {
		before int
		edge   edge
	}
	var todo []visit
	seen := map[int32]bool{from: true}
	expand := func(state int32, before int) (int, bool) {
		for _, e := range g.of(state) {
			if !in[e.to] {
				continue
			}
			if wanted(e) {
				todo = append(todo, visit{before, e})
				return len(todo) - 1, true
			}
			if !seen[e.to] {
				seen[e.to] = true
				todo = append(todo, visit{before, e})
			}
		}
		return 0, false
	}
	last, found := expand(from, -1)
	for i := 0; !found && i < len(todo); i++ {
		last, found = expand(todo[i].edge.to, i)
	}
	var out []steps.Choice
	to := todo[last].edge.to
	for ; last >= 0; last = todo[last].before {
		out = append(out, todo[last].edge.choice)
	}
	slices.Reverse(out)
	return out, to
}
