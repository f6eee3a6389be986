package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestQueueGivesEventsInOrder compares pushes and pops with a sorted list. Times reach
// from one bucket to beyond the wheel.
func TestQueueGivesEventsInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q queue
		var want []event
		var now int64
		span := rapid.SampledFrom([]int64{10, 1 << bucketBits, 1 << (bucketBits + 5), 1 << (bucketBits + 11), 1 << 50})
		for seq := uint64(1); seq < 200; seq++ {
			if len(want) > 0 && rapid.IntRange(0, 2).Draw(t, "pop") == 0 {
				got := q.pop()
				if got != want[0] {
					t.Fatalf("gave (%d, %d), want (%d, %d)", got.at, got.seq, want[0].at, want[0].seq)
				}
				want = want[1:]
				now = got.at
				continue
			}
			e := event{at: now + rapid.Int64Range(0, span.Draw(t, "span")).Draw(t, "in"), seq: seq}
			q.push(e)
			at, _ := slices.BinarySearchFunc(want, e, func(a, b event) int {
				if a.before(b) {
					return -1
				}
				return 1
			})
			want = slices.Insert(want, at, e)
			if q.size() != len(want) {
				t.Fatalf("size %d, want %d", q.size(), len(want))
			}
		}
	})
}

// TestQueueOfFewEventsGivesThemInOrder: most buckets of the wheel are empty, and are
// skipped. Each event that is taken leaves another, up to two turns ahead.
func TestQueueOfFewEventsGivesThemInOrder(t *testing.T) {
	g := rand.New(rand.NewPCG(1, 0))
	var q queue
	var last event
	for seq := uint64(1); seq <= 5000; seq++ {
		if seq > 20 {
			e := q.pop()
			if e.before(last) {
				t.Fatalf("gave (%d, %d) after (%d, %d)", e.at, e.seq, last.at, last.seq)
			}
			last = e
		}
		q.push(event{at: last.at + g.Int64N(2*buckets<<bucketBits), seq: seq})
	}
	if q.size() != 20 {
		t.Errorf("%d events are left of 20", q.size())
	}
}
