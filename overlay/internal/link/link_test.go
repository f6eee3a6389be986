package link_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/overlay/internal/link"
	"bellwether/protocol"
)

// lab is a world over a radio without acknowledgements.
func lab(o overlay.LinkOptions, world smallworld.Options) *smallworld.Lab {
	world.Tries = 1
	w := smallworld.Probes(protocol.NeedsNeighbours, overlay.Services{Link: &o}, world)
	w.Complete().Boot()
	return w
}

func TestLinkSendsOnceAndIsAcknowledged(t *testing.T) {
	w := lab(overlay.LinkOptions{}, smallworld.Options{Nodes: 2})
	w.SendNotes(1, 2, 7)
	w.Run(time.Minute)
	if got := w.Received(2); !slices.Equal(got, []string{"1 {7}"}) {
		t.Errorf("received %v", got)
	}
	if w.Count("note") != 1 || w.Count("receipt") != 1 || len(w.Said) != 2 {
		t.Errorf("sent %v", w.Said)
	}
}

func TestLinkLeavesBroadcastsAlone(t *testing.T) {
	w := lab(overlay.LinkOptions{}, smallworld.Options{Nodes: 2})
	w.Do(1, func(env *protocol.Env) { env.Broadcast(smallworld.Note{N: 1}) })
	w.Run(time.Minute)
	if got := w.Received(2); len(got) != 1 || len(w.Said) != 1 {
		t.Errorf("received %v of %v", got, w.Said)
	}
}

// Whatever is lost, doubled or overtaken: each message that arrives arrives once and in
// order; and as long as the limit is not reached, all of them arrive.
func TestLinkIsReliableAndInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.SampledFrom([]int{1, 200}).Draw(t, "limit")
		w := lab(overlay.LinkOptions{Retry: 5 * time.Millisecond, Limit: limit}, smallworld.Options{
			Nodes: 3, Seed: rapid.Uint64().Draw(t, "seed"),
			Loss:   rapid.Float64Range(0, 0.6).Draw(t, "loss"),
			Jitter: time.Duration(rapid.IntRange(0, 20).Draw(t, "jitter")) * time.Millisecond,
		})
		var want []string
		for n := range uint32(rapid.IntRange(1, 60).Draw(t, "notes")) {
			w.SendNotes(1, 2, n)
			w.SendNotes(3, 2, n)
			want = append(want, fmt.Sprintf("1 {%d}", n))
			w.Run(time.Duration(rapid.IntRange(0, 30).Draw(t, "pause")) * time.Millisecond)
		}
		w.Run(10 * time.Minute)
		var got []string
		for _, r := range w.Received(2) {
			if r[0] == '1' {
				got = append(got, r)
			}
		}
		if limit > 1 && !slices.Equal(got, want) {
			t.Fatalf("received %v, want %v", got, want)
		}
		next := 0
		for _, g := range got { // a subsequence
			at := slices.Index(want[next:], g)
			if at < 0 {
				t.Fatalf("received %v out of order or twice", got)
			}
			next += at + 1
		}
	})
}

func TestLinkGivesUpAfterTheLimit(t *testing.T) {
	w := lab(overlay.LinkOptions{Retry: 50 * time.Millisecond, Limit: 3}, smallworld.Options{Nodes: 2})
	w.Cut(1, 2)
	w.Forgive()
	w.SendNotes(1, 2, 1)
	w.Run(time.Minute)
	if len(w.Said) != 4 {
		t.Errorf("%d transmissions, want 1 and 3 repetitions", len(w.Said))
	}
	want := protocol.Time(0)
	for i, wait := range []time.Duration{0, 50, 100, 200} {
		want = want.Add(wait * time.Millisecond)
		if w.Said[i].At != want {
			t.Errorf("transmission %d at %v, want %v", i, w.Said[i].At, want)
		}
	}
	if w.Count("note") != 1 {
		t.Errorf("%d charged to the message, want 1", w.Count("note"))
	}
	w.Link(1, 2)
	w.SendNotes(1, 2, 2)
	w.Run(time.Second)
	if got := w.Received(2); !slices.Equal(got, []string{"1 {2}"}) {
		t.Errorf("received %v: after a message that was given up the next counts", got)
	}
}

// "A queue this long means that the neighbour is gone": 64 wait, the rest is lost.
func TestLinkQueueIsBounded(t *testing.T) {
	w := lab(overlay.LinkOptions{}, smallworld.Options{Nodes: 2})
	var notes []uint32
	for n := range uint32(100) {
		notes = append(notes, n)
	}
	w.SendNotes(1, 2, notes...)
	w.Run(time.Minute)
	got := w.Received(2)
	if len(got) != 64 || got[63] != "1 {63}" {
		t.Errorf("%d of 100 arrived, the last %v; want the first 64", len(got), got[len(got)-1])
	}
}

func TestLinkSurvivesReboots(t *testing.T) {
	w := lab(overlay.LinkOptions{}, smallworld.Options{Nodes: 2})
	for n := range uint32(10) {
		w.SendNotes(1, 2, n, n+100)
		w.SendNotes(2, 1, n)
		w.Run(time.Second)
		if n%2 == 0 {
			w.Crash(1)
			w.Boot(1)
		} else {
			if got := w.Received(2); len(got) < 2 {
				t.Fatalf("2 received %v", got)
			}
			w.Crash(2)
			w.Boot(2)
		}
	}
	// Each life counts its own rounds: 2's last began with round 10, in which it sent none.
	w.SendNotes(1, 2, 200)
	w.SendNotes(2, 1, 201)
	w.Run(time.Second)
	if got := w.Received(2); !slices.Equal(got, []string{"1 {200}"}) {
		t.Errorf("2 received %v", got)
	}
	if got := w.Received(1); got[len(got)-1] != "2 {201}" {
		t.Errorf("1 received %v", got)
	}
}

// "One of the session before it is too late": a message of a former life neither
// arrives nor is acknowledged, and does not end the present session.
func TestLinkRefusesAFormerLife(t *testing.T) {
	w := lab(overlay.LinkOptions{}, smallworld.Options{Nodes: 2})
	w.SendNotes(1, 2, 1)
	w.Run(time.Second)
	late := w.Said[0].Message.(link.Numbered)
	late.Seq, late.Inner = late.Seq+1, smallworld.Note{N: 666}
	w.Crash(1)
	w.Boot(1)
	w.SendNotes(1, 2, 2)
	w.Run(time.Second)
	w.Forgive()
	w.Inject(2, 1, late)
	w.Run(time.Second)
	if len(w.Said) != 0 {
		t.Errorf("2 answered a former life: %v", w.Said)
	}
	w.SendNotes(1, 2, 3)
	w.Run(time.Second)
	if got := w.Received(2); !slices.Equal(got, []string{"1 {1}", "1 {2}", "1 {3}"}) {
		t.Errorf("received %v", got)
	}
}

// A receipt of another session or number acknowledges nothing.
func TestLinkHeedsOnlyItsOwnReceipts(t *testing.T) {
	w := lab(overlay.LinkOptions{}, smallworld.Options{Nodes: 2})
	w.Cut(1, 2)
	w.SendNotes(1, 2, 1)
	said := w.Said[0].Message.(link.Numbered)
	w.Run(time.Millisecond) // and no node receives it
	w.Inject(1, 2, link.Receipt{Session: said.Session + 1, Seq: said.Seq})
	w.Inject(1, 2, link.Receipt{Session: said.Session, Seq: said.Seq + 1})
	w.Link(1, 2)
	w.Run(time.Second)
	if got := w.Received(2); len(got) != 1 {
		t.Errorf("received %v: another session's receipt stopped the repetition", got)
	}
}

// A neighbour that is gone gets no more repetitions.
func TestLinkGivesUpOnNeighbourDown(t *testing.T) {
	w := smallworld.Probes(protocol.NeedsNeighbours,
		overlay.Services{Link: &overlay.LinkOptions{Retry: time.Second}}, smallworld.Options{Nodes: 2, Tries: 1})
	w.Complete().Boot()
	w.SendNotes(1, 2, 1, 2, 3)
	w.Cut(1, 2) // before the first arrives
	w.Run(time.Minute)
	if len(w.Said) != 1 {
		t.Errorf("%d transmissions, want 1", len(w.Said))
	}
	if got := w.Changes(1); got[len(got)-1] != "down 2" {
		t.Errorf("the machine within was told %v", got)
	}
}

// The same when a Hello within the Link finds it gone.
func TestLinkGivesUpOnPart(t *testing.T) {
	w := smallworld.Probes(protocol.NeedsNeighbours, overlay.Services{
		Link: &overlay.LinkOptions{Retry: 2 * time.Second}, Hello: &overlay.HelloOptions{},
	}, smallworld.Options{Nodes: 2, Tries: 1})
	w.Complete().Boot()
	w.Run(10 * time.Second)
	w.Cut(1, 2)
	w.Run(2500 * time.Millisecond)
	w.Forgive()
	w.SendNotes(1, 2, 1)
	w.Run(time.Minute)
	if n := len(w.Said) - w.Count("hello"); n != 1 {
		t.Errorf("%d transmissions, want 1: the neighbour was dropped within a second", n)
	}
}
