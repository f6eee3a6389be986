package floodmax_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/baseline/internal/floodmax"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Claims: no node passes on a claim worse than itself, and each node passes any one claim on
// at most once, on any graph, for any initiators.
func TestClaimsAreSpreadOnceAndOnlyIfBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 10).Draw(t, "n")
		var values []int64
		for range n {
			values = append(values, int64(rapid.IntRange(0, 5).Draw(t, "value")))
		}
		w := world(n, values)
		for id := 2; id <= n; id++ {
			w.Link(protocol.ID(id), protocol.ID(rapid.IntRange(1, id-1).Draw(t, "tree")))
		}
		w.Boot()
		for id := 1; id <= n; id++ {
			if id == 1 || rapid.Bool().Draw(t, "starts") {
				w.Elect(protocol.ID(id))
			}
		}
		w.Run(1900 * time.Millisecond)
		if wrong := w.Disagreement(); wrong != "" {
			t.Fatal(wrong)
		}
		type copy struct {
			by    protocol.ID
			claim floodmax.Claim
		}
		spread := map[copy]bool{}
		for _, s := range w.Said {
			c := s.Message.(floodmax.Claim)
			if spread[copy{s.From, c}] {
				t.Fatalf("%v spread %v twice", s.From, c)
			}
			spread[copy{s.From, c}] = true
			if w.Capability(s.From).Exceeds(c.Leader) {
				t.Fatalf("%v, which is better, spread %v", s.From, c)
			}
		}
	})
}

// Back-offs keep claims few: of 30 nodes that lose their leader together only a
// few claim, about as many as there are records in a random order (H₃₀ = 4.0).
func TestBackOffsKeepClaimsFew(t *testing.T) {
	claims := 0
	const deaths = 40
	for seed := range uint64(deaths) {
		w := smallworld.Run(floodmax.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: 31, Seed: seed})
		w.Complete().Boot()
		w.Settle(31)
		w.Run(3 * time.Second)
		w.Crash(31)
		w.Run(10 * time.Second)
		for _, s := range w.Said {
			if c, ok := s.Message.(floodmax.Claim); ok && c.Leader.ID == s.From {
				claims++
			}
		}
	}
	// The flood takes some of the back-off, in which others claim as well.
	if mean := float64(claims) / deaths; mean < 3 || mean > 8 {
		t.Errorf("%.1f claims a death", mean)
	}
}

// Beacons are broadcasts without retry: three lost in a row are a mistake, which the fourth
// corrects.
func TestLossMakesMistakesThatMend(t *testing.T) {
	w := smallworld.Run(floodmax.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: 6, Seed: 3})
	w.Line().Boot()
	w.Settle(6)
	w.Loss = 0.4
	w.Run(2 * time.Minute)
	lost := 0
	for _, e := range w.Events {
		if e.Op == protocol.OpElecting {
			lost++
		}
	}
	if lost == 0 {
		t.Error("no mistake at 40 % loss in two minutes: nothing was tested")
	}
	w.Loss = 0
	w.MustConverge(t, 11*time.Second)
}

// A worse leader's beacon is not passed on by followers of a better one.
func TestBeaconsOfWorseLeadersStopAtTheBorder(t *testing.T) {
	w := world(6, nil).Line()
	w.Boot()
	w.Settle(6)
	w.Run(5 * time.Second)
	w.Forgive()
	w.Inject(1, 2, floodmax.Beacon{Leader: protocol.Capability{Value: 3, ID: 3}, Stamp: protocol.Time(time.Hour)})
	if w.Leader(1) != 6 || len(w.Said) != 0 {
		t.Errorf("1 names %v and sent %v", w.Leader(1), w.Said)
	}
}

// A leader whose value falls is challenged by a node that hears of it.
func TestFadingLeaderIsContested(t *testing.T) {
	w := world(5, []int64{10, 20, 30, 40, 100}).Line()
	w.Boot()
	w.Settle(5)
	w.Run(3 * time.Second)
	w.SetValue(5, 35)
	w.MustConverge(t, 4*time.Second)
	if w.Leader(1) != 4 {
		t.Errorf("1 names %v, want 4", w.Leader(1))
	}
}
