package baseline_test

import (
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/internal/proof/smallworld"
	"bellwether/internal/testkit/sample"
	"bellwether/overlay"
)

// Larger worlds than the laws of conformance draw: bounds that grow with the roster hold
// there too.
func TestLargerWorldsSettle(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds")
	}
	for _, a := range baseline.All() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(sample.Of(1, 2)) {
				w := smallworld.Run(a, overlay.Services{}, smallworld.Options{Nodes: 40, Seed: seed, Jitter: time.Millisecond})
				w.Chaos(30*time.Second, seed)
				limit := a.SettleBound(w.Scale(overlay.Services{}), smallworld.Config(a, nil))
				d, wrong := w.Converge(limit+10*time.Second, 10*time.Second)
				if wrong != "" || d > limit {
					t.Fatalf("seed %d: settled after %v, bound %v; %s", seed, d, limit, wrong)
				}
				t.Logf("seed %d: settled after %v of %v", seed, d, limit)
			}
		})
	}
}
