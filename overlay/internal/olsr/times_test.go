package olsr_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
)

// However links and nodes come and go, and from the boot on, all ways are right when Settle has
// passed since the last change. Some world is wrong for
// two fifths of it: that all that may be late is, a hello by an interval and a relay by the whole
// jitter, is rare.
func TestOLSRSettles(t *testing.T) {
	longest := 0.0
	for seed := range uint64(45) {
		o := overlay.OLSROptions{MPRCoverage: 1 + int(seed%2), TCRedundancy: int(seed / 2 % 3)}
		if seed%3 == 1 {
			o.HelloInterval, o.TCInterval, o.NeighbHoldTime, o.TopHoldTime = 4*time.Second, 2*time.Second, 10*time.Second, 20*time.Second
		}
		g := rand.New(rand.NewPCG(seed, 0x736574746c65)) // "settle"
		w := randomGraph(seed, o)
		settle := o.Settle(protocol.Scale{Nodes: w.Nodes, Diameter: w.Nodes - 1, Hop: time.Millisecond, Roster: w.Nodes})
		any := func() protocol.ID { return protocol.ID(1 + g.IntN(w.Nodes)) }
		for range 3 {
			change, wrongUntil := w.Now, w.Now
			for w.Now < change.Add(settle-time.Second) {
				w.Run(time.Second)
				if len(wrongWays(w)) > 0 {
					wrongUntil = w.Now
				}
			}
			w.Run(settle - w.Now.Sub(change))
			longest = max(longest, float64(wrongUntil.Sub(change))/float64(settle))
			for _, wrong := range wrongWays(w) {
				t.Errorf("seed %d, %v after the last change: %s", seed, settle, wrong)
			}
			for range 1 + g.IntN(2*w.Nodes) {
				switch id := any(); g.IntN(5) {
				case 0, 1:
					w.Link(id, any())
				case 2, 3:
					w.Cut(id, any())
				case 4:
					if w.Up(id) {
						w.Crash(id)
					} else {
						w.Boot(id)
					}
				}
				w.Run(time.Duration(g.Int64N(int64(o.Whole().HelloInterval))))
			}
		}
	}
	t.Logf("wrong for %.2f of Settle at most", longest)
	if longest < 0.4 {
		t.Errorf("all ways are right after %.2f of Settle: it is too long", longest)
	}
}
