package franklin_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"bellwether/baseline/internal/franklin"
	"bellwether/internal/proof/smallworld"
	"bellwether/internal/testkit/sample"
	"bellwether/overlay"
	"bellwether/protocol"
)

// wave is long enough for a dozen laps at 1 ms a hop and too short for the second
// detection interval.
const wave = 1900 * time.Millisecond

func world(o smallworld.Options) *smallworld.Lab {
	w := smallworld.Run(franklin.Algorithm(), overlay.Services{}, o)
	w.Complete().Boot()
	return w
}

func complete(nodes int, values []int64) *smallworld.Lab {
	return world(smallworld.Options{Nodes: nodes, Values: values})
}

// elect starts some nodes at once, and returns the number of ELECTIONs. The best must lead,
// with n ELECTED, and no other message may be sent.
func elect(t *testing.T, w *smallworld.Lab, starters ...protocol.ID) int {
	t.Helper()
	for _, id := range starters {
		w.Elect(id)
	}
	w.Run(wave)
	if wrong := w.Disagreement(); wrong != "" {
		t.Fatalf("values %v, %v start: %s", w.Values, starters, wrong)
	}
	election := w.Count("election")
	if elected := w.Count("elected"); elected != w.Nodes || len(w.Said) != election+elected {
		t.Fatalf("values %v, %v start: %d ELECTED, want %d; %d messages in all",
			w.Values, starters, elected, w.Nodes, len(w.Said))
	}
	return election
}

func everybody(n int) (ids []protocol.ID) {
	for id := protocol.ID(1); int(id) <= n; id++ {
		ids = append(ids, id)
	}
	return ids
}

func rising(n int) (values []int64) {
	for i := range n {
		values = append(values, int64(i+1))
	}
	return values
}

// "Worst rings n=4 [4,1,3,2] = 24; n=8 [8,1,3,2,7,4,6,5] = 64; best (sorted) 4n;
// n=2: 8; n=1: 2".
func TestNamedRings(t *testing.T) {
	for _, row := range []struct {
		values []int64
		want   int
	}{
		{[]int64{1}, 2},
		{[]int64{1, 2}, 8},
		{[]int64{2, 1}, 8},
		{[]int64{4, 1, 3, 2}, 24},
		{[]int64{8, 1, 3, 2, 7, 4, 6, 5}, 64},
		{rising(3), 12},
		{rising(8), 32},
		{[]int64{8, 7, 6, 5, 4, 3, 2, 1}, 32},
		{rising(40), 160},
	} {
		n := len(row.values)
		if got := elect(t, complete(n, row.values), everybody(n)...); got != row.want {
			t.Errorf("ring %v, all start: %d ELECTIONs, want %d", row.values, got, row.want)
		}
		if got := elect(t, complete(n, row.values), 1); got != row.want {
			t.Errorf("ring %v, one starts: %d ELECTIONs, want %d", row.values, got, row.want)
		}
	}
}

// "Each round = exactly 2n messages, rounds ≤ ⌊log₂n⌋+1", tight for n = 1 … 8: in every order,
// for any initiators.
func TestEveryOrder(t *testing.T) {
	bounds := []int{0, 2, 8, 12, 24, 30, 36, 42} // 2n(⌊log₂n⌋+1)
	most := 6
	if sample.Whole() {
		most = 7 // a campaign
	}
	for n := 1; n <= most; n++ {
		worst := 0
		for values := range smallworld.Orders(n) {
			want := 2 * n * rounds(values)
			for _, starters := range [][]protocol.ID{everybody(n), {protocol.ID(1 + int(values[0])%n)}} {
				if got := elect(t, complete(n, values), starters...); got != want {
					t.Fatalf("ring %v, %v start: %d ELECTIONs, want %d", values, starters, got, want)
				}
			}
			worst = max(worst, want)
		}
		if worst != bounds[n] {
			t.Errorf("n=%d: at worst %d ELECTIONs, want %d", n, worst, bounds[n])
		}
	}
}

// "≤ 2n(⌊log₂n⌋+1)" in random orders to n = 64, where half of
// them at most are left of each round; the bounds are written out by hand.
func TestRandomRingsStayWithinTheBound(t *testing.T) {
	for _, row := range []struct{ n, bound int }{
		{9, 72}, {15, 120}, {16, 160}, {31, 310}, {32, 384}, {63, 756}, {64, 896},
	} {
		for seed := range uint64(20) {
			values := rising(row.n)
			rand.New(rand.NewPCG(uint64(row.n), seed)).Shuffle(row.n, func(i, j int) { values[i], values[j] = values[j], values[i] })
			got := elect(t, complete(row.n, values), everybody(row.n)...)
			if got > row.bound || got%(2*row.n) != 0 {
				t.Errorf("ring %v: %d ELECTIONs, at most %d and a multiple of 2n are allowed", values, got, row.bound)
			}
		}
	}
}

// With round and direction in the message the paper's FIFO links are not needed: the counts
// hold when messages overtake one another, and nodes are a round ahead.
func TestCountsHoldWhenMessagesOvertake(t *testing.T) {
	for seed := range uint64(60) {
		w := world(smallworld.Options{Nodes: 8, Seed: seed, Jitter: 20 * time.Millisecond,
			Values: []int64{8, 1, 3, 2, 7, 4, 6, 5}})
		starters := everybody(8)[seed%8:]
		if got := elect(t, w, starters...); got != 64 {
			t.Errorf("seed %d: %d ELECTIONs, want 64", seed, got)
		}
	}
}

// The survivors of each round: the course document's example, "após a primeira rodada,
// restam os nós 2, 7 e 9; na segunda rodada resta apenas o nó 9". Its figure is lost: the
// ring is ours.
func TestSurvivorsOfTheDocumentsExample(t *testing.T) {
	values := []int64{2, 1, 7, 3, 9, 4, 0}
	w := complete(7, values)
	elect(t, w, everybody(7)...)
	inRound := map[uint8][]int64{}
	for _, s := range w.Said {
		if e, ok := s.Message.(franklin.Election); ok && e.Hops == 1 && e.Way == franklin.Forward {
			inRound[e.Round] = append(inRound[e.Round], e.Candidate.Value)
		}
	}
	for _, row := range []struct {
		round uint8
		want  []int64
	}{{1, []int64{0, 1, 2, 3, 4, 7, 9}}, {2, []int64{2, 7, 9}}, {3, []int64{9}}, {4, nil}} {
		slices.Sort(inRound[row.round])
		if !slices.Equal(inRound[row.round], row.want) {
			t.Errorf("round %d: %v are red, want %v", row.round, inRound[row.round], row.want)
		}
	}
}

// "A red neighbour may be one round ahead, never two", and no waiting message is lost: the
// counts above hold.
func TestMessagesWaitInTheirBuffers(t *testing.T) {
	early := 0
	for seed := range uint64(40) {
		w := world(smallworld.Options{Nodes: 8, Seed: seed, Jitter: 30 * time.Millisecond,
			Values: []int64{8, 1, 3, 2, 7, 4, 6, 5}})
		round := map[protocol.ID]uint8{}
		w.Effect = func(id protocol.ID, e protocol.Effect) bool {
			m, ok := e.Message.(franklin.Election)
			if !ok {
				return true
			}
			if m.Hops == 1 {
				round[id] = m.Round
			}
			const red = 1 // a black node's round does not change
			switch ahead := int(m.Round) - int(round[e.To]); {
			case inspect(w, e.To, "colour") != red:
			case ahead == 1:
				early++
			case ahead > 1:
				t.Errorf("seed %d: %v sends round %d to %v, red in round %d", seed, id, m.Round, e.To, round[e.To])
			}
			return true
		}
		elect(t, w, everybody(8)...)
	}
	if early == 0 {
		t.Error("no node was a round ahead: nothing was tested")
	}
}

// rounds counts the rounds by their rule alone: candidates larger than both neighbours
// stay, until one is alone; its own round is the last.
func rounds(values []int64) int {
	count := 1
	for red := values; len(red) > 1; count++ {
		var left []int64
		for i, v := range red {
			if v > red[(i+1)%len(red)] && v > red[(i+len(red)-1)%len(red)] {
				left = append(left, v)
			}
		}
		red = left
	}
	return count
}
