package simplesync_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/baseline/internal/simplesync"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

const pulse = 260 * time.Millisecond

func run(o smallworld.Options) *smallworld.Lab {
	w := smallworld.Run(simplesync.Algorithm(), overlay.Services{}, o)
	w.Complete().Boot()
	return w
}

// settled is a complete graph led by its last node, the best.
func settled(n int) *smallworld.Lab {
	w := run(smallworld.Options{Nodes: n})
	w.Settle(protocol.ID(n))
	return w
}

// "No pulso s = 0, todo candidato envia sua identificação para todos os outros
// nós. No pulso s = 1, todo nó … pode decidir sobre o líder" (course document 001): k(n−1)
// messages, n(n−1) if all stand, one pulse.
func TestMessagesByCandidates(t *testing.T) {
	for _, row := range []struct {
		n          int
		candidates []protocol.ID
		messages   int
	}{
		{1, []protocol.ID{1}, 0},
		{2, []protocol.ID{2}, 1},
		{2, []protocol.ID{1, 2}, 2},
		{7, []protocol.ID{7}, 6},
		{7, []protocol.ID{2, 7}, 12},
		{7, []protocol.ID{1, 3, 5, 7}, 24},
		{7, []protocol.ID{1, 2, 3, 4, 5, 6, 7}, 42},
		{20, []protocol.ID{4, 9, 20}, 57},
	} {
		w := settled(row.n)
		for _, id := range row.candidates {
			w.Elect(id)
		}
		w.Run(pulse - 1)
		if len(row.candidates) > 0 && w.Leader(protocol.ID(row.n)) != protocol.Nobody {
			t.Errorf("%+v: decided before pulse 1", row)
		}
		w.Run(1)
		if wrong := w.Disagreement(); wrong != "" || len(w.Said) != row.messages || w.Count("candidate") != row.messages {
			t.Errorf("%+v: %d messages: %s", row, len(w.Said), wrong)
		}
	}
}

// The same with any capabilities: the best of all, if it stands, wins at once.
func TestTheBestCandidateWins(t *testing.T) {
	for seed := range uint64(200) {
		g := rand.New(rand.NewPCG(seed, 0))
		values := make([]int64, 2+g.IntN(14))
		best := protocol.Capability{}
		for i := range values {
			values[i] = g.Int64N(5)
			best = best.Better(protocol.Capability{Value: values[i], ID: protocol.ID(i + 1)})
		}
		w := run(smallworld.Options{Nodes: len(values), Values: values, Jitter: 200 * time.Millisecond, Seed: seed})
		candidates := 0
		for i := range values {
			if id := protocol.ID(i + 1); id == best.ID || g.IntN(2) == 0 {
				w.Elect(id)
				candidates++
			}
		}
		w.Run(pulse)
		if wrong := w.Disagreement(); wrong != "" || len(w.Said) != candidates*(len(values)-1) {
			t.Fatalf("seed %d: %d messages of %d candidates among %d: %s", seed, len(w.Said), candidates, len(values), wrong)
		}
	}
}

// The paper's winner is the best of those that start; here members that are better stand at
// pulse 1, all together: n = 6, 3 stands, then 4, 5 and 6 do.
func TestWhoExceedsTheBestStandsAtTheNextPulse(t *testing.T) {
	w := run(smallworld.Options{Nodes: 6})
	w.Elect(3)
	w.Run(2 * pulse)
	if wrong := w.Disagreement(); wrong != "" || len(w.Said) != (1+3)*5 {
		t.Errorf("%d messages, want 20: %s", len(w.Said), wrong)
	}
}

// An election begins at a pulse, not when a node is told to elect.
func TestCandidatesWaitForThePulse(t *testing.T) {
	w := settled(3)
	w.Run(pulse / 3)
	w.Elect(3)
	w.Elect(3) // an election is under way
	w.Run(2*pulse - pulse/3 - 1)
	for _, s := range w.Said {
		if s.At != protocol.Time(pulse) {
			t.Errorf("%v sent at %v", s.Message, s.At)
		}
	}
	if len(w.Said) != 2 || w.Leader(1) != protocol.Nobody {
		t.Errorf("%d messages, 1 names %v", len(w.Said), w.Leader(1))
	}
	w.Run(1)
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
}
