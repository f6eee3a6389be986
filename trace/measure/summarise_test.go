package measure

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

// sleep are Student's ten patients under two drugs, as additional hours of sleep
// (Biometrika 6, 1908); R prints them as its data set "sleep".
var sleep = [2][]float64{
	{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0},
	{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4},
}

func sleepers(metric string) []RunResult {
	var runs []RunResult
	for drug, label := range []string{"dextro", "laevo"} {
		for i, hours := range sleep[drug] {
			runs = append(runs, result(label, uint64(i+1), map[string]float64{metric: hours}))
		}
	}
	return runs
}

// R: t.test(laevo, dextro, paired = TRUE) gives t = 4.0621, mean of the
// differences 1.58, 95 % interval 0.7001142 to 2.4598858; d_z is t/√n, 1.2846.
func TestPairedDifferenceOfStudentsSleepers(t *testing.T) {
	const metric = "election_rate_per_min"
	r := summarised(t, "dextro", sleepers(metric)...)
	d := r.Algorithms[1].Paired.Get(metric)
	near(t, "mean", d.Mean, 1.58, 1e-12)
	near(t, "low", *d.Low, 0.7001142, 1e-6)
	near(t, "high", *d.High, 2.4598858, 1e-6)
	near(t, "effect", *d.Effect, 4.0621/math.Sqrt(10), 1e-4)
	if d.N != 10 {
		t.Errorf("%d pairs", d.N)
	}
	// Alone, the drugs do not differ so: laevo 2.33 ± 2.002·2.262/√10.
	near(t, "laevo", *r.Algorithms[1].Metrics.Get(metric).Low, 2.33-2.262*2.00225/math.Sqrt(10), 5e-4)
}

// Differences that do not vary have no effect size, however they were rounded.
func TestNoEffectWithoutSpread(t *testing.T) {
	const metric = "election_rate_per_min"
	var runs []RunResult
	for seed := range uint64(3) {
		x := float64(seed) / 10
		runs = append(runs, result("a", seed, map[string]float64{metric: x + 0.3}), result("b", seed, map[string]float64{metric: x}))
	}
	if d := summarised(t, "b", runs...).Algorithms[0].Paired.Get(metric); d.Effect != nil || math.Abs(d.Mean-0.3) > 1e-12 {
		t.Errorf("%+v", d)
	}
}

// Asked for one metric, the summary of that one is what all together give.
func TestSummariesOfChosenMetricsAreTheSame(t *testing.T) {
	var runs []RunResult
	for drug, label := range []string{"a", "b"} {
		for i, hours := range sleep[drug] {
			runs = append(runs, result(label, uint64(i), map[string]float64{"instability_fraction": hours, "election_rate_per_min": 1}))
		}
	}
	all, err := Summarise("", "b", 7, 0, runs, nil)
	if err != nil {
		t.Fatal(err)
	}
	some, err := SummariseMetrics([]string{"instability_fraction"}, "b", 7, runs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range all.Algorithms {
		a, s := &all.Algorithms[i], &some.Algorithms[i]
		if diff := cmp.Diff(a.Metrics.Get("instability_fraction"), s.Metrics.Get("instability_fraction")); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(a.Paired.Get("instability_fraction"), s.Paired.Get("instability_fraction")); diff != "" {
			t.Error(diff)
		}
		if s.Metrics.Get("election_rate_per_min") != nil {
			t.Error("a summary nobody asked for")
		}
	}
	if _, err := SummariseMetrics([]string{"speed"}, "", 1, runs, nil); err == nil || err.Error() != `measure: no metric is called "speed"` {
		t.Errorf("got %v", err)
	}
	if _, err := SummariseMetrics(nil, "c", 1, runs, nil); err == nil {
		t.Error("compared with nobody")
	}
}

// Mean, median and effect of any values agree with gonum's.
func TestNumbersAgreeWithGonum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var values []float64
		var runs []RunResult
		for i, x := range rapid.SliceOfN(rapid.IntRange(-900, 900), 2, 30).Draw(t, "values") {
			values = append(values, float64(x)/7)
			runs = append(runs, result("a", uint64(i), map[string]float64{"election_rate_per_min": values[i]}),
				result("b", uint64(i), map[string]float64{"election_rate_per_min": 0}))
		}
		r, err := SummariseMetrics([]string{"election_rate_per_min"}, "b", 1, runs, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, d := r.Algorithms[0].Metrics.Get("election_rate_per_min"), r.Algorithms[0].Paired.Get("election_rate_per_min")
		mean, deviation := stat.MeanStdDev(values, nil)
		slices.Sort(values)
		low, high := stat.Quantile(0.5, stat.Empirical, values, nil), -stat.Quantile(0.5, stat.Empirical, mirrored(values), nil)
		if math.Abs(s.Mean-mean) > 1e-9 || math.Abs(*s.Median-(low+high)/2) > 1e-9 {
			t.Fatalf("mean %v and median %v of %v", s.Mean, *s.Median, values)
		}
		if (d.Effect == nil) != (deviation == 0) || d.Effect != nil && math.Abs(*d.Effect-mean/deviation) > 1e-9 {
			t.Fatalf("effect %v, gonum has %v over %v", d.Effect, mean, deviation)
		}
	})
}

// mirrored gives the negatives of sorted values, sorted: the upper median is the
// lower one of the mirror image.
func mirrored(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, x := range values {
		out[len(values)-1-i] = -x
	}
	return out
}
