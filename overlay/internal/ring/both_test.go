package ring_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

func bothWays(nodes int) *smallworld.Lab {
	return smallworld.Probes(protocol.NeedsBothWays, overlay.Services{}, smallworld.Options{Nodes: nodes})
}

// "Always these two, in this order, not sorted": alone both are oneself, on a
// ring of two both are the other.
func TestBothNeighboursOnTheRing(t *testing.T) {
	for _, row := range []struct {
		nodes int
		want  map[protocol.ID][]protocol.ID
	}{
		{1, map[protocol.ID][]protocol.ID{1: {1, 1}}},
		{2, map[protocol.ID][]protocol.ID{1: {2, 2}, 2: {1, 1}}},
		{3, map[protocol.ID][]protocol.ID{1: {3, 2}, 2: {1, 3}, 3: {2, 1}}},
		{5, map[protocol.ID][]protocol.ID{1: {5, 2}, 3: {2, 4}, 5: {4, 1}}},
	} {
		w := bothWays(row.nodes)
		w.Complete().Boot()
		for id, want := range row.want {
			if got := w.NeighboursOf(id); !slices.Equal(got, want) {
				t.Errorf("%d nodes: neighbours of %v are %v, want %v", row.nodes, id, got, want)
			}
		}
	}
}

func TestSendsToThePredecessorAreRouted(t *testing.T) {
	w := bothWays(4)
	w.Link(1, 2)
	w.Link(2, 3)
	w.Link(3, 4) // 4, before 1, is three hops away
	w.Boot()
	w.SendNotes(1, 4, 5)
	w.Run(time.Second)
	if got := w.Received(4); !slices.Equal(got, []string{"1 {5}"}) {
		t.Errorf("received %v", got)
	}
}

// "A node is told of each side that a repair changes, once both are right."
func TestBothSidesAreRepairedAndRestored(t *testing.T) {
	w := bothWays(4)
	w.Complete().Boot()
	w.Run(10 * time.Second)
	w.Crash(2)
	w.Run(8*time.Second + 10*time.Millisecond)
	for id, want := range map[protocol.ID][]protocol.ID{1: {4, 3}, 3: {1, 4}, 4: {3, 1}} {
		if got := w.NeighboursOf(id); !slices.Equal(got, want) {
			t.Errorf("neighbours of %v are %v after the budget, want %v", id, got, want)
		}
	}
	w.Boot(2)
	w.Run(2*time.Second + 10*time.Millisecond)
	for id, want := range map[protocol.ID][]protocol.ID{1: {4, 2}, 3: {2, 4}, 4: {3, 1}} {
		if got := w.NeighboursOf(id); !slices.Equal(got, want) {
			t.Errorf("neighbours of %v are %v an interval after its return, want %v", id, got, want)
		}
		told := map[protocol.ID][]string{
			1: {"down 2", "up 3", "down 3", "up 2"}, 3: {"down 2", "up 1", "down 1", "up 2"}, 4: nil,
		}
		if got := w.Changes(id); !slices.Equal(got, told[id]) {
			t.Errorf("the machine within %v was told %v, want %v", id, got, told[id])
		}
	}
}

// On a ring of two the loss of the other changes both sides.
func TestBothSidesOfARingOfTwo(t *testing.T) {
	w := bothWays(2)
	w.Complete().Boot()
	w.Run(10 * time.Second)
	w.Crash(2)
	w.Run(8*time.Second + 10*time.Millisecond)
	if got := w.NeighboursOf(1); !slices.Equal(got, []protocol.ID{1, 1}) {
		t.Errorf("neighbours %v of a node left alone", got)
	}
	if got := w.Changes(1); !slices.Equal(got, []string{"down 2", "up 1", "down 2", "up 1"}) {
		t.Errorf("the machine within was told %v", got)
	}
}

// The cost of both ways: twice as much, except on a ring of two.
func TestCostBothWays(t *testing.T) {
	for _, row := range []struct{ nodes, pulled int }{{1, 0}, {2, 1}, {3, 2}, {10, 2}} {
		w := bothWays(row.nodes)
		w.Complete().Boot()
		w.Run(100 * time.Second)
		least, most := row.nodes*row.pulled*48, row.nodes*row.pulled*50
		if pulls := w.Count("ring-pull"); pulls < least || pulls > most || w.Count("ring-answer") != pulls {
			t.Errorf("%d nodes: %d pulls and %d answers in 50 intervals, want %d … %d",
				row.nodes, pulls, w.Count("ring-answer"), least, most)
		}
	}
}

// Each component closes its ring both ways as fast as one way.
func TestEachComponentClosesItsRingBothWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		w := bothWays(n)
		w.Chaos(30*time.Second, rapid.Uint64().Draw(t, "seed"))
		w.Run(overlay.RingRepair(n, smallworld.Budget))
		for _, c := range w.Components() {
			for i, id := range c {
				want := []protocol.ID{c[(i+len(c)-1)%len(c)], c[(i+1)%len(c)]}
				if got := w.NeighboursOf(id); !slices.Equal(got, want) {
					t.Fatalf("neighbours of %v: %v, want %v; components %v", id, got, want, w.Components())
				}
			}
		}
	})
}
