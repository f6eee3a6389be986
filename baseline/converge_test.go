package baseline_test

import (
	"slices"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/internal/overlaytest"
	"bellwether/overlay"
)

// services are the stacks that convergence is tested on.
var services = []struct {
	name string
	overlay.Services
}{
	{"driver", overlay.Services{}},
	{"hello and flood", overlay.Services{Hello: &overlay.HelloOptions{}, Flood: &overlay.FloodOptions{}}},
	{"link", overlay.Services{Link: &overlay.LinkOptions{}}},
}

// The convergence law: once faults have ended, every component names its best
// member, or whom the algorithm's goal wants, within the settle bound, and keeps it; and the bound is no empty
// promise, at most ten times the 99th percentile observed.
func TestEveryComponentNamesWhomItWantsWithinTheSettleBound(t *testing.T) {
	worlds := 150
	if testing.Short() {
		worlds = 30
	}
	for _, a := range baseline.All() {
		for _, s := range services {
			t.Run(a.Name+" over "+s.name, func(t *testing.T) {
				t.Parallel()
				var took []time.Duration
				var bound time.Duration
				for seed := range worlds {
					w := overlaytest.Run(a, s.Services, overlaytest.Options{
						Nodes: 2 + seed%9, Seed: uint64(seed), Jitter: time.Duration(seed%3) * time.Millisecond,
					})
					w.Chaos(40*time.Second, uint64(seed))
					limit := a.SettleBound(w.Scale(s.Services), overlaytest.Config(a, nil))
					d, wrong := w.Converge(limit+30*time.Second, 30*time.Second)
					if wrong != "" || d > limit {
						t.Fatalf("seed %d: settled after %v, bound %v; %s", seed, d, limit, wrong)
					}
					took, bound = append(took, d), max(bound, limit)
				}
				slices.Sort(took)
				p99 := took[len(took)*99/100]
				t.Logf("median %v, p99 %v, most %v, bound at most %v", took[len(took)/2], p99, took[len(took)-1], bound)
				// Where an oracle says at once who is gone, link-reversal has settled
				// when one first looks: its bound is judged with hellos.
				if p99 == 0 && s.Hello == nil {
					return
				}
				if bound > 10*p99 {
					t.Errorf("bound %v is more than ten times p99 %v", bound, p99)
				}
			})
		}
	}
}

// Larger worlds, fewer of them: bounds that grow with the roster hold there too.
func TestLargerWorldsSettle(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds")
	}
	for _, a := range baseline.All() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(5) {
				w := overlaytest.Run(a, overlay.Services{}, overlaytest.Options{Nodes: 40, Seed: seed, Jitter: time.Millisecond})
				w.Chaos(30*time.Second, seed)
				limit := a.SettleBound(w.Scale(overlay.Services{}), overlaytest.Config(a, nil))
				d, wrong := w.Converge(limit+10*time.Second, 10*time.Second)
				if wrong != "" || d > limit {
					t.Fatalf("seed %d: settled after %v, bound %v; %s", seed, d, limit, wrong)
				}
				t.Logf("seed %d: settled after %v of %v", seed, d, limit)
			}
		})
	}
}
