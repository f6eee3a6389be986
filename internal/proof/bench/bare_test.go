package bench

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"bellwether/emulator"
)

// BenchmarkBare reports the speed of the bare loop; the other benchmarks report their
// share of it.
func BenchmarkBare(b *testing.B) {
	for _, n := range []int{1e3, 1e4, 1e5, 1e6} {
		b.Run(fmt.Sprintf("nodes=%d", n), func(b *testing.B) {
			for range b.N {
				y := new(yardstick)
				y.measure(n)
				b.ReportMetric(y.rate()/1e6, "Mdeliveries/s")
			}
		})
	}
}

// The bare loop has the same work as the workload: all nodes in range of a sender hear a
// frame, in the order of their IDs, and a twentieth is lost; each node that hears a beacon
// forwards it once.
func TestBareLoopDoesTheWork(t *testing.T) {
	const n, beacons = 400, 20
	b := newBare(n)
	spots := b.grid.spots
	for sender := range spots {
		var want []uint32
		for i := range spots {
			if math.Hypot(spots[i].x-spots[sender].x, spots[i].y-spots[sender].y) <= rangeM {
				want = append(want, uint32(i))
			}
		}
		slices.SortFunc(want, func(i, j uint32) int { return int(spots[i].id) - int(spots[j].id) })
		ids, near := b.grid.within(spots[sender].place, nil, nil)
		if got := byID(ids, near, nil); !slices.Equal(got, want) {
			t.Fatalf("%d reaches %v, want %v", sender, got, want)
		}
	}
	b.run(beacons * time.Second)
	if b.sent > n*beacons || b.sent < n*beacons*9/10 {
		t.Errorf("%d frames of %d nodes and %d beacons", b.sent, n, beacons)
	}
	hears := 0.0
	for i := range spots {
		ids, _ := b.grid.within(spots[i].place, nil, nil)
		hears += float64(len(ids)-1) / n
	}
	if got := float64(b.received) / float64(b.sent); math.Abs(got/(hears*(1-lossPercent/100.0))-1) > 0.02 {
		t.Errorf("%.2f deliveries a frame; %.2f are in range", got, hears)
	}
}

// It delivers as many messages a second as the workload does without movement.
func TestBareLoopIsAsDenseAsTheWorkload(t *testing.T) {
	const n, span = 2000, 10 * time.Second
	c, err := load{nodes: n, until: span, static: true, start: emulator.Start{Leader: leaderOf(n)}}.config()
	if err != nil {
		t.Fatal(err)
	}
	w, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := newBare(n)
	b.run(span)
	done := w.Counters()
	workload, bare := float64(done.Deliveries)/float64(done.Transmissions), float64(b.received)/float64(b.sent)
	if math.Abs(bare/workload-1) > 0.05 {
		t.Errorf("%.2f deliveries a frame, %.2f in the workload", bare, workload)
	}
	if sent := float64(b.sent) / float64(done.Transmissions); sent < 0.9 || sent > 1.15 {
		t.Errorf("%d frames, %d in the workload", b.sent, done.Transmissions)
	}
}
