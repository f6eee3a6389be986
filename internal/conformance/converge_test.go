package conformance

import (
	"flag"
	"slices"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/check"
)

var (
	worlds = flag.Int("worlds", 300, "random worlds per algorithm; the long campaign takes thousands")
	first  = flag.Uint64("world", 0, "number of the first world")
)

// restful is how long after its settling a world is watched.
const restful = 20 * time.Second

// TestConvergenceLaw is DESIGN §12: once movement, loss and faults have stopped,
// every component names exactly one leader, its best live member, within the
// settle bound, and keeps it. And the bound must not be empty talk: it stays
// within ten times the 99th percentile of what is seen.
func TestConvergenceLaw(t *testing.T) {
	for _, r := range rows() {
		t.Run(r.label, func(t *testing.T) {
			t.Parallel()
			var shares []float64
			for k := range uint64(*worlds) {
				shares = append(shares, settle(t, r, Draw(*first+k)))
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

// settle runs a world and gives the share of the bound that settling took.
func settle(t *testing.T, r row, w World) float64 {
	t.Helper()
	took, bound, ok := settleWithin(t, r, w, w.Config(r.a, r.values(t)))
	if !ok || took > bound {
		t.Fatalf("world %d (go test ./internal/conformance -run '%s' -world %d -worlds 1): settled %v after %v, bound %v",
			w.Number, t.Name(), w.Number, ok, took, bound)
	}
	return float64(max(took, 0)) / float64(bound)
}

// settleWithin runs a world until long after its bound, and gives how long after
// the calm it settled for good, if it did, and the bound.
func settleWithin(t *testing.T, r row, w World, c emulator.Config) (took, bound time.Duration, ok bool) {
	t.Helper()
	// No world of this size has a longer bound; the true one follows from the
	// links at rest.
	longest := r.a.SettleBound(protocol.Scale{Nodes: w.Nodes, Diameter: w.Nodes, Hop: hop, Roster: w.Nodes,
		Neighbour: 10 * time.Second}, c.Setup)
	c.Until = calmAt + longest + restful
	converged := check.NewConverged(check.ConvergedOptions{
		Calm: protocol.Time(calmAt), Deadline: protocol.Time(c.Until), Goal: r.a.Goal, Quorum: quorum(r.a, w.Nodes)})
	places := newTopology(w.Nodes)
	tree, nums := check.NewAcyclic(), check.NewMonotone()
	c.Sinks = []trace.Sink{converged, places, tree}
	if r.a.Name == "vasudevan" && keepsStorage(c.Faults) { // others' numbers mean nothing beyond a row of the table
		c.Sinks = append(c.Sinks, nums)
	}
	run(t, c)
	for _, v := range append(tree.Verdicts(), nums.Verdicts()...) {
		t.Fatalf("world %d (go test ./internal/conformance -run '%s' -world %d -worlds 1): %v",
			w.Number, t.Name(), w.Number, v)
	}
	at, ok := converged.SettledAt()
	return at.Sub(protocol.Time(calmAt)), r.a.SettleBound(places.scale(w), c.Setup), ok
}

// quorum is the least component that names anybody.
func quorum(a protocol.Algorithm, roster int) int {
	if !a.Quorum {
		return 0
	}
	return roster/2 + 1
}

// keepsStorage says whether no fault takes what a node saved: only then can its
// computation numbers never repeat.
func keepsStorage(faults []emulator.Fault) bool {
	for _, f := range faults {
		if f.LoseStorage {
			return false
		}
	}
	return true
}
