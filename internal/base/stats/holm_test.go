package stats

import (
	"math"
	"testing"
)

// Holm by hand: 0.005·4, 0.01·3, 0.03·2, and 0.04·1, which may not be less than the
// one before it.
func TestHolmByHand(t *testing.T) {
	for i, x := range Holm([]float64{0.01, 0.04, 0.03, 0.005}) {
		if want := []float64{0.03, 0.06, 0.06, 0.02}[i]; math.Abs(x-want) > 1e-15 {
			t.Errorf("the p of place %d becomes %v, want %v", i, x, want)
		}
	}
	for m, want := range map[int]int{1: 6, 2: 7, 4: 8, 10: 9, 18: 10, 102: 12, 103: 13} {
		if got := LeastPairs(m); got != want {
			t.Errorf("a family of %d takes %d pairs, want %d", m, got, want)
		}
	}
}
