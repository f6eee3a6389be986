package election

import (
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/proof/smallworld"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
)

// However many nodes start at once, a static loss-free component ends in the greatest of
// their computations, and names its best node.
func TestConcurrentStartersAgree(t *testing.T) {
	each(t, func(t *testing.T, p given) {
		rapid.Check(t, func(rt *rapid.T) {
			seed, n := rapid.Uint64().Draw(rt, "seed"), rapid.IntRange(1, 16).Draw(rt, "n")
			r := rand.New(rand.NewPCG(seed, 4))
			w := build(t, p, smallworld.Options{Seed: seed, Values: shuffled(n, r), Latency: 1, Jitter: 10 * time.Millisecond, Ordered: true})
			w.connect(r, 0.2, w.all()...)
			w.BootAll()
			var greatest protocol.ID
			for _, id := range w.all() {
				if r.IntN(2) == 0 {
					w.Elect(id)
					greatest = id
				}
			}
			if greatest == protocol.Nobody {
				greatest = 1
				w.Elect(1)
			}
			w.Run(1900 * time.Millisecond)
			if !w.settled() {
				rt.Fatalf("leaders %v, want %v", w.leader[1:], w.Wanted(w.all()))
			}
			for _, id := range w.all() {
				if got, want := w.index(id), (protocol.Computation{Num: 1, Source: greatest}); got != want {
					rt.Errorf("node %v ended in %v, want %v", id, got, want)
				}
			}
		})
	})
}

// After convergence only beacons are sent, one per node and interval.
func TestCalmWorldSaysNothingButBeacons(t *testing.T) {
	each(t, func(t *testing.T, p given) {
		const n, intervals = 12, 10
		r := rand.New(rand.NewPCG(7, 7))
		w := build(t, p, smallworld.Options{Values: shuffled(n, r), Latency: 1, Jitter: time.Millisecond, Ordered: true})
		w.connect(r, 0.2, w.all()...)
		w.BootAll()
		w.Elect(w.all()...)
		w.Run(3 * time.Second)
		clear(w.kinds)
		w.Run(intervals * detection.Interval)
		if len(w.kinds) != 1 || w.kinds[kindBeacon] != n*intervals {
			t.Errorf("said %v, want %d beacons", w.kinds, n*intervals)
		}
	})
}

// With values that change and hysteresis h, no live member exceeds the leader by more than
// h and what can change until a challenge is over: three beacons, the back-off and an
// election, well within four intervals. A leader within h is not replaced.
func TestHysteresisBoundsTheLeadersDeficit(t *testing.T) {
	const (
		h     = 200 // thousandths
		step  = 10  // a value changes by at most this …
		every = 500 * time.Millisecond
		grace = 4 * 2 * time.Second
		drift = 2 * step * int64(grace/every) // … both the leader's and the rival's
	)
	each(t, func(t *testing.T, p given) {
		changes := 0
		for seed := range uint64(sample.Size(4, 5)) {
			r := rand.New(rand.NewPCG(seed, 8))
			config := configure(t, p)
			config.Hysteresis = protocol.Margin{Share: h}
			w := buildWith(t, config, smallworld.Options{Seed: seed, Values: ascending(8), Latency: 1, Jitter: time.Millisecond, Ordered: true})
			w.connect(r, 0.2, w.all()...)
			w.BootAll()
			value := func(id protocol.ID) int64 { return w.Capability(id).Value }
			for _, id := range w.all() {
				w.SetValue(id, 500)
			}
			w.Elect(1)
			w.Run(time.Second)
			leader := w.leader[1]
			for range 400 {
				for _, id := range w.all() {
					w.SetValue(id, max(0, value(id)+r.Int64N(2*step+1)-step))
				}
				w.Run(every)
				if now := w.leader[1]; now != leader && now != protocol.Nobody {
					leader, changes = now, changes+1
				}
				best := w.Capability(w.Wanted(w.all()).Leader).Value
				if limit := value(leader)*(1000+h)/1000 + drift; best > limit {
					t.Fatalf("seed %d at %v: leader %v offers %d, another %d, more than %d", seed, w.Now, leader, value(leader), best, limit)
				}
			}
		}
		if changes == 0 {
			t.Error("no leader was ever challenged: nothing was tested")
		}
	})
}
