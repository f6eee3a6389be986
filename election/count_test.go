package election_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/election"
	"bellwether/election/internal/lockstep"
	"bellwether/protocol"
)

// graphs is how many a property check tries, of a hundred checks.
const graphs = 5

// staticElection runs one election, without loss, on a random connected graph
// under a random FIFO schedule, and stops before the first beacon.
func staticElection(t *rapid.T, tb testing.TB, p params) *world {
	seed := rapid.Uint64().Draw(t, "seed")
	n := rapid.IntRange(1, 24).Draw(t, "n")
	density := rapid.SampledFrom([]float64{0, 0.1, 0.3, 1}).Draw(t, "density")
	r := rand.New(rand.NewPCG(seed, 1))
	w := build(tb, p, lockstep.Options{Seed: seed, Values: shuffled(n, r), LatencyMin: 1, LatencyMax: 15 * time.Millisecond})
	w.connect(r, density, w.all()...)
	w.BootAll()
	w.Elect(protocol.ID(r.IntN(n) + 1))
	w.Run(1900 * time.Millisecond)
	if best := w.Best(w.all()).ID; !w.settled() {
		t.Fatalf("leaders %v, want %v", w.leader[1:], best)
	}
	for id, times := range w.enters[1:] {
		if times != 1 {
			t.Fatalf("node %d entered %d elections", id+1, times)
		}
	}
	return w
}

func wantCounts(t *rapid.T, w *world, want map[protocol.Kind]int) {
	for kind, count := range want {
		if w.kinds[kind] != count {
			t.Errorf("kind %d: %d messages, want %d (n %d, edges %d)", kind, w.kinds[kind], count, w.Len(), w.edges())
		}
	}
	for kind, count := range w.kinds {
		if _, wanted := want[kind]; !wanted && kind != election.KindProbe && kind != election.KindReply {
			t.Errorf("kind %d: %d messages, want none", kind, count)
		}
	}
}

// In unicast signalling Elections = Acks = 2|E| − n + 1 and Leaders = n, whatever
// the schedule: each node sends an Election over each of its links but the one to
// its parent, and gets an Ack for each.
func TestUnicastElectionCostsTwiceTheEdges(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range graphs {
			w := staticElection(rt, t, udp)
			each := 2*w.edges() - w.Len() + 1
			wantCounts(rt, w, map[protocol.Kind]int{
				election.KindElection: each, election.KindAck: each, election.KindLeader: w.Len(),
			})
		}
	})
}

// In broadcast signalling there are n Elections, n − 1 Child, n − 1 Acks and n
// Leaders: one each a node, but the source is nobody's child. CHILD-TIMEOUT must
// cover a schedule's slowest Child: two jitters and two latencies, 70 ms here.
func TestBroadcastElectionCostsTwoBroadcastsAndTwoUnicastsANode(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range graphs {
			w := staticElection(rt, t, bcast)
			n := w.Len()
			wantCounts(rt, w, map[protocol.Kind]int{
				election.KindElection: n, election.KindChild: n - 1, election.KindAck: n - 1, election.KindLeader: n,
			})
		}
	})
}
