package tanist_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/election/tanist"
	"bellwether/internal/proof/smallworld"
	"bellwether/internal/testkit/sample"
	"bellwether/overlay"
	"bellwether/protocol"
)

// After partitions of any length each component follows its best node, and nobody else, within the
// settle bound: also after one that ends while nodes wait for answers, while they claim, or
// while a leader that was left is remembered.
func TestPartitionsOfAnyLength(t *testing.T) {
	t.Parallel()
	a := tanist.Algorithm()
	for seed := range uint64(sample.Size(20, 150)) {
		r := rand.New(rand.NewPCG(seed, 7))
		n := 3 + r.IntN(8)
		w := smallworld.Run(a, overlay.Services{}, smallworld.Options{
			Nodes: n, Seed: seed, Jitter: time.Millisecond, Loss: 0.2 * r.Float64(), Tries: 1,
			UpAfter: time.Duration(r.Int64N(int64(3 * time.Second))), DownAfter: time.Duration(r.Int64N(int64(3 * time.Second))),
		})
		w.Line()
		for id := 1; id <= n; id++ {
			w.Boot(protocol.ID(id))
		}
		at := protocol.ID(1 + r.IntN(n-1))
		for range 6 {
			w.Run(time.Duration(r.Int64N(int64(20 * time.Second))))
			w.Cut(at, at+1)
			w.Run(time.Duration(r.Int64N(int64(12 * time.Second))))
			w.Link(at, at+1)
			if r.IntN(2) == 0 {
				at = protocol.ID(1 + r.IntN(n-1))
			}
		}
		if r.IntN(2) == 0 {
			w.Cut(at, at+1)
		}
		w.Loss = 0
		scale := w.Scale(overlay.Services{})
		scale.Neighbour = 3 * time.Second
		limit := a.SettleBound(scale, smallworld.Config(a, nil)) + scale.Neighbour
		took, wrong := w.Converge(limit+10*time.Second, 10*time.Second)
		if wrong != "" || took > limit {
			t.Fatalf("seed %d: settled after %v, bound %v: %s", seed, took, limit, wrong)
		}
	}
}
