package radio

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/protocol"
)

// defaultLatency is how long a frame takes over one link of a [Graph].
const defaultLatency = time.Millisecond

const (
	// maxEdges bounds a list of edges: 64 for each of 2^20 nodes, the most a
	// world may have.
	maxEdges = 64 << 20

	// maxEdgeFaults bounds the faults that one error reports, so that it stays readable.
	maxEdgeFaults = 10
)

// A Graph is a set of undirected links between nodes 1 … n, without geometry. A Graph
// never changes.
type Graph interface {
	Placeless
	// Edges returns every link once, the smaller ID first, sorted.
	Edges() [][2]protocol.ID
	// WithLatency returns the same links with another propagation delay over each. The
	// default is 1 ms.
	WithLatency(d time.Duration) Graph
}

type graph struct {
	latency time.Duration // propagation over one link

	// A complete graph is implicit: the list of all nodes holds 1 … n and first is nil.
	// Otherwise the links of node i are links[first[i-1]:first[i]], sorted.
	everybody []protocol.ID
	first     []int32
	links     []protocol.ID
	nodes     int
}

// Complete returns the graph that links every two nodes. It takes O(n) memory.
func Complete(n int) Graph {
	n = max(n, 0)
	g := &graph{latency: defaultLatency, nodes: n}
	g.everybody = make([]protocol.ID, g.nodes)
	for i := range g.everybody {
		g.everybody[i] = protocol.ID(i + 1)
	}
	return g
}

// Edges returns the graph of a list of links. The error names the first edges, at most 10,
// that join a node to itself, name a node outside 1 … n, or repeat an edge in either
// direction.
func Edges(n int, edges [][2]protocol.ID) (Graph, error) {
	if len(edges) > maxEdges {
		return nil, errs.Radio.Errorf("%d edges are more than %d", len(edges), maxEdges)
	}
	var faults []error
	seen := make(map[[2]protocol.ID]int, len(edges))
	for i, e := range edges {
		key := [2]protocol.ID{min(e[0], e[1]), max(e[0], e[1])}
		if err := checkEdge(n, e, seen[key]); err != nil {
			faults = append(faults, errs.Radio.Errorf("edge %d [%d, %d]: %w", i+1, e[0], e[1], err))
			if len(faults) == maxEdgeFaults {
				break
			}
			continue
		}
		seen[key] = i + 1
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return link(n, edges), nil
}

func checkEdge(n int, e [2]protocol.ID, earlier int) error {
	for _, id := range e {
		if id == protocol.Nobody || int64(id) > int64(n) {
			return fmt.Errorf("no node %d among 1 to %d", id, n)
		}
	}
	if e[0] == e[1] {
		return errors.New("joins a node to itself")
	}
	if earlier != 0 {
		return fmt.Errorf("is edge %d again", earlier)
	}
	return nil
}

// link returns the graph of edges that are known to be valid.
func link(n int, edges [][2]protocol.ID) *graph {
	n = max(n, 0)
	g := &graph{
		latency: defaultLatency,
		first:   make([]int32, n+1),
		links:   make([]protocol.ID, 2*len(edges)),
		nodes:   n,
	}
	for _, e := range edges {
		g.first[e[0]]++
		g.first[e[1]]++
	}
	for i := 1; i <= n; i++ {
		g.first[i] += g.first[i-1]
	}
	next := slices.Clone(g.first)
	for _, e := range edges {
		for side, id := range e {
			g.links[next[id-1]] = e[1-side]
			next[id-1]++
		}
	}
	for i := range n {
		slices.Sort(g.links[g.first[i]:g.first[i+1]])
	}
	return g
}

// WithLatency returns a graph that shares the links.
func (g *graph) WithLatency(d time.Duration) Graph {
	other := *g
	other.latency = d
	return &other
}

// Validate returns an error if the latency is not above 0. The links were checked when
// the graph was made.
func (g *graph) Validate() error {
	if g.latency <= 0 {
		return errs.Radio.Errorf("latency must be above 0, got %v", g.latency)
	}
	return nil
}

// Nodes returns the number of nodes.
func (g *graph) Nodes() int { return g.nodes }

// appendNeighbours appends the nodes linked to id, sorted. It allocates only
// where buf is too small.
func (g *graph) appendNeighbours(buf []protocol.ID, id protocol.ID) []protocol.ID {
	if g.everybody == nil {
		return append(buf, g.row(id)...)
	}
	if !g.has(id) {
		return buf
	}
	buf = append(buf, g.everybody[:id-1]...)
	return append(buf, g.everybody[id:]...)
}

// linked reports whether a and b hear each other. No node is linked to itself.
func (g *graph) linked(a, b protocol.ID) bool {
	if g.everybody != nil {
		return a != b && g.has(a) && g.has(b)
	}
	row, sought := g.row(a), b
	if other := g.row(b); len(other) < len(row) { // the hub of a star has a long row
		row, sought = other, a
	}
	_, found := slices.BinarySearch(row, sought)
	return found
}

// Edges returns every link once, the smaller ID first, sorted. Of a complete
// graph these are n(n-1)/2 pairs.
func (g *graph) Edges() [][2]protocol.ID {
	edges := make([][2]protocol.ID, 0, g.edgeCount())
	var row []protocol.ID
	for id := protocol.ID(1); int(id) <= g.nodes; id++ {
		row = g.appendNeighbours(row[:0], id)
		for _, other := range row {
			if id < other {
				edges = append(edges, [2]protocol.ID{id, other})
			}
		}
	}
	return edges
}

func (g *graph) edgeCount() int {
	if g.everybody != nil {
		return g.nodes * (g.nodes - 1) / 2
	}
	return len(g.links) / 2
}

func (g *graph) has(id protocol.ID) bool {
	return id != protocol.Nobody && int64(id) <= int64(g.nodes)
}

func (g *graph) row(id protocol.ID) []protocol.ID {
	if !g.has(id) {
		return nil
	}
	low, high := g.first[id-1], g.first[id]
	return g.links[low:high:high]
}

// Delay is the latency.
func (g *graph) Delay() time.Duration { return g.latency }

// ReachM is infinite: nodes have no places.
func (g *graph) ReachM() float64 { return math.Inf(1) }

// AppendPeers appends the neighbours of a node.
func (g *graph) AppendPeers(out []protocol.ID, from protocol.ID) ([]protocol.ID, bool) {
	return g.appendNeighbours(out, from), true
}

// Receive returns Heard for neighbours.
func (g *graph) Receive(h Hop, _ int) Reception { return heardIf(g.Carries(h)) }

// Carries reports whether two nodes are neighbours.
func (g *graph) Carries(h Hop) bool { return g.linked(h.From, h.To) }

// Bidirectional is Carries: links have no direction.
func (g *graph) Bidirectional(h Hop) bool { return g.Carries(h) }

// Varies is false: a graph never changes.
func (g *graph) Varies() bool { return false }

// Wired is true: a frame on its way occupies no radio.
func (g *graph) Wired() bool { return true }
