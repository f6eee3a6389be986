package measure

import (
	"math"
	"slices"
	"testing"

	"bellwether/internal/base/stats"

	"pgregory.net/rapid"
)

// depression are nine patients' scores before and after the first session with a
// tranquillizer (Hollander, Wolfe, Chicken, Nonparametric Statistical Methods, table
// 3.1; R shows them at wilcox.test): V = 40, one-sided p = 0.01953, the estimate 0.46,
// and at 96.1 % the interval 0.010 to 0.786.
var depression = [2][]float64{
	{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30},
	{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29},
}

func TestSignedRanksOnDepressionScores(t *testing.T) {
	const metric = "election_rate_per_min"
	var runs []RunResult
	for i, label := range []string{"before", "after"} {
		for seed, x := range depression[i] {
			runs = append(runs, result(label, uint64(seed), map[string]float64{metric: x}))
		}
	}
	d := summarised(t, "after", runs...).Algorithms[0].Paired.Get(metric)
	near(t, "p", d.PTypical, 2*0.01953, 1e-5)
	near(t, "typical", d.Typical, 0.46, 1e-9)
	near(t, "low", *d.TypicalLow, 0.010, 1e-9)
	near(t, "high", *d.TypicalHigh, 0.786, 1e-9)
}

// Published tables of the signed-rank distribution: P(T ≤ 0) is 2⁻ⁿ; of 10 pairs the
// greatest sum that rejects at 5 % two-sided is 8 (p = 0.0488), of 20 it is 52, of 30
// it is 137; of five none does.
func TestCriticalSums(t *testing.T) {
	for n, want := range map[int]int{1: -1, 5: -1, 6: 0, 7: 2, 8: 3, 10: 8, 12: 13, 20: 52, 30: 137} {
		if r := newRankSum(n); r.critical != want {
			t.Errorf("%d pairs: %d, want %d", n, r.critical, want)
		}
	}
	near(t, "p of 10 pairs and 8", newRankSum(10).twoSided(8), 0.048828125, 1e-12)
	near(t, "p of 12 pairs and 0", newRankSum(12).twoSided(0), 2.0/4096, 1e-15)
}

// Where the normal distribution takes over, it is near the exact one.
func TestNormalRanksAreNearTheExact(t *testing.T) {
	exact := newRankSum(exactRanks)
	normal := rankSum{n: exactRanks}
	near(t, "p", normal.twoSided(exact.critical), exact.twoSided(exact.critical), 0.0006)
}

// Walsh averages by hand: of -1, 2 and 4 they are -1, 0.5, 1.5, 2, 3, 4.
func TestWalshAverages(t *testing.T) {
	w := newWalsh([]float64{4, -1, 2})
	for place, want := range []float64{-1, 0.5, 1.5, 2, 3, 4} {
		near(t, "average", w.at(place+1), want, 0)
	}
	near(t, "typical", w.typical(), 1.75, 0)
	for x, want := range map[float64]int{-2: 0, -1: 1, 0: 1, 1.5: 3, 9: 6} {
		if got := w.notAbove(x); got != want {
			t.Errorf("%d averages up to %v, want %d", got, x, want)
		}
	}
}

// Rows are paired by seed, whichever of the two lacks one: 10·seed against seed is a
// difference of 9·seed on the seeds 3, 4, 6 and 9 that both have. By position nothing
// of that would come out.
func TestRowsArePairedBySeed(t *testing.T) {
	const metric = "bytes_per_node_s"
	var runs []RunResult
	for _, seed := range []uint64{9, 2, 3, 4, 6} {
		runs = append(runs, result("row", seed, map[string]float64{metric: 10 * float64(seed)}))
	}
	for _, seed := range []uint64{1, 3, 9, 4, 5, 6, 7} {
		runs = append(runs, result("base", seed, map[string]float64{metric: float64(seed)}))
	}
	r := summarised(t, "base", runs...)
	d := r.Algorithms[0].Paired.Get(metric)
	if d.N != 4 || math.Abs(d.Mean-9*(3+4+6+9)/4.0) > 1e-12 {
		t.Errorf("%+v", d)
	}
	if !slices.Equal(r.Algorithms[0].Seeds, []uint64{2, 3, 4, 6, 9}) || !slices.Equal(r.Algorithms[1].Seeds, []uint64{1, 3, 4, 5, 6, 7, 9}) {
		t.Errorf("seeds %v and %v", r.Algorithms[0].Seeds, r.Algorithms[1].Seeds)
	}
	// A metric that applies to no common seed has no difference.
	runs[0].Metrics.Set("leader_quality", Value{X: 1, Known: true})
	runs[5].Metrics.Set("leader_quality", Value{X: 1, Known: true})
	if d := summarised(t, "base", runs...).Algorithms[0].Paired.Get("leader_quality"); d != nil {
		t.Errorf("%+v", d)
	}
}

// differ compares rows whose differences are these.
func differ(t testing.TB, metric string, differences ...float64) *Difference {
	var runs []RunResult
	for seed, x := range differences {
		runs = append(runs, result("row", uint64(seed), map[string]float64{metric: 5 + x}), result("base", uint64(seed), map[string]float64{metric: 5}))
	}
	r, err := Summarise("s", "base", 1, 3, runs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.Algorithms[0].Paired.Get(metric)
}

// Data without spread, with ties, and too few of them.
func TestDegenerateDifferences(t *testing.T) {
	const metric = "bytes_per_node_s"
	repeat := func(n int, x ...float64) []float64 { return slices.Repeat(x, n) }
	for name, c := range map[string]struct {
		differences []float64
		verdict     outcome
		p           float64 // -1: between 0 and 1
		effect      bool
		interval    bool
	}{
		"one":                    {[]float64{3}, VerdictTooFew, 1, false, false},
		"two":                    {[]float64{3, 3.1}, VerdictTooFew, 0.5, true, true},
		"three":                  {[]float64{3, 3.1, 2.9}, VerdictTooFew, 0.25, true, true},
		"five":                   {[]float64{3, 3.1, 2.9, 3, 3.2}, VerdictTooFew, 2.0 / 32, true, true},
		"six":                    {[]float64{3, 3.1, 2.9, 3, 3.2, 3.3}, VerdictHigher, 2.0 / 64, true, true},
		"six below":              {[]float64{-3, -3.1, -2.9, -3, -3.2, -3.3}, VerdictLower, 2.0 / 64, true, true},
		"all zero":               {repeat(12, 0), verdictNone, 1, false, true},
		"constant":               {repeat(12, 0.3), VerdictHigher, 2.0 / 4096, false, true},
		"constant below":         {repeat(12, -0.3), VerdictLower, 2.0 / 4096, false, true},
		"ties that cancel":       {repeat(6, 0.3, -0.3), verdictNone, 1, true, true},
		"rounding errors":        {repeat(12, 1e-15), verdictNone, 1, false, true},
		"one that differs":       {append(repeat(11, 0), 1), verdictNone, 1, true, true},
		"zeros and five that do": {append(repeat(7, 0), 1, 1.1, 1.2, 1.3, 1.4), verdictNone, -1, true, true},
	} {
		d := differ(t, metric, c.differences...)
		if d.Verdict != c.verdict || c.p >= 0 && math.Abs(d.P-c.p) > 1e-12 || (d.Effect != nil) != c.effect || (d.Low != nil) != c.interval {
			t.Errorf("%s: %+v", name, *d)
		}
	}
}

// More runs are asked for only where they could turn the verdict: never beside an arrow, however
// much of the variance one run has, nor where typical run and mean contradict each other, nor
// where no typical run differs.
func TestOnlyWhatMoreRunsCouldTurnIsMarked(t *testing.T) {
	repeat := func(n int, x ...float64) []float64 { return slices.Repeat(x, n) }
	for name, c := range map[string]struct {
		differences []float64
		verdict     outcome
		marked      bool
	}{
		"far apart, one run of another size": {append(repeat(11, -0.983), -0.6), VerdictLower, false},
		"one that differs":                   {append(repeat(11, 0), 1), verdictNone, false},
		"contradict each other":              {append(repeat(80, -1), repeat(20, 100)...), VerdictUnsettled, false},
		"a rare bad run":                     {append(repeat(13, 0.1), -0.5), VerdictUnsettled, true},
	} {
		d := differ(t, "bytes_per_node_s", c.differences...)
		if d.Verdict != c.verdict || (d.RunsToTell != nil) != c.marked {
			t.Errorf("%s: %+v", name, *d)
		}
		if n := d.RunsToTell; n != nil && *n < 2*len(c.differences) {
			t.Errorf("%s: %d runs", name, *n)
		}
	}
}

// A NaN is refused, and not compared.
func TestNoNumberIsRefused(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if _, err := Summarise("s", "", 1, 1, []RunResult{result("a", 1, map[string]float64{"leader_quality": x})}, nil); err == nil {
			t.Errorf("%v is summarised", x)
		}
	}
}

// The rare bad run: eleven runs differ by the same small amount, one by much in the other
// direction. The typical run differs, the mean may not; the report says so.
func TestTypicalRunAndMeanThatDisagree(t *testing.T) {
	d := differ(t, "bytes_per_node_s", 0.1, 0.11, 0.12, 0.09, 0.1, 0.105, 0.1, 0.1, 0.11, 0.1, 0.095, 0.1, 0.1, -0.5)
	if d.Verdict != VerdictUnsettled || d.RunsToTell == nil || *d.TypicalLow <= 0 || *d.Low >= 0 {
		t.Errorf("%+v", *d)
	}
}

// anyComparison is a report of any numbers: few distinct ones, so that there are ties
// and zeros, or many.
func anyComparison(t *rapid.T, metrics []string) Report {
	value := rapid.SampledFrom([]*rapid.Generator[float64]{
		rapid.Map(rapid.IntRange(0, 3), func(i int) float64 { return float64(i) / 3 }),
		rapid.Float64Range(0, 1),
		rapid.Map(rapid.Float64Range(-8, 0), func(x float64) float64 { return math.Pow(10, x) }),
	}).Draw(t, "values")
	runs := rapid.IntRange(1, 16).Draw(t, "runs")
	shift := rapid.SampledFrom([]float64{0, 0, 0.3, 0.01}).Draw(t, "shift")
	var results []RunResult
	for row, label := range []string{"base", "a", "b", "c"} {
		for seed := range runs {
			if rapid.IntRange(0, 12).Draw(t, "lost") == 0 {
				continue
			}
			values := map[string]float64{}
			for _, metric := range metrics {
				values[metric] = min(1, value.Draw(t, metric)*(1-shift*float64(row))+shift*float64(row)/2)
			}
			results = append(results, result(label, uint64(seed), values))
		}
	}
	versus := "base"
	if len(results) == 0 || results[0].Label != versus {
		versus = ""
	}
	r, err := SummariseMetrics(metrics, versus, 1, results, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// No verdict contradicts the intervals, the p or the effect size beside it, whatever
// the data; no interval ends where its metric cannot be.
func TestVerdictsNeverContradict(t *testing.T) {
	metrics := []string{"leader_quality", "bytes_per_node_s"}
	rapid.Check(t, func(t *rapid.T) {
		r := anyComparison(t, metrics)
		for i := range r.Algorithms {
			for _, metric := range metrics {
				soundSummary(t, metric, r.Algorithms[i].Metrics.Get(metric))
				if d := r.Algorithms[i].Paired.Get(metric); d != nil {
					soundDifference(t, d)
				}
			}
		}
	})
}

func soundSummary(t *rapid.T, metric string, s *Summary) {
	if s == nil || s.Low == nil {
		return
	}
	k, _ := FindKey(metric)
	if *s.Low < 0 || *s.Low > s.Mean || *s.High < s.Mean || k.Percent && *s.High > 1 {
		t.Fatalf("%s: %v [%v, %v]", metric, s.Mean, *s.Low, *s.High)
	}
}

func soundDifference(t *rapid.T, d *Difference) {
	const level = stats.Level
	sign := map[outcome]float64{VerdictHigher: 1, VerdictLower: -1}[d.Verdict]
	switch {
	case d.P < d.PTypical || d.PAdjusted < d.P || d.P <= 0 || d.PAdjusted > 1:
		t.Fatalf("p %+v", *d)
	case d.TypicalLow != nil && (d.PTypical <= level) != (*d.TypicalLow > 0 || *d.TypicalHigh < 0):
		t.Fatalf("interval and p of the typical run: %+v", *d)
	case d.Low != nil && (*d.Low > d.Mean || *d.High < d.Mean):
		t.Fatalf("interval of the mean: %+v", *d)
	case (sign != 0) != (d.PAdjusted <= level):
		t.Fatalf("verdict and p: %+v", *d)
	case d.Verdict == VerdictTooFew && d.N >= stats.LeastPairs(d.Family):
		t.Fatalf("%d pairs are enough: %+v", d.N, *d)
	case d.RunsToTell != nil && (sign != 0 || d.Verdict != VerdictUnsettled || *d.Low > 0 || *d.High < 0):
		t.Fatalf("more runs are said to turn this: %+v", *d)
	case sign == 0:
		return
	}
	low, high := *d.Low, *d.High
	if sign < 0 {
		low, high = -high, -low
	}
	if low <= 0 || high < low || sign*d.Typical <= 0 || d.Effect != nil && sign**d.Effect <= 0 ||
		sign > 0 && *d.TypicalLow <= 0 || sign < 0 && *d.TypicalHigh >= 0 {
		t.Fatalf("verdict against what stands beside it: %+v", *d)
	}
}

// Compared from the other row, everything is mirrored.
func TestDifferencesMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d, mirrored []float64
		for _, x := range rapid.SliceOfN(rapid.IntRange(-30, 40), 1, 20).Draw(t, "differences") {
			d, mirrored = append(d, float64(x)/8), append(mirrored, -float64(x)/8)
		}
		j := newJudge()
		a, b := j.difference(d, &keys[indexOf("bytes_per_node_s")]), j.difference(mirrored, &keys[indexOf("bytes_per_node_s")])
		if a.P != b.P || a.PTypical != b.PTypical || a.Typical != -b.Typical || (a.RunsToTell == nil) != (b.RunsToTell == nil) ||
			a.TypicalLow != nil && *a.TypicalLow != -*b.TypicalHigh {
			t.Fatalf("%+v\n%+v", *a, *b)
		}
	})
}

// Two tests that reject in opposite directions give no arrow: 80 runs are a little faster,
// 20 by far slower. The signed ranks give lower, the mean is higher.
func TestOppositeDirectionsGiveNoArrow(t *testing.T) {
	var differences []float64
	for i := range 100 {
		x := -1 - float64(i)/1000
		if i%5 == 0 {
			x = 100 + float64(i)
		}
		differences = append(differences, x)
	}
	d := newJudge().difference(differences, &keys[indexOf("messages_per_node_s")])
	if _, p := studentP(differences); p > 0.001 || d.PTypical > 0.02 || d.Mean < 0 || d.Typical > 0 {
		t.Fatalf("the tests do not contradict each other: t %v, ranks %v, mean %v, typical %v", p, d.PTypical, d.Mean, d.Typical)
	}
	decide([]*Difference{d})
	if d.P != 1 || d.Verdict != VerdictUnsettled || d.RunsToTell != nil {
		t.Errorf("p %v, verdict %s, runs to tell %v", d.P, d.Verdict, d.RunsToTell)
	}
}

// A family are the rows that are compared by a metric, and no others: neither the row of
// comparison, nor one that lacks the metric or was not followed up to the horizon.
func TestFamiliesHaveOnlyWhatIsCompared(t *testing.T) {
	const rate = "election_rate_per_min"
	var runs []RunResult
	for seed := range uint64(8) {
		x := float64(seed)
		runs = append(runs, result("a", seed, map[string]float64{rate: x}), result("b", seed, map[string]float64{rate: x + 1}),
			result("c", seed, map[string]float64{rate: x + 2}), result("d", seed, nil))
	}
	r := summarised(t, "a", runs...)
	for i, want := range []int{0, 2, 2, 0} {
		got := 0
		if d := r.Algorithms[i].Paired.Get(rate); d != nil {
			got = d.Family
		}
		if got != want {
			t.Errorf("the family of %s is of %d, want %d", r.Algorithms[i].Label, got, want)
		}
	}
	runs = nil
	for seed := range uint64(8) {
		spans := took(1, 2, 3, 4)
		runs = append(runs, observedRun("a", seed, spans...), observedRun("b", seed, spans...))
	}
	runs = append(runs, observedRun("short", 1, lasted(0.5)))
	r = summarised(t, "a", runs...)
	if short, b := r.Algorithms[2].Paired.Get("election_time_s"), r.Algorithms[1].Paired.Get("election_time_s"); short != nil || b.Family != 1 {
		t.Errorf("%+v stands in the family of %+v", short, b)
	}
}

// Of two rows that were cut off, the one that was followed less far sets the horizon.
func TestTheLeastFollowedRowSetsTheHorizon(t *testing.T) {
	for _, order := range [][2]float64{{2, 4}, {4, 2}} {
		var runs []RunResult
		for seed := range uint64(5) {
			for i, label := range []string{"a", "b"} {
				runs = append(runs, observedRun(label, seed, append(took(0.5, 1, 1.5), lasted(order[i]))...))
			}
		}
		if h := CommonHorizons(runs)[electionTime]; h != 2 {
			t.Errorf("cut off at %v: horizon %v, want 2", order, h)
		}
	}
}
