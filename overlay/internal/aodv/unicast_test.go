package aodv_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/overlay/internal/aodv"
	"bellwether/protocol"
)

// unicast sends a note to a neighbour, with a jitter.
func unicast(w *smallworld.Lab, from, to protocol.ID, jitter time.Duration, n uint32) {
	w.Do(from, func(env *protocol.Env) { env.SendWithin(jitter, to, smallworld.Note{N: n}) })
}

// waiting returns how many packets wait for a route at a node.
func waiting(w *smallworld.Lab, id protocol.ID) (n int64) {
	optional.Inspect(w.Machine(id), func(name string, value int64) {
		if name == "waiting" {
			n = value
		}
	})
	return n
}

// unicasts is a lab of machines that need neighbours alone, with GloMoSim's AODV.
func unicasts(nodes int, way string) *smallworld.Lab {
	o := overlay.AODVOptions{Draft: overlay.Draft3, Unicast: way, Jitter: -1}
	return smallworld.Probes(protocol.NeedsNeighbours, overlay.Services{AODV: &o}, smallworld.Options{Nodes: nodes})
}

// A neighbour has left the range, but 2 is still between: routed, what is sent to it arrives
// over 2, after a search; direct, nothing arrives and nobody searches.
func TestAODVCarriesMessagesToFormerNeighbours(t *testing.T) {
	for way, want := range map[string][]string{"routed": {"1 {7}"}, "direct": nil} {
		w := unicasts(3, way)
		w.Line().Boot()
		unicast(w, 1, 3, 0, 7)
		w.Run(10 * time.Second)
		counts, list := said(w, 0)
		if got := w.Received(3); !slices.Equal(got, want) {
			t.Errorf("%s: 3 received %q, want %q: %v", way, got, want, list)
		}
		if searched := counts["rreq"] > 0; searched != (way == "routed") {
			t.Errorf("%s: %d requests", way, counts["rreq"])
		}
	}
}

// The give-up table of GloMoSim (network/aodv.h): a search for somebody absent asks with TTL 1,
// 3, 5, 7, 35, 35, and ends after 2·40·(1 + 3 + 5 + 7 + 35 + 35) ms = 6.88 s; the next one
// asks once with 35 and ends after 2.8 s; a route that breaks is noticed after 45 ms.
func TestAODVGivesUpAsInGloMoSim(t *testing.T) {
	w := unicasts(3, "routed")
	w.Line().Boot()
	w.Crash(3)
	unicast(w, 1, 3, 0, 7)
	asked := func(from int) (n int) {
		for _, s := range w.Said[from:] {
			if m, is := s.Message.(aodv.RouteRequest); is && s.From == 1 && m.Destination == 3 {
				n++
			}
		}
		return n
	}
	w.Run(6870 * time.Millisecond)
	if got := asked(0); got != 6 || waiting(w, 1) != 1 {
		t.Errorf("after 6.87 s %d requests, %d packets wait", got, waiting(w, 1))
	}
	w.Run(20 * time.Millisecond)
	if waiting(w, 1) != 0 {
		t.Errorf("after 6.89 s %d packets wait", waiting(w, 1))
	}
	mark := len(w.Said)
	unicast(w, 1, 3, 0, 8)
	w.Run(2790 * time.Millisecond)
	if got := asked(mark); got != 1 || waiting(w, 1) != 1 {
		t.Errorf("the second search: %d requests, %d packets wait after 2.79 s", got, waiting(w, 1))
	}
	w.Run(20 * time.Millisecond)
	if waiting(w, 1) != 0 {
		t.Error("the second search goes on")
	}
	unicast(w, 1, 2, 0, 9)
	w.Run(time.Second)
	w.Crash(2)
	mark = len(w.Said)
	unicast(w, 1, 2, 0, 10)
	w.Run(44 * time.Millisecond)
	unicast(w, 1, 2, 0, 11)
	w.Run(2 * time.Millisecond)
	unicast(w, 1, 2, 0, 12)
	_, list := said(w, mark)
	if want := "1>2 packet,1>2 packet,1* rreq"; strings.Join(list, ",") != want {
		t.Errorf("a hop that is gone: %v, want %s", list, want)
	}
}

// A message sent within a jitter has it on a route that is known, and its next hop is given
// that long to answer; one that waits for a search has none.
func TestAODVKeepsTheJitterOfUnicasts(t *testing.T) {
	w := unicasts(2, "routed")
	w.Line().Boot()
	unicast(w, 1, 2, 30*time.Millisecond, 1)
	w.Run(time.Second)
	var within time.Duration
	w.Effect = func(_ protocol.ID, e protocol.Effect) bool {
		if e.Op == protocol.OpSend {
			within = e.Within
		}
		return true
	}
	mark := w.Now
	w.Cut(1, 2)
	unicast(w, 1, 2, 30*time.Millisecond, 2)
	if within != 30*time.Millisecond {
		t.Errorf("jitter %v", within)
	}
	w.Effect = nil
	w.Run(60 * time.Millisecond)
	unicast(w, 1, 2, 0, 3)
	if _, list := said(w, len(w.Said)-1); list[0] != "1>2 packet" {
		t.Errorf("%v after %v the next hop counts as gone: %v", w.Now-mark, within, list)
	}
	if got := w.Received(2); len(got) == 0 || got[0] != "1 {1}" {
		t.Errorf("received %q", got)
	}
}
