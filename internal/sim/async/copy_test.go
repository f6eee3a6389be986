package async_test

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/election"
	"bellwether/election/tanist"
	"bellwether/internal/proof/smallworld"
	"bellwether/internal/sim/async"
	"bellwether/overlay"
	"bellwether/protocol"
)

// origin is the instant at which systems begin.
const origin protocol.Time = 1 << 50

// stacks are the services of the systems that are copied.
var stacks = []overlay.Services{
	{},
	{Hello: &overlay.HelloOptions{Window: overlay.QualityWindow}, Flood: &overlay.FloodOptions{}, Link: &overlay.LinkOptions{}},
	{AODV: &overlay.AODVOptions{}, Hello: &overlay.HelloOptions{}},
	{AODV: &overlay.AODVOptions{Detection: "both", ReplyAck: true}},
	{OLSR: &overlay.OLSROptions{HelloInterval: 400 * time.Millisecond, TCInterval: time.Second}},
}

// fresh returns a system of four nodes that have all booted; one starts an election.
func fresh(t *testing.T, a protocol.Algorithm, s overlay.Services, seed uint64) *async.System {
	t.Helper()
	return booted(t, a, s, async.Options{Seed: seed})
}

// booted is fresh with options for the system.
func booted(t *testing.T, a protocol.Algorithm, s overlay.Services, o async.Options) *async.System {
	t.Helper()
	inner, err := a.New(smallworld.Config(a, nil))
	if err != nil {
		t.Fatal(err)
	}
	s.Detection = smallworld.Budget
	o.Make, o.Kinds, o.Timers = overlay.Compose(a, inner, s)
	o.Values, o.Limit = []int64{3, 1, 4, 2}, 10_000
	w := async.New(o)
	w.Link(async.Pair{A: 1, B: 2}, async.Pair{A: 2, B: 3}, async.Pair{A: 3, B: 4}, async.Pair{A: 4, B: 1})
	w.Now = origin
	w.BootAll()
	w.Elect(2)
	return w
}

// randomStep returns a random step that is possible: most deliver, some fire or lose, few crash,
// restart, cut or link.
func randomStep(w *async.System, g *rand.Rand) (async.Choice, bool) {
	id, other := protocol.ID(1+g.IntN(4)), protocol.ID(1+g.IntN(4))
	switch k := g.IntN(40); {
	case k == 0 && w.Up(id):
		return async.Choice{Do: async.Crash, Node: id}, true
	case k <= 3 && !w.Up(id):
		return async.Choice{Do: async.Restart, Node: id}, true
	case k == 4 && w.Topology.Linked(id, other):
		return async.Choice{Do: async.Cut, Node: id, Other: other}, true
	case k <= 6 && id != other && !w.Topology.Linked(id, other):
		return async.Choice{Do: async.Link, Node: id, Other: other}, true
	}
	all := w.Air.Deliveries(nil)
	if len(all) == 0 || g.IntN(8) == 0 {
		all = w.Alarms.Due(all)
	}
	if len(all) == 0 {
		return async.Choice{}, false
	}
	c := all[g.IntN(len(all))]
	if c.Do == async.Deliver && g.IntN(10) == 0 {
		c.Do = async.Lose
	}
	return c, true
}

// TestCopiesRunLikeTheOriginal copies systems of every algorithm in the middle of runs,
// without services and with all. While the copy takes steps the original does not change,
// and after the same steps both have the same state.
func TestCopiesRunLikeTheOriginal(t *testing.T) {
	const copies, long = 6, 60
	for _, a := range append(baseline.All(), election.Vasudevan(), tanist.Algorithm()) {
		for k, s := range stacks {
			t.Run(a.Name, func(t *testing.T) {
				t.Parallel()
				g := rand.New(rand.NewPCG(1, uint64(k)))
				w, taken := fresh(t, a, s, 1), 0
				for range copies {
					c := w.Copy()
					if c == nil {
						t.Fatal("no copy")
					}
					before := w.Snapshot(nil)
					if !bytes.Equal(c.Snapshot(nil), before) {
						t.Fatalf("after %d steps a new copy differs from its original", taken)
					}
					var way []async.Choice
					for range long {
						next, ok := randomStep(c, g)
						if !ok {
							break
						}
						way = append(way, next)
						c.Take(next)
					}
					if !bytes.Equal(w.Snapshot(nil), before) {
						t.Fatalf("after %d steps, the original changes while its copy takes %d", taken, len(way))
					}
					for i, next := range way {
						w.Take(next)
						taken++
						if i == len(way)-1 && !bytes.Equal(w.Snapshot(nil), c.Snapshot(nil)) {
							t.Fatalf("after %d steps, the copy differs after the last %d", taken, len(way))
						}
					}
					if err := w.Calls.Err(); err != nil {
						t.Fatal(err)
					}
				}
				if taken < copies*long/2 {
					t.Errorf("only %d steps", taken)
				}
			})
		}
	}
}
