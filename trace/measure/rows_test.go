package measure

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"bellwether/protocol"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// result is a run with values of some metrics.
func result(label string, seed uint64, values map[string]float64) RunResult {
	r := RunResult{Label: label, Name: label, Goal: protocol.GoalBest, Seed: seed,
		Events: 10, Transmissions: 5, Deliveries: 7, SimulatedS: 60, WallS: 0.5}
	for name, x := range values {
		if !r.Metrics.Set(name, Value{X: x, Known: true}) {
			panic("no metric " + name)
		}
	}
	return r
}

func summarised(t *testing.T, versus string, results ...RunResult) Report {
	t.Helper()
	r, err := Summarise("s", versus, 1, 3, results, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSummariesByHand(t *testing.T) {
	const rate, size = "election_rate_per_min", "component_size_mean"
	r := summarised(t, "",
		result("a", 1, map[string]float64{rate: 1, size: 4}),
		result("a", 2, map[string]float64{rate: 2}),
		result("a", 3, map[string]float64{rate: 6}))
	// 1, 2, 6: mean 3, deviation √7, half width 4.3027·√7/√3 = 6.5724; on the
	// logarithm 6.5724/3, so from 3/e^2.1908 to 3·e^2.1908
	s := r.Algorithms[0].Metrics.Get(rate)
	near(t, "mean", s.Mean, 3, 1e-12)
	near(t, "median", *s.Median, 2, 0)
	near(t, "low", *s.Low, 3/math.Exp(2.1908), 5e-5)
	near(t, "high", *s.High, 3*math.Exp(2.1908), 5e-4)
	if s.N != 3 || s.Censored != 0 {
		t.Errorf("%+v", s)
	}
	// One run has no interval, none no summary.
	one := r.Algorithms[0].Metrics.Get(size)
	if one.N != 1 || one.Mean != 4 || one.Low != nil || one.High != nil || *one.Median != 4 {
		t.Errorf("%+v", one)
	}
	if r.Algorithms[0].Metrics.Get("leader_quality") != nil || r.Algorithms[0].Metrics.Get("nothing") != nil {
		t.Error("a summary of nothing")
	}
	if r.Events != 30 || r.Transmissions != 15 || r.Deliveries != 21 || r.SimulatedS != 180 || r.WallS != 1.5 {
		t.Errorf("sums %+v", r)
	}
}

// Differences are of equal seeds: a 1, 2, 9 and b 0, 1, 4 on seeds 1, 2, 4; a's
// seed 3 has no partner. 1, 1, 5: mean 7/3; deviation 4/√3, half width
// 4.3027·4/3 = 5.7369.
func TestDifferencesByHand(t *testing.T) {
	const rate = "election_rate_per_min"
	var results []RunResult
	for seed, x := range map[uint64]float64{1: 1, 2: 2, 3: 100, 4: 9} {
		results = append(results, result("a", seed, map[string]float64{rate: x}))
	}
	for seed, x := range map[uint64]float64{1: 0, 2: 1, 4: 4} {
		results = append(results, result("b", seed, map[string]float64{rate: x}))
	}
	slices.SortStableFunc(results, func(a, b RunResult) int { return strings.Compare(a.Label, b.Label) })
	r := summarised(t, "b", results...)
	d := r.Algorithms[0].Paired.Get(rate)
	near(t, "mean", d.Mean, 7.0/3, 1e-12)
	near(t, "low", *d.Low, 7.0/3-5.7369, 5e-5)
	near(t, "high", *d.High, 7.0/3+5.7369, 5e-5)
	near(t, "effect", *d.Effect, (7.0/3)/(4/math.Sqrt(3)), 1e-12)
	if d.N != 3 {
		t.Errorf("%d pairs", d.N)
	}
	if r.Algorithms[1].Paired.Get(rate) != nil {
		t.Error("b is compared with itself")
	}
	if r.Algorithms[0].Paired.Get("leader_quality") != nil {
		t.Error("a difference of nothing")
	}
}

// The interval of a share stays within 0 and 1 and holds the mean, however few and
// skewed the runs are. 0, 0, 0.9: mean 0.3, half width 4.3027·0.3; on the logit
// 4.3027/0.7 around ln(0.3/0.7).
func TestIntervalsOfSharesStayInside(t *testing.T) {
	const name = "instability_fraction"
	r := summarised(t, "", result("a", 1, map[string]float64{name: 0}), result("a", 2, map[string]float64{name: 0}),
		result("a", 3, map[string]float64{name: 0.9}))
	s := r.Algorithms[0].Metrics.Get(name)
	logit := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	near(t, "low", *s.Low, logit(math.Log(0.3/0.7)-4.30265/0.7), 1e-6)
	near(t, "high", *s.High, logit(math.Log(0.3/0.7)+4.30265/0.7), 1e-6)
}

// Deaths at 20 and 40 of three runs of 60: restricted mean 40, median 40, one
// cut off. Against 60, 60, 60 the restricted times differ by 20 in the mean.
func TestFirstDeathOverRuns(t *testing.T) {
	const name = "first_death_s"
	run := func(label string, seed uint64, x float64, censored int) RunResult {
		r := result(label, seed, nil)
		r.Metrics.Set(name, Value{X: x, Known: true, N: 1, Censored: censored})
		return r
	}
	r := summarised(t, "a", run("a", 1, 20, 0), run("a", 2, 40, 0), run("a", 3, 60, 1),
		run("b", 1, 60, 1), run("b", 2, 60, 1), run("b", 3, 60, 1))
	a, b := r.Algorithms[0].Metrics.Get(name), r.Algorithms[1].Metrics.Get(name)
	near(t, "mean of a", a.Mean, 40, 1e-9)
	near(t, "median of a", *a.Median, 40, 0)
	if a.N != 3 || a.Censored != 1 || a.Low == nil || *a.High > 60 {
		t.Errorf("a: %+v", a)
	}
	if b.Mean != 60 || b.Median != nil || b.Low != nil || b.High != nil || b.Censored != 3 || b.N != 3 {
		t.Errorf("b: %+v", b)
	}
	near(t, "difference", r.Algorithms[1].Paired.Get(name).Mean, 20, 1e-12)
}

// Election times: the mean of the runs' means, the median of their medians, the
// cut-off elections of all.
func TestElectionTimesOverRuns(t *testing.T) {
	const name = "election_time_s"
	var results []RunResult
	for i, v := range []Value{
		{X: 2, Known: true, Median: 1, N: 5, Censored: 1},
		{X: 4, Known: true, Median: 3, N: 5},
		{X: 9, Known: true, Median: math.Inf(1), N: 2, Censored: 2},
	} {
		r := result("a", uint64(i), nil)
		r.Metrics.Set(name, v)
		results = append(results, r)
	}
	s := summarised(t, "", results...).Algorithms[0].Metrics.Get(name)
	if s.Mean != 5 || *s.Median != 3 || s.Censored != 3 || s.N != 3 {
		t.Errorf("%+v", s)
	}
	s = summarised(t, "", results[2]).Algorithms[0].Metrics.Get(name)
	if s.Median != nil {
		t.Errorf("most had not ended, the median is %v", *s.Median)
	}
}

// The order in which parallel runs end must not show.
func TestOrderOfRunsDoesNotMatter(t *testing.T) {
	const name = "leaderless_fraction"
	var results []RunResult
	for seed := range uint64(6) {
		r := result("a", seed, map[string]float64{name: 0.01 * float64(seed*seed)})
		r.TraceSHA256 = strings.Repeat(string('0'+rune(seed)), 64)
		results = append(results, r)
	}
	want, err := json.Marshal(summarised(t, "a", results...))
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(results)
	got, err := json.Marshal(summarised(t, "a", results...))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestRowsStandAsTheyFirstAppear(t *testing.T) {
	r := summarised(t, "", result("z", 1, nil), result("a", 1, nil), result("z", 2, nil))
	if len(r.Algorithms) != 2 || r.Algorithms[0].Label != "z" || r.Algorithms[1].Label != "a" {
		t.Errorf("%+v", r.Algorithms)
	}
}

func TestSummariseRefuses(t *testing.T) {
	nan := result("a", 1, map[string]float64{"leader_quality": math.NaN()})
	for want, results := range map[string][]RunResult{
		`measure: no algorithm is labelled "x" to compare with`: {result("a", 1, nil)},
		"measure: two runs of a have seed 4":                    {result("a", 4, nil), result("a", 3, nil), result("a", 4, nil)},
		"measure: leader_quality of a, seed 1, is no number":    {nan},
	} {
		if _, err := Summarise("s", "x", 1, 1, results, nil); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := Summarise("s", "x", 1, 1, nil, nil); err != nil {
		t.Errorf("an interrupted campaign without results: %v", err)
	}
}

// Any campaign: an interval holds its mean, low before high; the difference is
// that of the means where the seeds are the same; and each row differs from the
// other as the other from it.
func TestSummariesOfAnyCampaign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := []string{"election_rate_per_min", "instability_fraction", "first_death_s", "election_time_s"}
		n := rapid.IntRange(1, 8).Draw(t, "runs")
		var results []RunResult
		for _, label := range []string{"a", "b"} {
			for seed := range n {
				r := RunResult{Label: label, Seed: uint64(seed)}
				for _, name := range names {
					x := float64(rapid.IntRange(0, 64).Draw(t, name)) / 8
					r.Metrics.Set(name, Value{X: x, Known: true, Median: x, N: 1})
				}
				results = append(results, r)
			}
		}
		ab, err := Summarise("s", "b", 3, n, results, nil)
		if err != nil {
			t.Fatal(err)
		}
		ba, err := Summarise("s", "a", 3, n, results, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			a, b := ab.Algorithms[0].Metrics.Get(name), ab.Algorithms[1].Metrics.Get(name)
			if (a.Low == nil) != (n < 2) || (a.High == nil) != (n < 2) || a.N != n {
				t.Fatalf("%s of %d runs: %+v", name, n, a)
			}
			const slack = 1e-9
			if n > 1 && (*a.Low > a.Mean+slack || *a.High < a.Mean-slack) {
				t.Fatalf("%s: %v is not in %v … %v", name, a.Mean, *a.Low, *a.High)
			}
			d, e := ab.Algorithms[0].Paired.Get(name), ba.Algorithms[1].Paired.Get(name)
			if math.Abs(d.Mean-(a.Mean-b.Mean)) > slack || math.Abs(d.Mean+e.Mean) > slack {
				t.Fatalf("%s: %v and %v differ by %v and %v", name, a.Mean, b.Mean, d.Mean, e.Mean)
			}
			if n > 1 && math.Abs(*d.Low+*e.High) > slack {
				t.Fatalf("%s: %v … %v and back %v … %v", name, *d.Low, *d.High, *e.Low, *e.High)
			}
		}
	})
}
