package measure

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > within {
		t.Errorf("%s is %v, want %v ± %v", what, got, want, within)
	}
}

// Student's own example: hours of sleep gained by ten patients with one drug
// over another (Biometrika 6, 1908). Any textbook: mean 1.58, 95 % interval
// 0.7001 to 2.4599.
func TestStudentOnStudentsSleepers(t *testing.T) {
	in := student([]float64{1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4})
	near(t, "low", in.low, 0.7001142, 1e-6)
	near(t, "high", in.high, 2.4598858, 1e-6)
}

// Printed tables of t at 97.5 %.
func TestStudentQuantiles(t *testing.T) {
	for degrees, want := range map[float64]float64{1: 12.706, 2: 4.303, 9: 2.262, 29: 2.045, 1000: 1.962} {
		near(t, "quantile", studentQuantile(degrees), want, 0.0005)
	}
}

// The spatial test data of Efron and Tibshirani (1993, table 14.1), their
// estimate of variance 171.5, acceleration 0.061, and their 90 % intervals by
// 2000 resamples (table 14.2): BCa 115.8 to 259.6, far from the percentiles'
// 100.8 to 233.9. Ours come from other resamples: the ends of theirs move by
// about 4 from one set to another.
func TestBCaOnEfronsSpatialData(t *testing.T) {
	data := []float64{48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41}
	variance := func(x []float64) float64 { return stat.PopVariance(x, nil) }
	near(t, "variance", variance(data), 171.5, 0.05)
	near(t, "acceleration", jackknife(data, variance), 0.061, 0.0005)
	in := bca(data, 0.90, variance, newBootstrap(1, 0))
	near(t, "low", in.low, 115.8, 5)
	near(t, "high", in.high, 259.6, 7)
}

// Of two values a and b, resampled means are a, (a+b)/2 and b with chances 1/4,
// 1/2 and 1/4: an interval of 95 % reaches from end to end.
func TestBCaOfTwoValues(t *testing.T) {
	if in := bca([]float64{3, 5}, 0.95, mean, newBootstrap(1, 0)); *in != (interval{3, 5}) {
		t.Errorf("%+v", in)
	}
}

func TestBCaOfEqualValues(t *testing.T) {
	if in := bca([]float64{0.1, 0.1, 0.1}, 0.95, mean, newBootstrap(1, 0)); in.low != in.high || in.low != mean([]float64{0.1, 0.1, 0.1}) {
		t.Errorf("%+v", in)
	}
}

// The same seed gives the same interval, another seed or metric another.
func TestBCaIsSeeded(t *testing.T) {
	data := []float64{1, 2, 4, 8, 16, 32}
	at := func(seed uint64, key int) interval { return *bca(data, 0.95, mean, newBootstrap(seed, key)) }
	if at(1, 2) != at(1, 2) {
		t.Error("one seed, two intervals")
	}
	if at(1, 2) == at(2, 2) || at(1, 2) == at(1, 3) {
		t.Error("another seed or metric draws the same resamples")
	}
}

// For values without skew BCa is near the normal interval: mean ± 1.96 standard
// errors, where the bootstrap's standard error has n, not n - 1, below.
func TestBCaOfSymmetricValues(t *testing.T) {
	data := make([]float64, 200)
	for i := range data {
		data[i] = distuv.UnitNormal.Quantile((float64(i) + 0.5) / 200)
	}
	half := 1.96 * stat.PopStdDev(data, nil) / math.Sqrt(200)
	in := bca(data, 0.95, mean, newBootstrap(3, 0))
	near(t, "low", in.low, -half, 0.1*half)
	near(t, "high", in.high, half, 0.1*half)
}

// The jackknife acceleration of a mean is a sixth of the skewness over √n. Of 0,
// 0, 3 (mean 1): Σd³ = 6, Σd² = 6, thus 6/(6·6^1.5).
func TestAccelerationOfAMean(t *testing.T) {
	near(t, "acceleration", jackknife([]float64{0, 0, 3}, mean), 1/math.Pow(6, 1.5), 1e-12)
	near(t, "mirrored", jackknife([]float64{0, 0, -3}, mean), -1/math.Pow(6, 1.5), 1e-12)
	near(t, "of equals", jackknife([]float64{2, 2, 2}, mean), 0, 0)
}

// Values so small or large that their cubes underflow or overflow.
func TestBCaOfExtremeValues(t *testing.T) {
	for _, scale := range []float64{1e-300, 1e-108, 1e108, 1e300} {
		in := bca([]float64{0, 0, 3 * scale}, 0.95, mean, newBootstrap(1, 0))
		if !(in.low >= 0 && in.low < in.high && in.high <= 3*scale) {
			t.Errorf("at %v: %+v", scale, in)
		}
		near(t, "acceleration", jackknife([]float64{0, 0, 3 * scale}, mean), 1/math.Pow(6, 1.5), 1e-12)
	}
}

// Any values: the interval lies within them, is ordered, moves and stretches
// with them, and a mirror image of the values has the mirrored interval.
func TestBCaMovesWithTheValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var data []float64
		for _, x := range rapid.SliceOfN(rapid.IntRange(-800, 800), 2, 12).Draw(t, "data") {
			data = append(data, float64(x)/8)
		}
		in := bca(data, 0.95, mean, newBootstrap(7, 1))
		if in.low > in.high || in.low < slices.Min(data)-1e-9 || in.high > slices.Max(data)+1e-9 {
			t.Fatalf("interval %+v", in)
		}
		moved, mirrored := slices.Clone(data), slices.Clone(data)
		for i, x := range data {
			moved[i], mirrored[i] = 4*x+1024, -x
		}
		m, r := bca(moved, 0.95, mean, newBootstrap(7, 1)), bca(mirrored, 0.95, mean, newBootstrap(7, 1))
		const slack = 1e-9
		if math.Abs(m.low-(4*in.low+1024)) > slack || math.Abs(m.high-(4*in.high+1024)) > slack {
			t.Fatalf("moved to %+v from %+v", m, in)
		}
		if math.Abs(r.low+in.high) > slack || math.Abs(r.high+in.low) > slack {
			t.Fatalf("mirrored to %+v from %+v", r, in)
		}
	})
}

// What an interval is for: over many samples of a skewed distribution it holds
// the true mean about as often as it says. Of 20 exponential values theory and
// literature give BCa some 92 %, plain percentiles some 90 %.
func TestBCaCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 0))
	const samples = 400
	held := 0
	for range samples {
		data := make([]float64, 20)
		for i := range data {
			data[i] = random.ExpFloat64()
		}
		if in := bca(data, 0.95, mean, random); in.low <= 1 && 1 <= in.high {
			held++
		}
	}
	if share := float64(held) / samples; share < 0.885 || share > 0.965 {
		t.Errorf("%.1f %% of the intervals hold the mean", 100*share)
	}
}

func TestPercentile(t *testing.T) {
	sorted := []float64{10, 20, 30} // at p = 1/4, 1/2, 3/4
	for p, want := range map[float64]float64{0: 10, 0.1: 10, 0.25: 10, 0.5: 20, 0.625: 25, 0.75: 30, 1: 30} {
		near(t, "percentile", percentile(sorted, p), want, 1e-12)
	}
}

// leukemia are the weeks of remission of 21 patients on 6-mercaptopurine
// (Freireich et al., Blood 21, 1963), the example of every textbook; negative
// ones were cut off.
func leukemia() []observation {
	var out []observation
	for _, weeks := range []int{10, 7, -32, 23, 22, 6, 16, -34, -32, -25, -11, -20, -19, 6, -17, -35, 6, 13, -9, -6, -10} {
		if weeks < 0 {
			out = append(out, cutOff(time.Duration(-weeks)*time.Second))
		} else {
			out = append(out, ended(time.Duration(weeks)*time.Second))
		}
	}
	return out
}

// Klein and Moeschberger (Survival Analysis, 2003, tables 4.1 and example 4.3):
// the curve, its median of 23 weeks, and the mean restricted to 35 weeks, 23.29
// with standard error 2.83.
func TestKaplanMeierOnLeukemia(t *testing.T) {
	s := survivalOf(leukemia())
	want := []step{
		{6, 21, 3, 0.857}, {7, 17, 1, 0.807}, {10, 15, 1, 0.753}, {13, 12, 1, 0.690},
		{16, 11, 1, 0.627}, {22, 7, 1, 0.538}, {23, 6, 1, 0.448},
	}
	if len(s.steps) != len(want) {
		t.Fatalf("%d steps: %+v", len(s.steps), s.steps)
	}
	for i, w := range want {
		g := s.steps[i]
		if g.at != w.at || g.atRisk != w.atRisk || g.ends != w.ends || math.Abs(g.survive-w.survive) > 0.0005 {
			t.Errorf("step %d is %+v, want %+v", i, g, w)
		}
	}
	if s.n != 21 || s.censored != 12 {
		t.Errorf("%d observations, %d cut off", s.n, s.censored)
	}
	near(t, "mean", s.mean(), 23.29, 0.005)
	near(t, "median", s.median(), 23, 0)

	// Greenwood's standard error, with the small-sample factor 9/8 of 9 ends and
	// t of 8 degrees, 2.306; on the logit of the share of 35 weeks.
	in := s.interval()
	half := 2.306 * 2.827 * math.Sqrt(9.0/8) / 35
	m := 23.287 / 35
	middle, reach := math.Log(m/(1-m)), half/(m*(1-m))
	near(t, "low", in.low, 35/(1+math.Exp(reach-middle)), 0.005)
	near(t, "high", in.high, 35/(1+math.Exp(-reach-middle)), 0.005)
}

// Where nothing is cut off, Kaplan-Meier is the plain mean, median and interval.
func TestKaplanMeierWithoutCuts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var seconds []float64
		var observations []observation
		for _, x := range rapid.SliceOfN(rapid.IntRange(0, 50), 2, 30).Draw(t, "data") {
			seconds = append(seconds, float64(x))
			observations = append(observations, ended(time.Duration(x)*time.Second))
		}
		s := survivalOf(observations)
		plain := intervalOf(seconds, &keys[electionTime])
		in := s.interval()
		if math.Abs(s.mean()-mean(seconds)) > 1e-9 || math.Abs(s.median()-median(seconds)) > 1e-9 {
			t.Fatalf("mean %v, median %v", s.mean(), s.median())
		}
		if math.Abs(in.low-plain.low) > 1e-6 || math.Abs(in.high-plain.high) > 1e-6*plain.high {
			t.Fatalf("%+v, plain %+v", in, plain)
		}
	})
}

// Cutting an observation off can only say that it was longer: the mean never
// falls, unless it was the longest, which is where the curve ends.
func TestCuttingOffNeverShortens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.SliceOfN(rapid.IntRange(1, 20), 2, 10).Draw(t, "data")
		cut := rapid.IntRange(0, len(data)-1).Draw(t, "cut")
		var whole, some []observation
		for i, x := range data {
			d := time.Duration(x) * time.Second
			whole = append(whole, ended(d))
			if i == cut {
				some = append(some, cutOff(d))
			} else {
				some = append(some, ended(d))
			}
		}
		a, b := survivalOf(whole), survivalOf(some)
		if b.mean() < a.mean()-1e-9 || b.median() < a.median()-1e-9 {
			t.Fatalf("mean %v becomes %v, median %v becomes %v", a.mean(), b.mean(), a.median(), b.median())
		}
	})
}

// All cut off: nothing is known but that it takes longer.
func TestKaplanMeierOfNoEnds(t *testing.T) {
	s := survivalOf([]observation{cutOff(4 * time.Second), cutOff(9 * time.Second)})
	if s.mean() != 9 || !math.IsInf(s.median(), 1) || s.interval() != nil || s.censored != 2 {
		t.Errorf("%+v: mean %v, median %v", s, s.mean(), s.median())
	}
}

// At a tie, an end comes before a cut: who was cut off at 5 was at risk at 5.
func TestTiesOfEndsAndCuts(t *testing.T) {
	s := survivalOf([]observation{cutOff(5 * time.Second), ended(5 * time.Second)})
	if len(s.steps) != 1 || s.steps[0].atRisk != 2 || s.steps[0].survive != 0.5 || s.median() != 5 {
		t.Errorf("%+v", s)
	}
}

// The interval stays within the run where something was cut off.
func TestKaplanMeierIntervalWithinTheRun(t *testing.T) {
	s := survivalOf([]observation{ended(time.Second), ended(9 * time.Second), cutOff(10 * time.Second), cutOff(10 * time.Second)})
	if in := s.interval(); in.low < 0 || in.high > 10 {
		t.Errorf("%+v", in)
	}
}

func TestMedian(t *testing.T) {
	near(t, "odd", median([]float64{9, 1, 2}), 2, 0)
	near(t, "even", median([]float64{9, 1, 2, 3}), 2.5, 0)
	if !math.IsInf(median([]float64{1, math.Inf(1), math.Inf(1)}), 1) {
		t.Error("most are endless, the median is not")
	}
}
