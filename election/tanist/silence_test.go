package tanist

import (
	"testing"
	"time"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Rounds of pulls go on until all of them miss every neighbour once in a hundred times.
func TestEnoughRounds(t *testing.T) {
	for _, c := range []struct {
		missed float64
		pulls  uint8
		want   uint8
	}{
		{1, 2, 2},                               // nothing is known
		{0, 2, 2}, {0.05, 2, 2}, {0.0975, 1, 2}, // a loss of 5 %: 1 − 0.95² = 0.0975
		{0.099, 2, 2}, {0.11, 2, 3}, {0.25, 2, 4}, {0.5, 2, 7}, {0.75, 2, 8}, {0.999, 2, 8},
		{0.5, 20, 20},
	} {
		s := settings{pulls: c.pulls}
		if got := s.enough(c.missed); got != c.want {
			t.Errorf("missed %v, at least %d: %d rounds, want %d", c.missed, c.pulls, got, c.want)
		}
	}
}

// A node that misses hellos asks oftener before it believes that its leader is lost.
func TestLossyLinksTakeMorePulls(t *testing.T) {
	for _, c := range []struct {
		kept  int // of two hellos
		pulls int
	}{{2, 2}, {1, 8}} { // each second hello is lost: 1 − (1 − ½²)² = 0.44, but while the first are counted it is more
		services := overlay.Services{Hello: &overlay.HelloOptions{Interval: time.Second / 4, Timeout: 20 * time.Second}}
		w := smallworld.RunWith(Algorithm(), smallworld.Config(Algorithm(), nil), services, smallworld.Options{Values: []int64{30, 20, 10}})
		said := map[[2]protocol.ID]int{}
		w.Drop = func(from, to protocol.ID, m protocol.Message) bool {
			switch m.(type) {
			case flood, bid, pull, answer:
				return false
			}
			said[[2]protocol.ID{from, to}]++
			return c.kept == 1 && said[[2]protocol.ID{from, to}]%2 == 0
		}
		w.Complete().Boot()
		w.Settle(1)
		w.Run(20 * interval)
		w.Crash(1)
		w.Forgive()
		w.Run(10 * interval)
		asked := 0
		for _, s := range w.Said {
			if s.From == 2 {
				if _, is := s.Message.(pull); is {
					asked++
				}
			}
		}
		if asked != c.pulls {
			t.Errorf("%d of 2 hellos arrive: node 2 asked %d times, want %d", c.kept, asked, c.pulls)
		}
	}
}
