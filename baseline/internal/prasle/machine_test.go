package prasle_test

import (
	"strconv"
	"testing"
	"time"

	"bellwether/baseline/internal/prasle"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Theorem III.2, and the bound of K·T: with K hops a pair has reached all after K rounds. Those who
// heard it in the last round end an election a round later, the others then.
func TestAnElectionTakesKRounds(t *testing.T) {
	for _, row := range []struct {
		n, k int
		last time.Duration // the last end of an election, with the best at the end of a line
	}{{2, 1, 2 * time.Second}, {5, 4, 5 * time.Second}, {5, 9, 9 * time.Second}, {9, 8, 9 * time.Second}} {
		w := lab(row.n, map[string]string{"rounds": strconv.Itoa(row.k)})
		w.Line().Boot()
		w.Run(12 * time.Second)
		var last time.Duration
		for _, e := range w.Events {
			if e.Op == protocol.OpElected {
				if last = time.Duration(e.At); e.To != protocol.ID(row.n) {
					t.Errorf("%d nodes, K = %d: %v follows %v", row.n, row.k, e.Node, e.To)
				}
			}
		}
		if last = last.Round(100 * time.Millisecond); last != row.last {
			t.Errorf("%d nodes, K = %d: the last election ends at %v, want %v", row.n, row.k, last, row.last)
		}
	}
}

// With fewer rounds than hops an election ends too early at nodes far from the best; its lead
// reaches them later.
func TestTooFewRoundsAreMended(t *testing.T) {
	w := lab(9, map[string]string{"rounds": "2"})
	w.Line().Boot()
	w.Run(3500 * time.Millisecond)
	if w.Leader(1) == 9 || w.Leader(1) == protocol.Nobody && w.Disagreement() == "" {
		t.Fatalf("1 follows %v after three rounds, eight hops from the best", w.Leader(1))
	}
	w.MustConverge(t, 20*time.Second)
}

// Neighbourhoods of the paper's testbed: all radios hear each other, and the best is as many
// rounds away as the logical network has hops.
func TestLogicalNeighbours(t *testing.T) {
	for _, row := range []struct {
		params map[string]string
		n      int
		hops   time.Duration
	}{
		{map[string]string{}, 9, 1},
		{map[string]string{"columns": "1"}, 9, 8},
		{map[string]string{"columns": "1", "around": "9"}, 9, 4},
		{map[string]string{"columns": "3"}, 9, 4},
		{map[string]string{"columns": "3", "send": "unicast"}, 8, 4}, // 8 is not at a corner: 1 and 3 are three hops away
	} {
		row.params["network"] = "reliable"
		w := lab(row.n, row.params)
		w.Complete().Boot()
		w.Run(30 * time.Second)
		var last protocol.Time // of a pair that was said: by those who heard of the best last
		for _, said := range w.Said {
			if k := said.Message.Kind(); k == 1 {
				last = said.At
			}
		}
		want := row.hops
		if row.n == 8 {
			want = 3
		}
		if got := time.Duration(last).Round(time.Second) / time.Second; got != want {
			t.Errorf("%v: the last better pair after %d rounds, want %d", row.params, got, want)
		}
	}
}

// A dead leader is given up, by one node that hears nobody of it and by several, which must not take its last
// word from each other for news.
func TestADeadLeaderIsGivenUp(t *testing.T) {
	for _, n := range []int{2, 4} {
		w := lab(n, nil)
		w.Complete().Boot()
		w.Run(20 * time.Second)
		if w.Leader(1) != protocol.ID(n) {
			t.Fatalf("1 follows %v, and not the best", w.Leader(1))
		}
		w.Crash(protocol.ID(n))
		w.MustConverge(t, time.Minute)
		if w.Leader(1) != protocol.ID(n-1) {
			t.Errorf("of %d nodes, whose best died, 1 follows %v", n, w.Leader(1))
		}
	}
}

func lab(n int, params map[string]string) *smallworld.Lab {
	a := prasle.Algorithm()
	given := map[string]string{"round": "1s", "jitter": "0s"}
	for name, value := range params {
		given[name] = value
	}
	return smallworld.RunWith(a, smallworld.Config(a, given), overlay.Services{}, smallworld.Options{Nodes: n, Seed: 1})
}
