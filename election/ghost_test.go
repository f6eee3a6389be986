package election

import (
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/internal/proof/smallworld"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
)

// Gap 6: "carry the beacon's number and age with the leader, and refuse to adopt a leader
// whose last beacon is older than the time-out". A leader crashes in the middle of merges and
// partitions, and each of them could pass its name on. No node names it later than one beacon
// time-out after its last sign of life.
//
// Proof, which the test only samples: a node holds a claim until heard + T, where heard is
// the arrival of the sign of life at this node, or the arrival of the claim minus its age.
// The age counts the time that each holder held the claim, and the bound of the jitter at
// each hop. It leaves out only the time on the air, 5 ms a hop here. A claim that is
// refused for its age is not passed on.
func TestDeadLeaderDoesNotOutliveTheBeaconTimeout(t *testing.T) {
	const (
		n       = 10
		latency = 5 * time.Millisecond
		slack   = n * latency
	)
	each(t, func(t *testing.T, p given) {
		merges := 0
		for seed := range uint64(sample.Size(20, 50)) {
			r := rand.New(rand.NewPCG(seed, 3))
			w := build(t, p, smallworld.Options{
				Seed: seed, Values: ascending(n), Latency: time.Millisecond, Jitter: latency - time.Millisecond, Ordered: true, Tries: 4,
			})
			islands := [2][]protocol.ID{w.all()[:n/2], w.all()[n/2:]}
			w.connect(r, 0.1, islands[0]...)
			w.connect(r, 0.1, islands[1]...)
			w.BootAll()
			w.Elect(1, n/2+1)
			w.Run(2 * time.Second)
			w.wantLeader(n/2, islands[0]...)
			w.wantLeader(n, islands[1]...)
			lastSign := w.Now
			sent, done := w.Sent, w.Done
			w.Sent = func(from, to protocol.ID, m protocol.Message) {
				sent(from, to, m)
				if _, ok := m.(beacon); ok && from == n {
					lastSign = w.Now
				}
			}
			w.Run(time.Duration(r.Int64N(int64(4 * time.Second))))
			w.Crash(n)
			w.Loss = 0.2 * r.Float64()
			w.Done = func(id protocol.ID, e protocol.Effect) {
				if e.Op == protocol.OpElected && e.To == n {
					merges++
				}
				done(id, e)
			}
			until := lastSign.Add(beaconTimeout + slack)
			for w.Now < lastSign.Add(3*beaconTimeout) {
				w.relink(r)
				w.Run(time.Duration(r.ExpFloat64() * float64(300*time.Millisecond)))
				for _, id := range w.all() {
					if w.Now > until && w.Machine(id) != nil && w.leader[id] == n {
						t.Fatalf("seed %d at %v: node %v names %d, last heard of at %v", seed, w.Now, id, n, lastSign)
					}
				}
			}
		}
		if merges == 0 {
			t.Error("no dead leader was ever passed on: nothing was tested")
		}
	})
}

// TestOldClaimsAreRefused: an old claim is refused, and so is one of a leader that this
// node has given up, until there is newer news of that leader.
func TestOldClaimsAreRefused(t *testing.T) {
	dead := protocol.Capability{Value: 90, ID: 9}
	claim := func(beacon uint32, age time.Duration) exchange {
		return exchange{Claim: claim{
			Leader: dead, Stamp: stamp{Term: 1, Beacon: beacon}, Age: uint32(age / time.Millisecond),
		}}
	}
	w := build(t, byBroadcast, smallworld.Options{Values: ascending(9)})
	w.BootAll()
	hears := func(x exchange, want protocol.ID) {
		t.Helper()
		w.Inject(1, 2, x)
		if got := protocol.ID(w.state(1, "leader")); got != want {
			t.Errorf("at %v after beacon %d, %d ms old: leader %v, want %v", w.Now, x.Claim.Stamp.Beacon, x.Claim.Age, got, want)
		}
	}
	hears(claim(7, beaconTimeout), protocol.Nobody)
	hears(claim(7, beaconTimeout-time.Second), 9)
	w.Run(time.Second) // given up now
	hears(claim(7, 0), protocol.Nobody)
	hears(claim(6, 0), protocol.Nobody)
	hears(claim(8, 0), 9)
}
