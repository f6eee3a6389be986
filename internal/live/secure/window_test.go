package secure

import (
	"testing"

	"pgregory.net/rapid"
)

// Within its span the window agrees with a set of counters.
func TestWindowIsASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w window
		seen := map[uint64]bool{}
		at := rapid.Uint64Range(0, 1<<62).Draw(t, "begins at")
		for range rapid.IntRange(1, 300).Draw(t, "packets") {
			n := at + rapid.Uint64Range(0, 2*windowSpan).Draw(t, "ahead")
			n -= min(n, rapid.Uint64Range(0, 2*windowSpan).Draw(t, "behind"))
			want := n > 0 && !seen[n] && (n > w.highest || w.highest-n < windowSpan)
			if got := w.fresh(n); got != want {
				t.Fatalf("fresh(%d) is %v with highest %d", n, got, w.highest)
			}
			if want {
				w.mark(n)
				seen[n] = true
			}
			at = max(at, w.highest)
		}
	})
}

func TestWindowForgetsNothingWithinItsSpan(t *testing.T) {
	var w window
	for n := uint64(1); n < 10*windowSpan; n++ {
		if !w.fresh(n) {
			t.Fatalf("%d is not fresh", n)
		}
		w.mark(n)
		for _, back := range []uint64{0, 1, wordBits - 1, wordBits, windowSpan - 1, windowSpan, 3 * windowSpan} {
			if back < n && w.fresh(n-back) {
				t.Fatalf("%d is fresh again after %d", n-back, n)
			}
		}
	}
	w.mark(1 << 63)
	if w.fresh(1<<63) || w.fresh(5) || !w.fresh(1<<63-1) || !w.fresh(1<<63+1) {
		t.Error("after a jump")
	}
}
