package protocol

import (
	"math"
	"testing"
)

func TestOfferWeighsAssets(t *testing.T) {
	for _, c := range []struct {
		assets []Asset
		want   int64
	}{
		{nil, 0},
		{[]Asset{{1, 1}}, 1000},
		{[]Asset{{0.7, 1}, {0.3, 1}}, 1000},
		{[]Asset{{0.7, 0.5}, {0.3, 0.25}}, 420}, // 350 + 75 = 425, to the quantum
		{[]Asset{{0.7, 0.1}, {0.3, 0}}, 70},     // 0.7·0.1 is just below 0.07: rounded first
		{[]Asset{{0.009, 1}}, 0},
		{[]Asset{{1, 1}, {1, 1}, {1, 1}}, 3000},
	} {
		if got := Offer(c.assets...); got != c.want {
			t.Errorf("%v: %d, want %d", c.assets, got, c.want)
		}
	}
}

func TestConnectivityEndsAtSixteen(t *testing.T) {
	for degree, want := range map[float64]float64{0: 0, 4: 0.25, 12.5: 0.78125, 16: 1, 17: 1, 1000: 1} {
		if got := Connectivity(degree); got != want {
			t.Errorf("degree %v: %v, want %v", degree, got, want)
		}
	}
}

// TestDegreeIsSmoothedOverTenSeconds sees a step of the degree: after one time
// constant 1 − 1/e of it has arrived, to the coarseness of steps of a second.
func TestDegreeIsSmoothedOverTenSeconds(t *testing.T) {
	smoothed := 4.0
	for range 10 {
		next := SmoothDegree(smoothed, 14)
		if next <= smoothed || next >= 14 {
			t.Fatalf("%v after %v", next, smoothed)
		}
		smoothed = next
	}
	if arrived := (smoothed - 4) / 10; math.Abs(arrived-(1-1/math.E)) > 0.03 {
		t.Errorf("%v of the step after 10 s", arrived)
	}
	if SmoothDegree(7, 7) != 7 {
		t.Error("a degree that stays is changed")
	}
}
