package conformance

import (
	"flag"
	"slices"
	"testing"
)

var (
	worlds = flag.Int("worlds", 300, "random worlds per algorithm; the long campaign takes thousands")
	first  = flag.Uint64("world", 0, "number of the first world")
)

// TestConvergenceLaw: once movement, loss and faults have stopped,
// every component names exactly one leader, its best live member, within the
// settle bound, and keeps it. And the bound must not be empty talk: it stays
// within ten times the 99th percentile of what is seen.
func TestConvergenceLaw(t *testing.T) {
	for _, r := range rows() {
		t.Run(r.label, func(t *testing.T) {
			t.Parallel()
			var shares []float64
			for k := range uint64(*worlds) {
				w := Draw(*first + k)
				share, err := settle(t, r, w, w.Config(r.a, r.values(t)))
				if err != nil {
					err = &drawn{w.Number, err}
					t.Fatalf("%v\n%s", err, again(t.Name(), err))
				}
				shares = append(shares, share)
			}
			slices.Sort(shares)
			p99 := shares[len(shares)*99/100]
			t.Logf("share of the bound that settling took: median %.2f, 99th percentile %.2f, most %.2f",
				shares[len(shares)/2], p99, shares[len(shares)-1])
			if p99 < 0.1 && len(shares) >= 100 {
				t.Errorf("the settle bound is more than ten times what 99 of 100 worlds take")
			}
		})
	}
}
