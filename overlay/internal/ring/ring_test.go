package ring_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/overlay/internal/ring"
	"bellwether/protocol"
)

func lab(nodes int) *smallworld.Lab {
	return smallworld.Probes(protocol.NeedsRing, overlay.Services{}, smallworld.Options{Nodes: nodes})
}

func TestSuccessorIsTheNextMember(t *testing.T) {
	w := lab(3)
	w.Complete().Boot()
	for id, want := range map[protocol.ID]protocol.ID{1: 2, 2: 3, 3: 1} {
		if got := w.NeighboursOf(id); !slices.Equal(got, []protocol.ID{want}) {
			t.Errorf("neighbours of %v: %v, want %v", id, got, want)
		}
	}
}

// "n = 1: self-message."
func TestAloneTheSuccessorIsOneself(t *testing.T) {
	w := lab(1)
	w.Boot()
	w.SendNotes(1, 1, 5)
	w.Run(time.Minute)
	if got := w.Received(1); !slices.Equal(got, []string{"1 {5}"}) {
		t.Errorf("received %v", got)
	}
	if len(w.Said) != 1 {
		t.Errorf("sent %v: there is no member to pull", w.Said)
	}
}

// "What it sends to its successor is routed there."
func TestSendsToTheSuccessorAreRouted(t *testing.T) {
	w := lab(3)
	w.Link(1, 3)
	w.Link(3, 2) // 2 is two hops from 1
	w.Boot()
	w.SendNotes(1, 2, 5)
	w.Run(time.Second)
	if got := w.Received(2); !slices.Equal(got, []string{"1 {5}"}) {
		t.Errorf("received %v", got)
	}
	if w.Said[0].Op != protocol.OpRoute {
		t.Errorf("sent %+v, want it routed", w.Said[0])
	}
}

// A ring without a budget has fd's default: a zero interval would pull for ever.
func TestRingWithoutABudget(t *testing.T) {
	a := protocol.Algorithm{Needs: protocol.NeedsRing, Kinds: []protocol.MessageKind{smallworld.NoteKind()}}
	whole, kinds, _ := overlay.Compose(a, func() protocol.Machine { return &smallworld.Probe{} }, overlay.Services{})
	w := smallworld.New(smallworld.Options{Nodes: 2, Make: whole, Kinds: kinds})
	w.Complete().Boot()
	w.Run(21 * time.Second)
	if n := w.Count("ring-pull"); n < 18 || n > 20 {
		t.Errorf("%d pulls of 2 nodes in 21 s, want one every 2 s", n)
	}
}

// The successor's death is noticed within Interval × Misses + Interval; its
// return by the next answer. The machine within is told of both.
func TestRingIsRepairedAndRestored(t *testing.T) {
	w := lab(4)
	w.Complete().Boot()
	w.Run(10 * time.Second)
	w.Crash(2)
	w.Run(8*time.Second + 10*time.Millisecond)
	if got := w.NeighboursOf(1); !slices.Equal(got, []protocol.ID{3}) {
		t.Fatalf("successor %v after the budget, want 3", got)
	}
	w.Boot(2)
	w.Run(2*time.Second + 10*time.Millisecond)
	if got := w.NeighboursOf(1); !slices.Equal(got, []protocol.ID{2}) {
		t.Fatalf("successor %v an interval after its return, want 2", got)
	}
	if got := w.Changes(1); !slices.Equal(got, []string{"down 2", "up 3", "down 3", "up 2"}) {
		t.Errorf("the machine within was told %v", got)
	}
	var beliefs []protocol.Op
	for _, e := range w.Events {
		if e.Node == 1 && e.To == 2 {
			beliefs = append(beliefs, e.Op)
		}
	}
	if !slices.Equal(beliefs, []protocol.Op{protocol.OpSuspect, protocol.OpTrust}) {
		t.Errorf("reported %v, want a suspicion and its end", beliefs)
	}
}

// "What is known dead doubles each time-out": past 30 dead members in a row it
// takes five time-outs (1, 2, 4, 8, 15), not thirty.
func TestLongGapIsCrossedInLogarithmicTime(t *testing.T) {
	w := lab(32)
	w.Complete()
	w.Boot(1, 32)
	w.Run(2*time.Second + 5*8*time.Second + 100*time.Millisecond)
	if got := w.NeighboursOf(1); !slices.Equal(got, []protocol.ID{32}) {
		t.Errorf("successor %v, want 32", got)
	}
}

// "Two routed messages per node and interval; with k dead before it 2k+1 pulls."
func TestRingCost(t *testing.T) {
	w := lab(10)
	w.Complete().Boot()
	w.Run(100 * time.Second)
	if pulls := w.Count("ring-pull"); pulls < 10*48 || pulls > 10*50 || w.Count("ring-answer") != pulls {
		t.Errorf("%d pulls and %d answers of 10 nodes in 50 intervals", pulls, w.Count("ring-answer"))
	}
	if w.CountClass(protocol.ClassDetector) != len(w.Said) {
		t.Error("sent another message")
	}
	w.Crash(4)
	w.Crash(5)
	w.Run(60 * time.Second)
	w.Forgive()
	w.Run(20 * time.Second)
	pulls := 0
	for _, s := range w.Said {
		if _, ok := s.Message.(ring.Pull); ok && s.From == 3 {
			pulls++
		}
	}
	if pulls != 10*5 {
		t.Errorf("3, with two dead before it, pulls %d times in 10 intervals, want 5 each", pulls)
	}
}

// After the last fault each component closes its ring: every node's successor is
// the next member of its component.
func TestEachComponentClosesItsRing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		w := lab(n)
		w.Chaos(30*time.Second, rapid.Uint64().Draw(t, "seed"))
		w.Run(overlay.RingRepair(n, smallworld.Budget))
		for _, component := range w.Components() {
			for i, id := range component {
				want := component[(i+1)%len(component)]
				if got := w.NeighboursOf(id); !slices.Equal(got, []protocol.ID{want}) {
					t.Fatalf("successor of %v: %v, want %v; components %v", id, got, want, w.Components())
				}
			}
		}
	})
}

// A node that pulls answers the pulls of others, and no such message reaches the machine
// within.
func TestPullsStayBelow(t *testing.T) {
	w := lab(3)
	w.Complete().Boot()
	w.Run(time.Minute)
	for _, call := range w.Probe(1).Log {
		if strings.HasPrefix(call, "receive") || strings.HasPrefix(call, "fire") {
			t.Errorf("the machine within saw %q", call)
		}
	}
}
