package agent

import (
	"cmp"
	"slices"

	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// links are the neighbours that the hello layer reports, and how well they are heard.
type links struct {
	rec        *recorder
	neighbours map[protocol.ID]bool
}

func newLinks(r *recorder) *links { return &links{rec: r, neighbours: map[protocol.ID]bool{}} }

// up notes a neighbour, and down that one is gone.
func (l *links) up(id protocol.ID) {
	l.neighbours[id] = true
	l.rec.belief(trace.NeighbourUp, id)
}

func (l *links) down(id protocol.ID) {
	delete(l.neighbours, id)
	l.rec.belief(trace.NeighbourDown, id)
}

// clear forgets all, as a machine that stops does.
func (l *links) clear() { l.neighbours = map[protocol.ID]bool{} }

// all are the neighbours, by ID.
func (l *links) all() (nodes []Node) {
	for id := range l.neighbours {
		nodes = append(nodes, *l.rec.node(id))
	}
	slices.SortFunc(nodes, func(a, b Node) int { return cmp.Compare(a.ID, b.ID) })
	return nodes
}

// quality is the share of a neighbour's last hellos that arrived; nil if it is no neighbour, or
// the machine counts none.
func (l *links) quality(m protocol.Machine, now protocol.Time, id protocol.ID) *float64 {
	if share, counted := overlay.Quality(m, now, id); counted && l.neighbours[id] {
		return &share
	}
	return nil
}
