package flood_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/overlay/internal/flood"
	"bellwether/protocol"
)

func lab(nodes int, o overlay.FloodOptions) *smallworld.Lab {
	return smallworld.Probes(protocol.NeedsRouting, overlay.Services{Flood: &o}, smallworld.Options{Nodes: nodes})
}

// "Every node that hears it broadcasts it again, once; its destination does not."
func TestFloodReachesAcrossALine(t *testing.T) {
	w := lab(6, overlay.FloodOptions{})
	w.Line().Boot()
	w.RouteNotes(1, 6, 42)
	w.Run(time.Second)
	if got := w.Received(6); !slices.Equal(got, []string{"1 {42}"}) {
		t.Errorf("6 received %v", got)
	}
	if len(w.Said) != 5 {
		t.Errorf("%d broadcasts, want one by each of 1 … 5", len(w.Said))
	}
	if own, relayed := w.CountClass(protocol.ClassElection), w.CountClass(protocol.ClassRouting); own != 1 || relayed != 4 {
		t.Errorf("%d charged to the message, %d to routing, want 1 and 4", own, relayed)
	}
	for id := protocol.ID(2); id < 6; id++ {
		if got := w.Received(id); len(got) != 0 {
			t.Errorf("%v, on the way, received %v", id, got)
		}
	}
}

// On any connected graph without loss exactly one copy is delivered, from its origin, for
// at most one broadcast per node.
func TestFloodDeliversOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "n")
		w := lab(n, overlay.FloodOptions{})
		for id := 2; id <= n; id++ {
			w.Link(protocol.ID(id), protocol.ID(rapid.IntRange(1, id-1).Draw(t, "tree")))
		}
		for range rapid.IntRange(0, 10).Draw(t, "more") {
			w.Link(protocol.ID(rapid.IntRange(1, n).Draw(t, "a")), protocol.ID(rapid.IntRange(1, n).Draw(t, "b")))
		}
		w.Boot()
		var want []string
		to := protocol.ID(rapid.IntRange(1, n).Draw(t, "to"))
		sent := 0
		for id := protocol.ID(1); int(id) <= n; id++ {
			for k := range rapid.IntRange(0, 3).Draw(t, "notes") {
				w.RouteNotes(id, to, uint32(k))
				want = append(want, fmt.Sprintf("%v {%d}", id, k))
				if id != to {
					sent++
				}
			}
		}
		w.Run(10 * time.Second)
		got := w.Received(to)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("received %v, want %v", got, want)
		}
		if len(w.Said) > sent*(n-1) {
			t.Fatalf("%d broadcasts of %d envelopes by %d nodes but the destination", len(w.Said), sent, n-1)
		}
	})
}

// "A message to oneself is delivered as soon as the handler has ended, without a
// frame", in order.
func TestFloodToOneself(t *testing.T) {
	w := lab(2, overlay.FloodOptions{})
	w.Complete().Boot()
	w.RouteNotes(1, 1, 1, 2, 3)
	if got := w.Received(1); len(got) != 0 {
		t.Errorf("received %v within the handler", got)
	}
	w.Run(0)
	if got := w.Received(1); !slices.Equal(got, []string{"1 {1}", "1 {2}", "1 {3}"}) {
		t.Errorf("received %v", got)
	}
	if len(w.Said) != 0 {
		t.Errorf("sent %v", w.Said)
	}
}

// A handler that answers itself for ever does not stop the world: each answer is a handler
// of its own.
func TestFloodToOneselfFromItsOwnDelivery(t *testing.T) {
	w := lab(1, overlay.FloodOptions{})
	w.Boot()
	left := 5
	w.Probe(1).On = func(env *protocol.Env, call string) {
		if left--; left >= 0 {
			env.Route(1, smallworld.Note{N: uint32(left)})
		}
	}
	w.Elect(1)
	w.Run(time.Second)
	if got := w.Received(1); len(got) != 5 {
		t.Errorf("received %v", got)
	}
}

func TestCopiesAreChargedAsRouting(t *testing.T) {
	w := lab(4, overlay.FloodOptions{Copies: 3})
	w.Line().Boot()
	w.RouteNotes(1, 4, 42)
	w.Run(time.Second)
	if own, all := w.CountClass(protocol.ClassElection), len(w.Said); own != 1 || all != 9 {
		t.Errorf("%d charged to the message of %d, want 1 of 9", own, all)
	}
	if got := w.Received(4); len(got) != 1 {
		t.Errorf("received %v", got)
	}
}

// Copies help: over a lossy line one copy seldom arrives.
func TestCopiesWithstandLoss(t *testing.T) {
	arrived := func(copies int) (n int) {
		w := lab(6, overlay.FloodOptions{Copies: copies})
		w.Line().Boot()
		w.Loss = 0.3
		for k := range uint32(100) {
			w.RouteNotes(1, 6, k)
			w.Run(time.Second)
		}
		return len(w.Received(6))
	}
	// 0.7⁵ = 17 %, (1−0.3³)⁵ = 87 %; four standard deviations either way.
	if once, thrice := arrived(1), arrived(3); once > 32 || thrice < 74 {
		t.Errorf("%d of 100 with one copy, %d with three", once, thrice)
	}
}

// "A reboot's first envelopes are not taken for old ones."
func TestFloodAfterAReboot(t *testing.T) {
	w := lab(3, overlay.FloodOptions{})
	w.Line().Boot()
	for k := range uint32(20) {
		w.RouteNotes(1, 3, k)
		w.Run(100 * time.Millisecond)
		w.Crash(1)
		w.Boot(1)
	}
	if got := w.Received(3); len(got) != 20 {
		t.Errorf("received %d of 20", len(got))
	}
}

// "hopLimit ends an envelope that outlives the memory of duplicates."
func TestHopLimit(t *testing.T) {
	w := lab(3, overlay.FloodOptions{})
	w.Line().Boot()
	old := flood.Envelope{Origin: 9, Destination: 3, Seq: 1, Hops: 255, Inner: smallworld.Note{N: 1}}
	w.Inject(2, 1, old)
	w.Run(time.Second)
	if len(w.Said) != 0 {
		t.Errorf("passed on: %v", w.Said)
	}
	w.Inject(3, 2, old)
	if got := w.Received(3); len(got) != 1 {
		t.Errorf("its destination received %v", got)
	}
}

// duplicateMemory: an envelope is remembered for 10 s, although the memory begins a new
// generation every 10 s, whenever the envelope came.
func TestFloodRemembersAcrossItsRotations(t *testing.T) {
	const memory = 10 * time.Second
	for _, came := range []time.Duration{time.Second, memory - 100*time.Millisecond, memory + time.Second} {
		w := lab(3, overlay.FloodOptions{})
		w.Line().Boot()
		tell := func(seq uint32) {
			w.Inject(2, 1, flood.Envelope{Origin: 9, Destination: 3, Seq: seq, Inner: smallworld.Note{N: seq}})
		}
		w.Run(came)
		tell(1)
		for seq := uint32(2); seq < 20; seq++ { // the others make the memory begin anew
			w.Run(memory / 20)
			tell(seq)
		}
		tell(1)
		w.Run(time.Second)
		if got := w.Received(3); len(got) != 19 {
			t.Errorf("the envelope of %v, which came again within the time, is taken for new: 3 received %v", came, got)
		}
		if len(w.Said) != 2*19 {
			t.Errorf("the envelope of %v: 1 and 2 passed %d envelopes on, want 19 each", came, len(w.Said))
		}
	}
}
