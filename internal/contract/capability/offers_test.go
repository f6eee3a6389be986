package capability

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestOfferWeighsAssets(t *testing.T) {
	for _, c := range []struct {
		assets []Asset
		want   int64
	}{
		{nil, 0},
		{[]Asset{{1, 1}}, 1000},
		{[]Asset{{0.7, 1}, {0.3, 1}}, 1000},
		{[]Asset{{0.7, 0.5}, {0.3, 0.25}}, 420}, // 350 + 75 = 425, rounded to the quantum
		{[]Asset{{0.7, 0.1}, {0.3, 0}}, 70},     // 0.7·0.1 is just below 0.07: rounded first
		{[]Asset{{0.009, 1}}, 0},
		{[]Asset{{1, 1}, {1, 1}, {1, 1}}, 3000},
	} {
		if got := Value(c.assets...); got != c.want {
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

// TestSmoothingTakesTenSeconds smooths a step: after one time constant its part is 1 −
// 1/e, with the error of steps of a second.
func TestSmoothingTakesTenSeconds(t *testing.T) {
	smoothed := 4.0
	for range 10 {
		next := Smooth(smoothed, 14)
		if next <= smoothed || next >= 14 {
			t.Fatalf("%v after %v", next, smoothed)
		}
		smoothed = next
	}
	if arrived := (smoothed - 4) / 10; math.Abs(arrived-(1-1/math.E)) > 0.03 {
		t.Errorf("%v of the step after 10 s", arrived)
	}
	if Smooth(7, 7) != 7 {
		t.Error("a constant input changes")
	}
}

func TestSharesByHand(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"just booted", Uptime(0, time.Hour), 0},
		{"before its boot", Uptime(-time.Hour, time.Hour), 0},
		{"up for the half", Uptime(10*time.Minute, 10*time.Minute), 0.5},
		{"up for three halves", Uptime(30*time.Minute, 10*time.Minute), 0.75},
		{"up for an hour, no half said", Uptime(time.Hour, 0), 0.5},
		{"up for ever", Uptime(math.MaxInt64, math.MaxInt64), 0.5},
		{"standing", Stillness(0, 10), 1},
		{"a quarter of the limit", Stillness(2.5, 10), 0.75},
		{"at the limit", Stillness(10, 10), 0},
		{"beyond it", Stillness(1e9, 10), 0},
		{"where nobody moves", Stillness(0, 0), 1},
		{"alone", Closeness(0, 0), 0},
		{"the centre of a star of 5", Closeness(4, 4), 1},
		{"a leaf of a star of 5: 1 + 3·2 hops", Closeness(4, 7), 4.0 / 7},
		{"the end of a line of 5: 1 + 2 + 3 + 4", Closeness(4, 10), 0.4},
		{"the middle of it: 2·(1 + 2)", Closeness(4, 6), 4.0 / 6},
	} {
		if math.Abs(c.got-c.want) > 1e-15 {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

// A longer uptime has no smaller share where numbers are rounded: beyond 104 days.
func TestYearsOfUptimeRise(t *testing.T) {
	for _, up := range []time.Duration{18014398509481986, 1 << 60, math.MaxInt64 - 3} {
		for _, half := range []time.Duration{1, 2, 3, UptimeHalf, math.MaxInt64} {
			for n := range time.Duration(3) {
				if a, b := Uptime(up+n, half), Uptime(up+n+1, half); b < a {
					t.Errorf("after %d ns it is %v, and a nanosecond later %v, with a half at %d ns", up+n, a, b, half)
				}
			}
		}
	}
}

// TestEveryShareIsOne: shares are in [0, 1], and a node with more of a good property has
// no smaller share.
func TestEveryShareIsOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		up, half := time.Duration(rapid.Int64().Draw(t, "up")), time.Duration(rapid.Int64().Draw(t, "half"))
		speed, limit := rapid.Float64Range(0, 1e300).Draw(t, "speed"), rapid.Float64Range(-1, 1e300).Draw(t, "limit")
		others := rapid.IntRange(0, 1<<20).Draw(t, "others")
		hops := others + rapid.IntRange(0, 1<<30).Draw(t, "more hops") // each other node is at least one hop away
		for name, share := range map[string]float64{
			"uptime": Uptime(up, half), "stillness": Stillness(speed, limit), "closeness": Closeness(others, hops),
		} {
			if !(share >= 0 && share <= 1) {
				t.Fatalf("%s is %v", name, share)
			}
		}
		if up < math.MaxInt64 && Uptime(up+1, half) < Uptime(up, half) ||
			Stillness(speed/2, limit) < Stillness(speed, limit) || Closeness(others, hops+1) > Closeness(others, hops) {
			t.Fatal("more of a good property has a smaller share")
		}
	})
}

// TestWeightsThatAddUpToOneMakeAThousand: if the weights add up to 1, the value is a
// multiple of the quantum from 0 to 1000 for all shares, and is not smaller for a greater
// share.
func TestWeightsThatAddUpToOneMakeAThousand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.IntRange(0, 1000), 1, 7).Draw(t, "parts")
		sum := 0
		for _, p := range parts {
			sum += p
		}
		assets := make([]Asset, len(parts))
		for i, p := range parts {
			assets[i] = Asset{float64(p) / float64(max(sum, 1)), rapid.Float64Range(0, 1).Draw(t, "share")}
		}
		value := Value(assets...)
		if value < 0 || value > ValueScale || value%ValueQuantum != 0 {
			t.Fatalf("%v: %d", assets, value)
		}
		for i := range assets {
			assets[i].Share = 1
			if next := Value(assets...); next < value {
				t.Fatalf("%v: %d, with less it was %d", assets, next, value)
			} else {
				value = next
			}
		}
		if sum > 0 && value < ValueScale-ValueQuantum { // rounding may cost one quantum
			t.Fatalf("all shares are 1, and the value is %d", value)
		}
	})
}
