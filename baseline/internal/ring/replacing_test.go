package ring_test

import (
	"slices"
	"testing"
	"time"

	"bellwether/baseline/internal/ring"
	"bellwether/baseline/internal/rings"
	"bellwether/internal/proof/smallworld"
	"bellwether/internal/testkit/sample"
	"bellwether/overlay"
	"bellwether/protocol"
)

func replacing(o smallworld.Options) *smallworld.Lab {
	w := smallworld.Run(ring.Replacing(), overlay.Services{}, o)
	w.Complete().Boot()
	return w
}

// launch starts some nodes at once, and returns the numbers of ELECTIONs and ELECTEDs; the
// best must lead, and no other message may be sent.
func launch(t *testing.T, w *smallworld.Lab, starters []protocol.ID) (election, elected int) {
	t.Helper()
	for _, id := range starters {
		w.Elect(id)
	}
	w.Run(wave)
	if wrong := w.Disagreement(); wrong != "" {
		t.Fatalf("values %v, %v start: %s", w.Values, starters, wrong)
	}
	election, elected = w.Count("election"), w.Count("elected")
	if len(w.Said) != election+elected {
		t.Fatalf("values %v, %v start: %d other messages", w.Values, starters, len(w.Said)-election-elected)
	}
	return election, elected
}

// "With k initiators k tokens run to the end and k announcement laps; counts
// Σ(d_i+n)+k·n": in every order, for every set of initiators.
func TestReplacingRunsEveryTokenToItsEnd(t *testing.T) {
	most := 5
	if sample.Whole() {
		most = 6
	}
	for n := 1; n <= most; n++ {
		for values := range smallworld.Orders(n) {
			best := slices.Index(values, int64(n))
			for set := 1; set < 1<<n; set++ {
				var starters []protocol.ID
				distances := 0
				for i := range n {
					if set>>i&1 == 1 {
						starters = append(starters, protocol.ID(i+1))
						distances += (best - i + n) % n
					}
				}
				k := len(starters)
				election, elected := launch(t, replacing(smallworld.Options{Nodes: n, Values: values}), starters)
				if election != distances+k*n || elected != k*n {
					t.Fatalf("values %v, %v start: %d + %d, want %d + %d",
						values, starters, election, elected, distances+k*n, k*n)
				}
			}
		}
	}
}

// What the flag saves: if all start, n² + n(n−1)/2 ELECTIONs in any order instead of 2n−1 …
// n(n+1)/2, and n² ELECTEDs instead of n.
func TestReplacingCostsWhatExtinctionSaves(t *testing.T) {
	for _, row := range []struct{ n, election, elected int }{{1, 1, 1}, {2, 5, 4}, {4, 22, 16}, {8, 92, 64}, {16, 376, 256}} {
		for _, falling := range []bool{false, true} {
			var values []int64
			var everybody []protocol.ID
			for i := range row.n {
				values, everybody = append(values, int64(i+1)), append(everybody, protocol.ID(i+1))
			}
			if falling {
				slices.Reverse(values)
			}
			election, elected := launch(t, replacing(smallworld.Options{Nodes: row.n, Values: values}), everybody)
			if election != row.election || elected != row.elected {
				t.Errorf("n=%d, falling %t: %d + %d, want %d + %d", row.n, falling, election, elected, row.election, row.elected)
			}
		}
	}
}

// With one initiator nothing is extinguished, so the two variants send the same messages.
func TestOneInitiatorIsTheSameInBoth(t *testing.T) {
	values := []int64{3, 1, 4, 8, 5, 9, 2, 6}
	for id := protocol.ID(1); id <= 8; id++ {
		a, b := complete(8, values), replacing(smallworld.Options{Nodes: 8, Values: values})
		for _, w := range []*smallworld.Lab{a, b} {
			w.Elect(id)
			w.Run(wave)
		}
		if !slices.Equal(a.Said, b.Said) {
			t.Errorf("%v starts: the variants differ", id)
		}
	}
}

// "Com valor menor: substitui o valor pelo seu ID" (course document 000): a node
// that takes part does so for each smaller token, and for none that is larger.
func TestSmallerTokenIsReplaced(t *testing.T) {
	w := replacing(smallworld.Options{Nodes: 5})
	w.Elect(3)
	w.Forgive()
	w.Inject(3, 2, rings.Token{Candidate: w.Capability(2), Hops: 1})
	w.Inject(3, 2, rings.Token{Candidate: w.Capability(4), Hops: 2})
	if len(w.Said) != 2 || w.Said[0].Message != (rings.Token{Candidate: w.Capability(3), Hops: 1}) ||
		w.Said[1].Message != (rings.Token{Candidate: w.Capability(4), Hops: 3}) {
		t.Errorf("3 sends %v", w.Said)
	}
}

// Every token of a leader that comes back is announced; a token that comes back to a node
// that follows another is of an election that ended.
func TestTokensThatComeHome(t *testing.T) {
	w := replacing(smallworld.Options{Nodes: 5})
	w.Settle(5)
	w.Inject(5, 4, rings.Token{Candidate: w.Capability(5), Hops: 5})
	w.Inject(3, 2, rings.Token{Candidate: w.Capability(3), Hops: 5})
	w.Run(wave)
	if len(w.Said) != 5 || w.Count("elected") != 5 {
		t.Errorf("sent %v, want one lap of ELECTED", w.Said)
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
}

// A token that no node removes from the ring ends by its hops here, too, though it may be
// replaced: each time by a better one.
func TestReplacedTokensEnd(t *testing.T) {
	w := replacing(smallworld.Options{Nodes: 6})
	w.Crash(6)
	w.Elect(5)
	w.MustConverge(t, 40*time.Second)
	w.Forgive()
	orphan := protocol.Capability{Value: 99, ID: 6}
	w.Inject(2, 1, rings.Token{Candidate: orphan, Hops: 1})
	w.Run(40 * time.Second)
	passed := 0
	for _, s := range w.Said {
		if e, ok := s.Message.(rings.Token); ok && e.Candidate == orphan {
			passed++
		}
	}
	if passed != 5 {
		t.Errorf("the orphan was passed on %d times, want 5: hops 2 … 6", passed)
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
}

// The same faults as in the original end the same way.
func TestReplacingSurvives(t *testing.T) {
	w := replacing(smallworld.Options{Nodes: 6})
	w.Settle(6)
	w.Run(5 * time.Second)
	w.Crash(6)
	w.MustConverge(t, 20*time.Second)
	w.Resign(5)
	w.Run(wave)
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
	for seed := range uint64(10) {
		w := replacing(smallworld.Options{Nodes: 8, Seed: seed, Tries: 1, Loss: 0.5, Jitter: 10 * time.Millisecond})
		for id := protocol.ID(1); id <= 8; id++ {
			w.Elect(id)
		}
		w.Run(30 * time.Second)
		w.Loss = 0
		w.MustConverge(t, 100*time.Second)
	}
}
