package prasle_test

import (
	"math"
	"testing"
	"time"

	"bellwether/baseline/internal/prasle"
	"bellwether/internal/proof/smallworld"
	"bellwether/internal/testkit/sample"
	"bellwether/overlay"
	"bellwether/protocol"
)

// tree has the best node, 7, at its root; by parent.
var tree = map[protocol.ID][]protocol.ID{7: {6, 5}, 6: {4, 3}, 5: {2}, 2: {1}}

// all is the chance that all below a node know the best at most t rounds after the node does,
// where a frame is lost with probability p: a child hears it k rounds later with
// probability (1 − p)·p^(k−1), apart from all other links (arXiv 2604.16069: the time of
// max-consensus on a tree under Bernoulli losses).
func all(node protocol.ID, t int, p float64) float64 {
	out := 1.0
	for _, child := range tree[node] {
		sum := 0.0
		for k := 1; k <= t; k++ {
			sum += (1 - p) * math.Pow(p, float64(k-1)) * all(child, t-k, p)
		}
		out *= sum
	}
	return out
}

// Where each node says its pair each round, an election is max-consensus: the rounds until all know
// the best are distributed as the theory says, exactly. The distance is that of Kolmogorov and
// Smirnov, at a level of one in a thousand.
func TestRoundsAreThoseOfMaxConsensus(t *testing.T) {
	const p, longest = 0.3, 40
	runs := sample.Some(300, 20000)
	took := make([]int, longest+1)
	for seed := range uint64(runs) {
		a := prasle.Algorithm()
		w := smallworld.RunWith(a, smallworld.Config(a, map[string]string{"round": "1s", "jitter": "0s", "rounds": "1000"}),
			overlay.Services{}, smallworld.Options{Nodes: 7, Seed: seed, Loss: p})
		for parent, children := range tree {
			for _, child := range children {
				w.Link(parent, child)
			}
		}
		w.Boot()
		w.Run(500 * time.Millisecond)
		rounds := 0
		for !know(w) && rounds < longest {
			w.Run(time.Second)
			rounds++
		}
		took[rounds]++
	}
	done, far := 0, 0.0
	for rounds, n := range took {
		done += n
		far = max(far, math.Abs(float64(done)/float64(runs)-all(7, rounds, p)))
	}
	if most := 1.95 / math.Sqrt(float64(runs)); far > most {
		t.Errorf("the distributions differ by %.3f, more than %.3f: %v", far, most, took)
	}
}

// know reports whether all nodes know the best.
func know(w *smallworld.Lab) bool {
	yes := true
	for id := protocol.ID(1); id <= 7; id++ {
		w.Machine(id).(protocol.Inspector).Inspect(func(name string, value int64) {
			yes = yes && (name != "best" || value == 7)
		})
	}
	return yes
}
