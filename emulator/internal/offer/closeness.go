package offer

import (
	"math/bits"
	"slices"
	"time"

	"bellwether/internal/contract/capability"
)

// MostCloseness bounds the worlds in which closeness is measured, because the cost grows
// with the square of their size.
const MostCloseness = 1024

// closenessEvery is how often closeness is measured: the time over which degree and
// speed are smoothed.
const closenessEvery = 10 * time.Second

// graph is the links at an instant, for searches from all nodes. Centrality is a property
// of one component at one instant: no node can derive it from its neighbours, and to
// learn it a node needs the topology of the component. Here an oracle provides it without
// cost, which is the best case.
//
// 64 searches run at once, one bit of a word for each source (Then et al., The More the
// Merrier: Efficient Multi-Source Graph Traversal, PVLDB 8(4), 2014). Distances are
// symmetric, so each node counts the sources that reach it. Cost: n/64 · diameter · (n +
// 2·links) steps.
type graph struct {
	first []int32 // index of node i's first neighbour in links; one more for the end
	links []int32

	seen, wave, next []uint64 // by node: the sources that have reached it, reached it last, reach it now
	others, hops     []int    // by node, over all sources
}

// MeasureCloseness measures the closeness of every running node now.
func (f *Offers) MeasureCloseness() {
	g := &f.graph
	f.take()
	for from := 0; from < len(g.seen); from += 64 {
		g.search(from, min(from+64, len(g.seen)))
	}
	for i := range f.k.Nodes {
		if f.k.Live(i) {
			f.closeness[i] = capability.Closeness(g.others[i], g.hops[i])
		}
	}
}

// take notes the present links, in both directions.
func (f *Offers) take() {
	g := &f.graph
	g.first, g.links = g.first[:0], g.links[:0]
	for i := range f.k.Nodes {
		g.first = append(g.first, int32(len(g.links)))
		f.heard = f.o.Reach.AppendNeighbours(f.heard[:0], i)
		for _, peer := range f.heard {
			if j := f.k.Slot(peer); !f.o.Reach.Apart(i, j) {
				g.links = append(g.links, j)
			}
		}
	}
	g.first = append(g.first, int32(len(g.links)))
	n := int(f.k.Nodes)
	for _, words := range []*[]uint64{&g.seen, &g.wave, &g.next} {
		*words = slices.Grow((*words)[:0], n)[:n]
	}
	g.others, g.hops = slices.Grow(g.others[:0], n)[:n], slices.Grow(g.hops[:0], n)[:n]
	clear(g.others)
	clear(g.hops)
}

// search goes from the nodes at first … end-1, at most 64, to all they reach.
func (g *graph) search(first, end int) {
	clear(g.seen)
	clear(g.wave)
	for i := first; i < end; i++ {
		g.seen[i] = 1 << (i - first)
		g.wave[i] = g.seen[i]
	}
	for hop, reaches := 1, true; reaches; hop++ {
		clear(g.next)
		for i, sources := range g.wave {
			if sources == 0 {
				continue
			}
			for _, j := range g.links[g.first[i]:g.first[i+1]] {
				g.next[j] |= sources
			}
		}
		reaches = false
		for j := range g.next {
			g.next[j] &^= g.seen[j]
			if g.next[j] == 0 {
				continue
			}
			reaches = true
			g.seen[j] |= g.next[j]
			g.others[j] += bits.OnesCount64(g.next[j])
			g.hops[j] += hop * bits.OnesCount64(g.next[j])
		}
		g.wave, g.next = g.next, g.wave
	}
}

// Edges is the number of links in the last measurement, each direction counted.
func (f *Offers) Edges() int { return len(f.graph.links) }
