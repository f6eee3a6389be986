package election

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/proof/smallworld"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
)

// graphs is how many graphs a property test tries, of rapid's default of a hundred.
var graphs = sample.Of(2, 5)

// staticElection runs one election, without loss, on a random connected graph
// under a random FIFO schedule, and stops before the first beacon.
func staticElection(t *rapid.T, tb testing.TB, p given) *lab {
	seed := rapid.Uint64().Draw(t, "seed")
	n := rapid.IntRange(1, 24).Draw(t, "n")
	density := rapid.SampledFrom([]float64{0, 0.1, 0.3, 1}).Draw(t, "density")
	r := rand.New(rand.NewPCG(seed, 1))
	w := build(tb, p, smallworld.Options{Seed: seed, Values: shuffled(n, r), Latency: 1, Jitter: 15 * time.Millisecond, Ordered: true})
	w.connect(r, density, w.all()...)
	w.BootAll()
	w.Elect(protocol.ID(r.IntN(n) + 1))
	w.Run(1900 * time.Millisecond)
	if best := w.Wanted(w.all()).Leader; !w.settled() {
		t.Fatalf("leaders %v, want %v", w.leader[1:], best)
	}
	for id, times := range w.enters[1:] {
		if times != 1 {
			t.Fatalf("node %d entered %d elections", id+1, times)
		}
	}
	return w
}

func wantCounts(t *rapid.T, w *lab, want map[protocol.Kind]int) {
	for kind, count := range want {
		if w.kinds[kind] != count {
			t.Errorf("kind %d: %d messages, want %d (n %d, edges %d)", kind, w.kinds[kind], count, w.Nodes, w.edges())
		}
	}
	for kind, count := range w.kinds {
		if _, wanted := want[kind]; !wanted && kind != kindProbe && kind != kindReply {
			t.Errorf("kind %d: %d messages, want none", kind, count)
		}
	}
}

// In unicast signalling there are 2|E| − n + 1 Elections, as many Acks, and n Leaders,
// whatever the schedule: each node sends an Election over each of its links except the one
// to its parent, and gets an Ack for each.
func TestUnicastElectionCostsTwiceTheEdges(t *testing.T) {
	sample.Checks(t, 40)
	rapid.Check(t, func(rt *rapid.T) {
		for range graphs {
			w := staticElection(rt, t, byUDP)
			each := 2*w.edges() - w.Nodes + 1
			wantCounts(rt, w, map[protocol.Kind]int{
				kindElection: each, kindAck: each, kindLeader: w.Nodes,
			})
		}
	})
}

// Over TCP the messages are the same, with one acknowledgement for each, and for each link
// one handshake, or two if both ends open it at once.
func TestTCPElectionCostsAHandshakeALinkAndTwiceTheFrames(t *testing.T) {
	sample.Checks(t, 40)
	rapid.Check(t, func(rt *rapid.T) {
		for range graphs {
			w := staticElection(rt, t, given{"signalling": "tcp", "probe_interval": "2s"})
			each, opened := 2*w.edges()-w.Nodes+1, w.kinds[kindSyn]
			if opened < w.edges() || opened > 2*w.edges() {
				rt.Errorf("%d handshakes for %d links", opened, w.edges())
			}
			wantCounts(rt, w, map[protocol.Kind]int{
				kindElection: each, kindAck: each, kindLeader: w.Nodes,
				kindSyn: opened, kindSynAck: opened, kindSegmentAck: 2 * each,
			})
		}
	})
}

// In broadcast signalling there are n Elections, n − 1 Child, n − 1 Acks and n Leaders: one
// of each per node, except that the source has no parent. CHILD-TIMEOUT must cover a
// schedule's slowest Child: two jitters and two latencies, 70 ms here.
func TestBroadcastElectionCostsTwoBroadcastsAndTwoUnicastsANode(t *testing.T) {
	sample.Checks(t, 40)
	rapid.Check(t, func(rt *rapid.T) {
		for range graphs {
			for _, p := range []given{byBroadcast, byOptimised} { // no leader has departed at a first election
				w := staticElection(rt, t, p)
				n := w.Nodes
				wantCounts(rt, w, map[protocol.Kind]int{
					kindElection: n, kindChild: n - 1, kindAck: n - 1, kindLeader: n,
				})
			}
		}
	})
}

// The same in optimised signalling if all nodes have lost the same leader: every Election
// names it, and no node stays out.
func TestOptimisedElectionCostsTheSameWhereTheLeaderDepartedForAll(t *testing.T) {
	sample.Checks(t, 40)
	rapid.Check(t, func(rt *rapid.T) {
		for range graphs {
			w := staticElection(rt, t, byOptimised)
			n := w.Nodes
			clear(w.kinds)
			w.Elect(protocol.ID(rapid.IntRange(1, n).Draw(rt, "again")))
			w.Run(1900 * time.Millisecond)
			delete(w.kinds, kindBeacon) // the first leader's may be under way
			wantCounts(rt, w, map[protocol.Kind]int{
				kindElectionNamed: n, kindChild: n - 1, kindAck: n - 1, kindLeader: n,
			})
		}
	})
}

// Two components meet by one link or more; one of them has lost its leader. A node with
// another leader enters no election. It sends one Ack for each Election that it receives, and
// no other message of the election: the cost is that of the side that needs the election.
func TestOptimisedElectionStaysOnItsSide(t *testing.T) {
	sample.Checks(t, 40)
	rapid.Check(t, func(rt *rapid.T) {
		for range graphs {
			seed := rapid.Uint64().Draw(rt, "seed")
			r := rand.New(rand.NewPCG(seed, 2))
			side := 1 + r.IntN(10)
			n := 2*side + 1 // the last one departs
			w := build(t, byOptimised, smallworld.Options{Seed: seed, Values: shuffled(n, r), Latency: 1, Jitter: 15 * time.Millisecond, Ordered: true})
			stays, needs := w.all()[:side], w.all()[side:n-1] // so ⟨1, …⟩ of those in need is news to the others
			w.connect(r, 0.2, needs...)
			w.connect(r, 0.2, stays...)
			w.BootAll()
			for _, id := range needs {
				w.System.Settle(id, protocol.ID(n))
			}
			w.Elect(stays[0])
			w.Run(time.Second)
			best := w.Wanted(stays).Leader
			w.wantLeader(best, stays...)
			bridges := 0
			for _, a := range needs {
				for _, b := range stays {
					if r.IntN(side*side) == 0 || a == needs[0] && b == stays[0] {
						w.Link(a, b)
						bridges++
					}
				}
			}
			clear(w.kinds)
			w.Elect(needs[r.IntN(side)])
			w.Run(900 * time.Millisecond)
			all := slices.Concat(needs, stays)
			w.wantLeader(w.Wanted(all).Leader, all...)
			if got, want := w.kinds[kindElectionNamed], side; got != want {
				rt.Errorf("%d Elections, want one each of the %d nodes that lost their leader", got, want)
			}
			if got, want := w.kinds[kindAck], side-1+bridges; got != want {
				rt.Errorf("%d Acks, want %d in the tree and %d at once, over the links between", got, side-1, bridges)
			}
			for _, id := range stays {
				if w.enters[id] != 1 {
					rt.Errorf("node %v entered %d elections, want the first only", id, w.enters[id])
				}
			}
		}
	})
}
