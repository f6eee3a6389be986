package story_test

import (
	"io"
	"slices"
	"testing"

	"bellwether/baseline"
	"bellwether/protocol"
	"bellwether/trace"
)

// held keeps who is there, and which links.
type held struct {
	there map[protocol.ID]bool
	links map[[2]protocol.ID]bool
	seen  [][2]int // nodes and links after each directive nodes
}

func (h *held) Wants() trace.Set { return trace.All }

func (h *held) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Boot:
		h.there[r.Node] = true
	case trace.Absent:
		delete(h.there, r.Node)
	case trace.LinkUp:
		h.links[[2]protocol.ID{r.Node, r.Peer}] = true
	case trace.LinkDown:
		delete(h.links, [2]protocol.ID{r.Node, r.Peer})
	case trace.Elected:
		h.seen = append(h.seen, [2]int{len(h.there), len(h.links)})
	}
}

// A story that makes another world ends the first: no node and no link of the first remains in the trace.
func TestTraceOfAStoryEndsTheWorldBefore(t *testing.T) {
	find := func(string) (protocol.Algorithm, bool) { return baseline.Named("flood-max"), true }
	h := &held{there: map[protocol.ID]bool{}, links: map[[2]protocol.ID]bool{}}
	if _, err := read(t, "nodes flood-max\na 1\nb 2\nc 3\na-b b-c\n\nnodes flood-max\na 1\nb 2\na-b\n\nelect a\n\ndeliver all\n").Play(find, io.Discard, h); err != nil {
		t.Fatal(err)
	}
	if len(h.seen) == 0 || slices.ContainsFunc(h.seen, func(s [2]int) bool { return s != [2]int{2, 1} }) {
		t.Errorf("nodes and links as leaders were elected: %v", h.seen)
	}
}
