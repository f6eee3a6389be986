package ring_test

import (
	"math/big"
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

// wave is long enough for two laps at 1 ms a hop and too short for the second
// detection interval.
const wave = 1900 * time.Millisecond

func complete(nodes int, values []int64) *smallworld.Lab {
	w := smallworld.Run(ring.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: nodes, Values: values})
	w.Complete().Boot()
	return w
}

// all starts all nodes at once and returns the numbers of ELECTIONs and ELECTEDs.
func all(t *testing.T, values []int64) (election, elected int) {
	w := complete(len(values), values)
	for id := range values {
		w.Elect(protocol.ID(id + 1))
	}
	w.Run(wave)
	if wrong := w.Disagreement(); wrong != "" {
		t.Fatalf("values %v: %s", values, wrong)
	}
	return w.Count("election"), w.Count("elected")
}

// "All start: ELECTION worst n(n+1)/2 (ids decreasing in the direction of
// sending), best 2n−1 (increasing); + n ELECTED".
func TestAllStartWorstAndBestOrder(t *testing.T) {
	for _, row := range []struct{ n, worst, best int }{
		{1, 1, 1}, {2, 3, 3}, {3, 6, 5}, {4, 10, 7}, {5, 15, 9}, {7, 28, 13}, {10, 55, 19}, {40, 820, 79},
	} {
		var rising, falling []int64
		for i := range row.n {
			rising = append(rising, int64(i+1))
			falling = append(falling, int64(row.n-i))
		}
		if election, elected := all(t, falling); election != row.worst || elected != row.n {
			t.Errorf("n=%d falling: %d + %d, want %d + %d", row.n, election, elected, row.worst, row.n)
		}
		if election, elected := all(t, rising); election != row.best || elected != row.n {
			t.Errorf("n=%d rising: %d + %d, want %d + %d", row.n, election, elected, row.best, row.n)
		}
	}
}

// "Mean n·Hₙ exactly", over every order; and no order leaves the
// two bounds.
func TestAllStartMeanOverEveryOrder(t *testing.T) {
	most := 6
	if sample.Whole() {
		most = 7
	}
	for n := 1; n <= most; n++ {
		total, orders := int64(0), int64(0)
		for values := range smallworld.Orders(n) {
			election, elected := all(t, values)
			if election < 2*n-1 || election > n*(n+1)/2 || elected != n {
				t.Fatalf("values %v: %d + %d", values, election, elected)
			}
			total += int64(election)
			orders++
		}
		harmonic := new(big.Rat)
		for k := 1; k <= n; k++ {
			harmonic.Add(harmonic, big.NewRat(int64(n), int64(k)))
		}
		if mean := big.NewRat(total, orders); mean.Cmp(harmonic) != 0 {
			t.Errorf("n=%d: mean %v ELECTIONs over %d orders, want n·Hₙ = %v", n, mean, orders, harmonic)
		}
	}
}

// "One initiator at distance d before the max: ELECTION d+n, ELECTED n",
// in every order.
func TestOneStarts(t *testing.T) {
	most := 6
	if testing.Short() {
		most = 5
	}
	for n := 1; n <= most; n++ {
		for values := range smallworld.Orders(n) {
			best := slices.Index(values, int64(n))
			for starter := range n {
				w := complete(n, values)
				w.Elect(protocol.ID(starter + 1))
				w.Run(wave)
				d := (best - starter + n) % n
				if w.Count("election") != d+n || w.Count("elected") != n {
					t.Fatalf("values %v, %d starts: %d + %d, want %d + %d",
						values, starter+1, w.Count("election"), w.Count("elected"), d+n, n)
				}
				if others := len(w.Said) - d - 2*n; others != 0 {
					t.Fatalf("values %v, %d starts: %d other messages", values, starter+1, others)
				}
			}
		}
	}
}

// Course document 004 draws P2 of P0 … P7 starting, the lap closed by P2 and
// P2 announcing: 16 messages. In Chang-Roberts only P7 can conclude: 5 + 8
// ELECTION and 8 ELECTED. IDs here are one more than there.
func TestEightNodesTheThirdStarts(t *testing.T) {
	w := complete(8, nil)
	w.Elect(3)
	w.Run(wave)
	if w.Count("election") != 13 || w.Count("elected") != 8 {
		t.Errorf("%d + %d, want 13 + 8", w.Count("election"), w.Count("elected"))
	}
	var announcer protocol.ID
	for _, s := range w.Said {
		if e, ok := s.Message.(rings.Elected); ok && e.Hops == 1 {
			announcer = s.From
		}
	}
	if announcer != 8 {
		t.Errorf("%v announces, want 8", announcer)
	}
}

// "n=1: self-message."
func TestRingOfOneTalksToItself(t *testing.T) {
	w := complete(1, nil)
	w.Elect(1)
	w.Run(wave)
	if len(w.Said) != 2 || w.Said[0].To != 1 || w.Said[1].To != 1 || w.Leader(1) != 1 {
		t.Errorf("sent %v, leader %v", w.Said, w.Leader(1))
	}
}
