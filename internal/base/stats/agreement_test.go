package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"bellwether/internal/base/stats"
)

type m = stats.Measured

// many are so many runs that Student's t is the normal distribution, and Welch's freedom plays
// no part: half-widths are computed by hand.
const many = 1_000_000

// Each verdict, by hand: 3-4-5 triangles.
func TestEquivalent(t *testing.T) {
	for _, c := range []struct {
		ours, theirs m
		want         stats.Verdict
		half         float64
	}{
		{m{104, 3, many}, m{100, 4, many}, stats.Yes, 5},
		{m{104.99, 3, many}, m{100, 4, many}, stats.Yes, 5}, // near the edge
		{m{105.01, 3, many}, m{100, 4, many}, stats.No, 5},
		{m{94.9, 3, many}, m{100, 4, many}, stats.No, 5},
		{m{100, 30, many}, m{100, 40, many}, stats.Open, 50}, // agrees, but so would half and twice
		{m{160, 30, many}, m{100, 40, many}, stats.No, 50},
		{m{0.1, 0.01, many}, m{0, 0, many}, stats.No, 0.01},     // R at N = 20
		{m{0.005, 0.01, many}, m{0, 0, many}, stats.Open, 0.01}, // nothing is within a quarter of 0
	} {
		got := stats.Equivalent(c.ours, c.theirs)
		if got.Verdict != c.want || math.Abs(got.Half-c.half) > 1e-4*c.half {
			t.Errorf("%v and %v: %+v, want %s ± %v", c.ours, c.theirs, got, c.want, c.half)
		}
	}
}

// Two perfect studies agree in 95 of 100 points, and no oftener.
func TestPerfectStudiesAgreeAsOftenAsTheySay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const points, half = 1000, 1.96 * 0.02
	agree, found := 0, 0
	for range points {
		a, b := m{1 + 0.02*r.NormFloat64(), half, many}, m{1 + 0.02*r.NormFloat64(), half, many}
		if stats.Equivalent(a, b).Verdict == stats.Yes {
			agree++
		}
		a.Mean *= 1.15
		if stats.Equivalent(a, b).Verdict == stats.No {
			found++
		}
	}
	if share := float64(agree) / points; math.Abs(share-0.95) > 4*math.Sqrt(0.95*0.05/points) {
		t.Errorf("perfect studies agree in %v", share)
	}
	if share := float64(found) / points; share < 0.99 { // 0.15 is 5.3 standard errors of the difference
		t.Errorf("a difference of 15 %% is found in %v", share)
	}
}

// Each verdict on one ratio, by hand: √(0.03² + 0.04²) = 0.05 in logarithms, and the edge at
// ln 1.25 = 0.223.
func TestWithin(t *testing.T) {
	for _, c := range []struct {
		ours, theirs m
		want         stats.Verdict
	}{
		{m{1, 0.03, many}, m{1, 0.04, many}, stats.Yes},
		{m{math.Exp(0.17), 0.03 * math.Exp(0.17), many}, m{1, 0.04, many}, stats.Yes},
		{m{math.Exp(0.18), 0.03 * math.Exp(0.18), many}, m{1, 0.04, many}, stats.Open},
		{m{math.Exp(-0.18), 0.03 * math.Exp(-0.18), many}, m{1, 0.04, many}, stats.Open},
		{m{math.Exp(-0.27), 0.03 * math.Exp(-0.27), many}, m{1, 0.04, many}, stats.Open},
		{m{math.Exp(-0.28), 0.03 * math.Exp(-0.28), many}, m{1, 0.04, many}, stats.No},
		{m{1, 0.3, many}, m{1, 0.3, many}, stats.Open}, // agrees, but so would half and twice
		{m{0.1, 0.01, many}, m{0, 0, many}, stats.No},  // R at N = 20
		{m{0.005, 0.01, many}, m{0, 0, many}, stats.Open},
		{m{1, 0, 1}, m{1, 0.04, many}, stats.Open},
	} {
		if got := stats.Within(c.ours, c.theirs); got.Verdict != c.want {
			t.Errorf("%v and %v: %+v, want %s", c.ours, c.theirs, got, c.want)
		}
	}
}

// The interval of a difference of two means of ten runs is Welch's: with equal halves of t(9) and
// freedom 18, √2 · t(18)/t(9) = √2 · 2.1009/2.2622. A single run says nothing.
func TestFewRuns(t *testing.T) {
	got := stats.Above(m{3, 1, 10}, m{1, 1, 10})
	if want := math.Sqrt2 * 2.1009 / 2.2622; math.Abs(got.Half-want) > 1e-4 || got.Verdict != stats.Yes || math.Abs(got.P-0.00497) > 1e-4 {
		t.Errorf("%+v, want half %v", got, want)
	}
	if got := stats.Above(m{1, 1, 10}, m{3, 1, 10}); got.Verdict != stats.No {
		t.Errorf("below: %+v", got)
	}
	if got := stats.Above(m{3, 0, 1}, m{1, 1, 10}); got.Verdict != stats.Open || got.P != 1 {
		t.Errorf("a single run: %+v", got)
	}
	if got := stats.Above(m{0, 0, 10}, m{0, 0, 10}); got.Verdict != stats.Open {
		t.Errorf("nothing over nothing: %+v", got)
	}
}

// A corrected p takes a verdict back, and never makes another; a yes without a test stays.
func TestCorrected(t *testing.T) {
	above, same := stats.Above(m{3, 1, 10}, m{1, 1, 10}), stats.Equivalent(m{100, 1, 10}, m{100, 1, 10})
	differs := stats.Equivalent(m{100, 1, 10}, m{105, 1, 10})
	for _, c := range []struct {
		of   stats.Compared
		p    float64
		want stats.Verdict
	}{{above, 0.05, stats.Yes}, {above, 0.051, stats.Open}, {differs, 0.05, stats.No}, {differs, 0.051, stats.Open}, {same, 1, stats.Yes}} {
		if got := c.of.Corrected(c.p); got != c.want {
			t.Errorf("%+v at %v: %s, want %s", c.of, c.p, got, c.want)
		}
	}
}

// Ratios above and below 1 cancel in their mean, which therefore has no verdict.
func TestRatio(t *testing.T) {
	for _, c := range []struct {
		ours, theirs []m
		ratio        float64
		used         int
	}{
		{[]m{{2, 0.02, many}, {0.5, 0.005, many}}, []m{{1, 0.01, many}, {1, 0.01, many}}, 1, 2},
		{[]m{{2, 0.02, many}, {2, 0.02, many}}, []m{{1, 0.01, many}, {1, 0.01, many}}, 2, 2},
		{[]m{{2, 0.02, many}, {1, 0, many}}, []m{{1, 0.01, many}, {0, 0, many}}, 2, 1},
	} {
		got, used := stats.Ratio(c.ours, c.theirs)
		if got.Verdict != "" || used != c.used || math.Abs(got.Estimate-c.ratio) > 1e-12 {
			t.Errorf("%v over %v: %+v of %d, want %v", c.ours, c.theirs, got, used, c.ratio)
		}
	}
	// One pair, by hand: √(0.03² + 0.04²) = 0.05.
	if got, _ := stats.Ratio([]m{{1, 0.03, many}}, []m{{1, 0.04, many}}); math.Abs(math.Log(got.Half)-0.05) > 1e-6 {
		t.Errorf("the factor of the interval is %v", got.Half)
	}
	if got, used := stats.Ratio([]m{{0, 0, many}}, []m{{1, 0, many}}); used != 0 || !math.IsNaN(got.Estimate) {
		t.Errorf("no ratio is %+v", got)
	}
}

func TestSlope(t *testing.T) {
	x := []float64{20, 40, 80}
	square := []m{{4, 0.04, many}, {16, 0.16, many}, {64, 0.64, many}}
	got, err := stats.Slope(x, square)
	if err != nil || math.Abs(got.Estimate-2) > 1e-12 || got.Verdict != "" {
		t.Errorf("a square: %+v, %v", got, err)
	}
	// Weights -1/(2 ln 2), 0, 1/(2 ln 2): the half is 0.01·√2/(2 ln 2).
	if want := 0.01 * math.Sqrt2 / (2 * math.Ln2); math.Abs(got.Half-want) > 1e-6 {
		t.Errorf("half %v, want %v", got.Half, want)
	}
	if _, err := stats.Slope(x, []m{{1, 0, many}, {0, 0, many}, {0, 0, many}}); err == nil {
		t.Error("one point has a slope")
	}
}
