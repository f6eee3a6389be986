package agreement_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"bellwether/internal/agreement"
)

type m = agreement.Measured

// Each verdict, by hand: 3-4-5 triangles.
func TestEquivalent(t *testing.T) {
	for _, c := range []struct {
		ours, theirs m
		want         agreement.Verdict
		half         float64
	}{
		{m{104, 3}, m{100, 4}, agreement.Yes, 5},
		{m{105, 3}, m{100, 4}, agreement.Yes, 5}, // at the edge
		{m{105.01, 3}, m{100, 4}, agreement.No, 5},
		{m{94.9, 3}, m{100, 4}, agreement.No, 5},
		{m{100, 30}, m{100, 40}, agreement.Open, 50}, // agrees, but so would half and twice
		{m{160, 30}, m{100, 40}, agreement.No, 50},
		{m{0.1, 0.01}, m{0, 0}, agreement.No, 0.01},     // R at N = 20
		{m{0.005, 0.01}, m{0, 0}, agreement.Open, 0.01}, // nothing is within a quarter of 0
	} {
		got := agreement.Equivalent(c.ours, c.theirs)
		if got.Verdict != c.want || math.Abs(got.Half-c.half) > 1e-12 {
			t.Errorf("%v and %v: %+v, want %s ± %v", c.ours, c.theirs, got, c.want, c.half)
		}
	}
}

// Two perfect studies agree in 95 of 100 points, and no oftener.
func TestPerfectStudiesAgreeAsOftenAsTheySay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const points, half = 4000, 1.96 * 0.02
	agree, found := 0, 0
	for range points {
		a, b := m{1 + 0.02*r.NormFloat64(), half}, m{1 + 0.02*r.NormFloat64(), half}
		if agreement.Equivalent(a, b).Verdict == agreement.Yes {
			agree++
		}
		a.Mean *= 1.15
		if agreement.Equivalent(a, b).Verdict == agreement.No {
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

func TestRatio(t *testing.T) {
	for _, c := range []struct {
		ours, theirs []m
		ratio        float64
		used         int
		want         agreement.Verdict
	}{
		{[]m{{2, 0.02}, {0.5, 0.005}}, []m{{1, 0.01}, {1, 0.01}}, 1, 2, agreement.Yes},
		{[]m{{2, 0.02}, {2, 0.02}}, []m{{1, 0.01}, {1, 0.01}}, 2, 2, agreement.No},
		{[]m{{0.5, 0.005}}, []m{{1, 0.01}}, 0.5, 1, agreement.No},
		{[]m{{1.25, 0.1}}, []m{{1, 0.1}}, 1.25, 1, agreement.Open},
		{[]m{{1, 0.5}}, []m{{1, 0.5}}, 1, 1, agreement.Open},
		{[]m{{2, 0.02}, {1, 0}}, []m{{1, 0.01}, {0, 0}}, 2, 1, agreement.No},
	} {
		got, used := agreement.Ratio(c.ours, c.theirs)
		if got.Verdict != c.want || used != c.used || math.Abs(got.Estimate-c.ratio) > 1e-12 {
			t.Errorf("%v over %v: %+v of %d, want %v, %s", c.ours, c.theirs, got, used, c.ratio, c.want)
		}
	}
	// One pair, by hand: √(0.03² + 0.04²) = 0.05.
	if got, _ := agreement.Ratio([]m{{1, 0.03}}, []m{{1, 0.04}}); math.Abs(math.Log(got.Half)-0.05) > 1e-12 {
		t.Errorf("the factor of the interval is %v", got.Half)
	}
	if got, used := agreement.Ratio([]m{{0, 0}}, []m{{1, 0}}); used != 0 || got.Verdict != agreement.Open {
		t.Errorf("no ratio is %+v", got)
	}
}

func TestSlope(t *testing.T) {
	x := []float64{20, 40, 80}
	square := []m{{4, 0.04}, {16, 0.16}, {64, 0.64}}
	got, err := agreement.Slope(x, square)
	if err != nil || math.Abs(got.Estimate-2) > 1e-12 || got.Verdict != agreement.Yes {
		t.Errorf("a square: %+v, %v", got, err)
	}
	// Weights -1/(2 ln 2), 0, 1/(2 ln 2): the half is 0.01·√2/(2 ln 2).
	if want := 0.01 * math.Sqrt2 / (2 * math.Ln2); math.Abs(got.Half-want) > 1e-12 {
		t.Errorf("half %v, want %v", got.Half, want)
	}
	falling, _ := agreement.Slope(x, []m{{64, 0.64}, {16, 0.16}, {4, 0.04}})
	flat, _ := agreement.Slope(x, []m{{4, 1}, {4, 1}, {4, 1}})
	if falling.Verdict != agreement.No || flat.Verdict != agreement.Open {
		t.Errorf("falling %+v, flat %+v", falling, flat)
	}
	for _, c := range []struct {
		a, b agreement.Compared
		want agreement.Verdict
	}{{got, got, agreement.Yes}, {falling, falling, agreement.Yes}, {got, falling, agreement.No}, {falling, got, agreement.No}, {got, flat, agreement.Open}, {flat, got, agreement.Open}} {
		if v := agreement.SameSign(c.a, c.b); v != c.want {
			t.Errorf("%+v and %+v: %s, want %s", c.a, c.b, v, c.want)
		}
	}
	if _, err := agreement.Slope(x, []m{{1, 0}, {0, 0}, {0, 0}}); err == nil {
		t.Error("one point has a slope")
	}
}
