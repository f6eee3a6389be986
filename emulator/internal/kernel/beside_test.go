package kernel

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Events beside the queue come as if they were in it, also within one instant, and also if one of
// them is planned while others are handled.
func TestEventsBesideTheQueueComeInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := &Kernel{beside: nothing}
		var kept []event // beside the queue, the first first
		plan := func() {
			e := event{at: k.now + int64(rapid.SampledFrom([]int{0, 1, 1<<bucketBits - 1, 1 << bucketBits, 3 << bucketBits, 2000 << bucketBits}).Draw(t, "after")), seq: k.Reserve()}
			if rapid.Bool().Draw(t, "beside") {
				kept = append(kept, e)
				slices.SortFunc(kept, func(a, b event) int {
					if a.before(b) {
						return -1
					}
					return 1
				})
				k.Beside(e.at, e.seq, 0, 0)
			} else {
				k.queue.push(e)
			}
		}
		for range rapid.IntRange(1, 30).Draw(t, "events") {
			plan()
		}
		last := event{at: -1}
		for k.queue.size() > 0 || k.beside.at != Never {
			e := k.pop()
			if !last.before(e) {
				t.Fatalf("%+v comes after %+v", e, last)
			}
			last, k.now, k.passing = e, e.at, e.seq
			if len(kept) > 0 && kept[0] == e {
				kept = kept[1:]
				if len(kept) > 0 {
					k.Beside(kept[0].at, kept[0].seq, 0, 0)
				}
			}
			for _, other := range kept {
				if k.Passed(other.at, other.seq) {
					t.Fatalf("%+v has passed before it came", other)
				}
			}
			if k.seq < 60 && rapid.Bool().Draw(t, "another") {
				plan()
			}
		}
		if len(kept) > 0 {
			t.Fatalf("%+v never came", kept)
		}
	})
}
