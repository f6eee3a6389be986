package doubling_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/baseline/internal/doubling"
	"bellwether/internal/contract/optional"
	"bellwether/internal/proof/smallworld"
	"bellwether/protocol"
)

const pulse = 260 * time.Millisecond

// run makes a complete graph whose candidates look in a direction for targets.
func run(targets string, o smallworld.Options) *smallworld.Lab {
	a := doubling.Algorithm()
	maker, err := a.New(smallworld.Config(a, map[string]string{"targets": targets}))
	if err != nil {
		panic(err)
	}
	o.Make, o.Kinds = maker, a.Kinds
	w := smallworld.New(o)
	w.Complete().Boot()
	return w
}

// elect has the starters stand, and waits for the result.
func elect(t *testing.T, w *smallworld.Lab, starters ...protocol.ID) {
	t.Helper()
	for _, id := range starters {
		w.Elect(id)
	}
	w.Run(time.Duration(2*bits.Len(uint(w.Nodes-1)))*pulse + 10*time.Millisecond)
}

func all(n int) (out []protocol.ID) {
	for id := protocol.ID(1); int(id) <= n; id++ {
		out = append(out, id)
	}
	return out
}

// "Golden values, ids 0 … n−1, all candidates; ascending targets: captures
// 2(n−1), acks n−1 (exact); descending: 10/5, 26/17, 58/41, 122/89, 250/185"
func TestGoldenCounts(t *testing.T) {
	for _, row := range []struct {
		targets        string
		n              int
		captures, acks int
	}{
		{"falling", 4, 10, 5}, {"falling", 8, 26, 17}, {"falling", 16, 58, 41},
		{"falling", 32, 122, 89}, {"falling", 64, 250, 185},
		{"rising", 1, 0, 0}, {"rising", 2, 2, 1}, {"rising", 3, 4, 2}, {"rising", 4, 6, 3}, {"rising", 5, 8, 4},
		{"rising", 8, 14, 7}, {"rising", 16, 30, 15}, {"rising", 33, 64, 32}, {"rising", 64, 126, 63},
	} {
		w := run(row.targets, smallworld.Options{Nodes: row.n, Jitter: 3 * time.Millisecond})
		elect(t, w, all(row.n)...)
		captures, acks, refuses := w.Count("capture"), w.Count("ack"), w.Count("refuse")
		if captures != row.captures || acks != row.acks || captures != acks+refuses || w.Count("leader") != row.n-1 {
			t.Errorf("%s, n=%d: %d captures, %d acks, %d refuses, want %d and %d",
				row.targets, row.n, captures, acks, refuses, row.captures, row.acks)
		}
		if wrong := w.Disagreement(); wrong != "" {
			t.Errorf("%s, n=%d: %s", row.targets, row.n, wrong)
		}
	}
}

// Corollary 5.2: "at most 2n⌈log n⌉ − n captures and n⌈log n⌉ acks" (the printed powers are
// products); and the winner is the best of those that start. Random capabilities, random
// starters; the best of all is among them.
func TestBoundsOfCorollary52(t *testing.T) {
	for n := 2; n <= 64; n += 1 + n/8 {
		for seed := range uint64(6) {
			g := rand.New(rand.NewPCG(uint64(n), seed))
			values := make([]int64, n)
			starters := map[protocol.ID]bool{}
			best := protocol.Capability{}
			for i := range values {
				values[i] = g.Int64N(1000)
				best = best.Better(protocol.Capability{Value: values[i], ID: protocol.ID(i + 1)})
				starters[protocol.ID(i+1)] = seed == 0 || g.IntN(3) > 0
			}
			starters[best.ID] = true
			w := run([]string{"rising", "falling"}[seed%2], smallworld.Options{Nodes: n, Values: values, Seed: seed})
			for _, id := range all(n) {
				if starters[id] {
					w.Elect(id)
				}
			}
			elect(t, w)
			log := bits.Len(uint(n - 1))
			if c, a := w.Count("capture"), w.Count("ack"); c > 2*n*log-n || a > n*log {
				t.Errorf("n=%d: %d captures of %d, %d acks of %d", n, c, 2*n*log-n, a, n*log)
			}
			if wrong := w.Disagreement(); wrong != "" {
				t.Errorf("n=%d, seed %d: %s", n, seed, wrong)
			}
		}
	}
}

// Theorem 5.1: "for 1 ≤ k ≤ ⌈log n⌉ − 1 at most ⌊n/2^(k−1)⌋ candidates are left at
// pulse 2k".
func TestCandidatesHalve(t *testing.T) {
	for _, n := range []int{4, 7, 16, 31, 64} {
		w := run("falling", smallworld.Options{Nodes: n})
		for _, id := range all(n) {
			w.Elect(id)
		}
		w.Run(2*pulse - 1)
		for k := 1; k <= bits.Len(uint(n-1))-1; k++ {
			candidates := 0
			for _, id := range all(n) {
				optional.Inspect(w.Machine(id), func(name string, value int64) {
					if name == "candidate" {
						candidates += int(value)
					}
				})
			}
			if candidates > n>>(k-1) {
				t.Errorf("n=%d: %d candidates at pulse %d, at most %d", n, candidates, 2*k, n>>(k-1))
			}
			w.Run(2 * pulse)
		}
	}
}

// Groups of 1, 2, 4, … at the even pulses, answered at the odd ones.
func TestGroupsDoubleInLockStep(t *testing.T) {
	w := run("rising", smallworld.Options{Nodes: 9})
	w.Run(100 * time.Millisecond) // between two pulses: it waits for the next even one
	elect(t, w, 9)
	w.Run(2 * pulse)
	got := map[string]int{}
	for _, s := range w.Said {
		got[fmt.Sprintf("%T at %d", s.Message, int(s.At)/int(pulse))]++
	}
	want := map[string]int{
		"doubling.Capture at 2": 1, "doubling.Capture at 4": 2, "doubling.Capture at 6": 4, "doubling.Capture at 8": 1,
		"doubling.Ack at 3": 1, "doubling.Ack at 5": 2, "doubling.Ack at 7": 4, "doubling.Ack at 9": 1,
		"doubling.Leader at 10": 8,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// The paper elects the best of those that start. Members that are better stand together
// when they hear the winner: two elections, never one for each.
func TestTheBestWinsInTheSecondElection(t *testing.T) {
	w := run("rising", smallworld.Options{Nodes: 8})
	elect(t, w, 2)
	if w.Count("capture") != 7 || w.Count("refuse") != 0 || w.Count("leader") != 7 {
		t.Errorf("%d captures, %d refused, %d told", w.Count("capture"), w.Count("refuse"), w.Count("leader"))
	}
	elect(t, w)
	w.Run(2 * pulse)
	if wrong := w.Disagreement(); wrong != "" || w.Count("leader") != 14 {
		t.Errorf("told %d, want 14: %s", w.Count("leader"), wrong)
	}
}
