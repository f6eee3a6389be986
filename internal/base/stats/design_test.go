package stats_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bellwether/internal/base/stats"
)

// made is the textbook's 2^(6-2) with E = ABC and F = BCD (Box, Hunter and Hunter, Statistics
// for Experimenters, 2nd ed., table 6.22): defining relation ABCE = BCDF = ADEF, resolution IV.
func made(t *testing.T) stats.Design {
	t.Helper()
	d, err := stats.NewDesign(4, []int{0, 1, 2}, []int{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTextbookDesign(t *testing.T) {
	d := made(t)
	if got := d.Words(); !slices.Equal(got, []int{0, 0, 0, 0, 3, 0, 0}) || d.Resolution() != 4 || d.Points() != 16 || d.Factors() != 6 {
		t.Errorf("words by length %v, resolution %d, %d points, %d factors", got, d.Resolution(), d.Points(), d.Factors())
	}
	// In standard order the first point is all low: E = ABC = (-)(-)(-) is low.
	if d.Sign(0, 4) != -1 || d.Sign(1, 4) != 1 || d.Sign(3, 4) != -1 || d.Sign(8, 5) != 1 {
		t.Error("E or F has not the sign of its product")
	}
	full, err := stats.NewDesign(3)
	if err != nil || full.Resolution() != 0 {
		t.Errorf("a full design has resolution %d, %v", full.Resolution(), err)
	}
	third, err := stats.NewDesign(2, []int{0, 1})
	if err != nil || third.Resolution() != 3 {
		t.Errorf("2^(3-1) has resolution %d, %v", third.Resolution(), err)
	}
}

func TestColumnsAreOrthogonal(t *testing.T) {
	d := made(t)
	for a := range d.Factors() {
		sum := 0
		for p := range d.Points() {
			sum += d.Sign(p, a)
		}
		if sum != 0 {
			t.Errorf("factor %d is not balanced: %d", a, sum)
		}
		for b := range a {
			product := 0
			for p := range d.Points() {
				product += d.Sign(p, a) * d.Sign(p, b)
			}
			if product != 0 {
				t.Errorf("columns %d and %d are not orthogonal: %d", a, b, product)
			}
		}
	}
}

func TestBadDesignsAreRefused(t *testing.T) {
	for _, c := range []struct {
		basic      int
		generators [][]int
	}{{0, nil}, {11, nil}, {3, [][]int{{0, 3}}}, {3, [][]int{{0, 0}}}, {3, [][]int{{1}}}, {3, [][]int{{0, 1}, {1, 0}}}, {3, [][]int{{}}}, {3, [][]int{{-1}}}} {
		if _, err := stats.NewDesign(c.basic, c.generators...); err == nil {
			t.Errorf("%+v is taken", c)
		}
	}
}

// planted makes runs with a mean of 10, main effects of 3 of A and -2 of E, one of 1.5 of B
// and C together, and noise.
func planted(d stats.Design, deviation float64, runs int, r *rand.Rand) [][]float64 {
	out := make([][]float64, d.Points())
	for p := range out {
		s := func(f int) float64 { return float64(d.Sign(p, f)) }
		for range runs {
			out[p] = append(out[p], 10+1.5*s(0)-1*s(4)+0.75*s(1)*s(2)+deviation*r.NormFloat64())
		}
	}
	return out
}

func TestPlantedEffectsAreRecovered(t *testing.T) {
	d := made(t)
	all := []int{0, 1, 2, 3, 4, 5}
	fit, err := d.Estimate(planted(d, 0, 2, rand.New(rand.NewPCG(1, 1))), all)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(fit.Mean-10) > 1e-9 || len(fit.Contrasts) != 13 {
		t.Errorf("mean %v, %d contrasts", fit.Mean, len(fit.Contrasts))
	}
	for _, c := range fit.Contrasts {
		want := 0.0
		switch {
		case slices.Equal(c.Effects[0], []int{0}):
			want = 3
		case slices.Equal(c.Effects[0], []int{4}):
			want = -2
		case slices.ContainsFunc(c.Effects, func(e stats.Effect) bool { return slices.Equal(e, []int{1, 2}) }):
			// BC = AE = DF by the relation.
			if len(c.Effects) != 3 {
				t.Errorf("BC has the aliases %v", c.Effects)
			}
			want = 1.5
		}
		if math.Abs(c.Estimate-want) > 1e-9 {
			t.Errorf("effect %v: %v, want %v", c.Effects, c.Estimate, want)
		}
	}
	// Factors that cannot act do not count as aliases.
	fit, err = d.Estimate(planted(d, 0, 2, rand.New(rand.NewPCG(1, 1))), []int{1, 2, 3})
	if err != nil || len(fit.Contrasts) != 6 || len(fit.Contrasts[3].Effects) != 1 || math.Abs(fit.Contrasts[3].Estimate-1.5) > 1e-9 {
		t.Errorf("of B, C and D: %+v, %v", fit.Contrasts, err)
	}
}

// Intervals hold the planted effects in 95 of 100 studies, all together in as many by Sure.
func TestIntervalsHoldWhatTheySay(t *testing.T) {
	d, r := made(t), rand.New(rand.NewPCG(7, 7))
	const studies = 2000
	held, together := 0, 0
	for range studies {
		fit, err := d.Estimate(planted(d, 1, 2, r), []int{0, 1, 2, 3, 4, 5})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(fit.Contrasts[0].Estimate-3) <= fit.Half {
			held++
		}
		want := map[int]float64{0: 3, 4: -2}
		sure := true
		for i, c := range fit.Contrasts {
			truth := want[i]
			if slices.ContainsFunc(c.Effects, func(e stats.Effect) bool { return slices.Equal(e, []int{1, 2}) }) {
				truth = 1.5
			}
			sure = sure && math.Abs(c.Estimate-truth) <= fit.Sure
		}
		if sure {
			together++
		}
	}
	// Four standard deviations of a binomial share of 0.95 in 2000: 0.0195. Bonferroni's is at least 0.95.
	if share := float64(held) / studies; math.Abs(share-0.95) > 0.0195 {
		t.Errorf("an interval holds the truth in %v", share)
	}
	if share := float64(together) / studies; share < 0.95-0.0195 || share > 0.975 {
		t.Errorf("all intervals hold the truth in %v", share)
	}
}

// An effect of the stated size is found in nine of ten studies.
func TestDetectable(t *testing.T) {
	d, r := made(t), rand.New(rand.NewPCG(3, 3))
	fit, err := d.Estimate(planted(d, 1, 2, r), []int{0, 1, 2, 3, 4, 5})
	if err != nil {
		t.Fatal(err)
	}
	size := fit.Detectable() / fit.Deviation // in units of the true deviation, 1
	const studies = 2000
	found := 0
	for range studies {
		runs := make([][]float64, d.Points())
		for p := range runs {
			for range 2 {
				runs[p] = append(runs[p], size/2*float64(d.Sign(p, 3))+r.NormFloat64())
			}
		}
		f, err := d.Estimate(runs, []int{0, 1, 2, 3, 4, 5})
		if err != nil {
			t.Fatal(err)
		}
		if f.Contrasts[3].Estimate > f.Half {
			found++
		}
	}
	if share := float64(found) / studies; math.Abs(share-0.9) > 0.03 {
		t.Errorf("found in %v", share)
	}
}

func TestRunsThatTellNothing(t *testing.T) {
	d := made(t)
	runs := make([][]float64, d.Points())
	for p := range runs {
		runs[p] = []float64{1}
	}
	if _, err := d.Estimate(runs, []int{0}); !errors.Is(err, stats.ErrSpread) {
		t.Errorf("single runs: %v", err)
	}
	runs[3] = nil
	if _, err := d.Estimate(runs, []int{0}); !errors.Is(err, stats.ErrCell) {
		t.Errorf("an empty point: %v", err)
	}
	if _, err := d.Estimate(runs[:4], []int{0}); err == nil {
		t.Error("runs at four of sixteen points are taken")
	}
}
