package baseline_test

import (
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// rings are the algorithms of a ring.
func rings(t *testing.T, f func(t *testing.T, a protocol.Algorithm)) {
	for _, a := range baseline.All() {
		if a.Needs >= protocol.NeedsRing {
			t.Run(a.Name, func(t *testing.T) { f(t, a) })
		}
	}
}

// Followers and ring suspect a dead leader within four intervals, 8 s. If a token is lost
// in the gap meanwhile, it is sent again after a lap's time-out of at most 1.5 s and a
// random interval.
func TestRingsReplaceADeadLeader(t *testing.T) {
	rings(t, func(t *testing.T, a protocol.Algorithm) {
		w := smallworld.Run(a, overlay.Services{}, smallworld.Options{Nodes: 6})
		w.Complete().Boot()
		w.Settle(6)
		w.Run(5 * time.Second)
		w.Crash(6)
		w.MustConverge(t, 12*time.Second)
	})
}

// Two components elect one leader each; joined, the better one's announcement reaches the
// other side within 3 intervals.
func TestRingsMergeUnderTheBetterLeader(t *testing.T) {
	rings(t, func(t *testing.T, a protocol.Algorithm) {
		w := smallworld.Run(a, overlay.Services{}, smallworld.Options{Nodes: 6})
		for _, pair := range [][2]protocol.ID{{1, 3}, {3, 5}, {2, 4}, {4, 6}} {
			w.Link(pair[0], pair[1])
		}
		w.Boot()
		w.Elect(1)
		w.Elect(2)
		w.MustConverge(t, 60*time.Second)
		if w.Leader(1) != 5 || w.Leader(2) != 6 {
			t.Fatalf("leaders %v and %v", w.Leader(1), w.Leader(2))
		}
		w.Link(1, 2)
		w.MustConverge(t, 6*time.Second)
	})
}
