package measure

import (
	"math"
	"slices"
	"sort"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/trace"
)

// Summarise combines runs into a report. The rows are in the order in which their labels
// first appear among results, the runs of each in the order of their seeds, so the order in
// which runs ended does not matter. seed and runs are what was asked for; results may hold
// fewer. versus names the row that the others are compared with on common seeds, "" for
// none.
func Summarise(scenario, versus string, seed uint64, runs int, results []RunResult, warnings []string) (Report, error) {
	report := Report{Scenario: scenario, Seed: seed, Runs: runs, Warnings: append([]string{}, warnings...)}
	every := make([]int, len(keys))
	for k := range every {
		every[k] = k
	}
	if err := report.summarise(every, versus, results, CommonHorizons(results)); err != nil {
		return report, err
	}
	rows, err := rowsOf(results)
	if len(rows) > 0 {
		report.Verdict = verdictOf(rows, newJudge())
	}
	return report, err
}

// SummariseMetrics combines runs as Summarise does, for these metrics alone; the others are
// nil in the report. With many results and few metrics that saves most of the work. If the
// runs are one of several points in one table or figure, horizons are common to all points;
// nil: they come from these runs.
func SummariseMetrics(names []string, versus string, seed uint64, results []RunResult, horizons *Horizons) (Report, error) {
	if horizons == nil {
		own := CommonHorizons(results)
		horizons = &own
	}
	report := Report{Seed: seed, Warnings: []string{}}
	var chosen []int
	for _, name := range names {
		k := indexOf(name)
		if k < 0 {
			k, _, _ = quantileOf(name)
		}
		if k < 0 && slices.ContainsFunc(ownKeysOf(results), func(own Key) bool { return own.Name == name }) {
			continue // own metrics are in every report
		}
		if k < 0 {
			return Report{}, errs.Measure.Errorf("no metric is called %q", name)
		}
		if !slices.Contains(chosen, k) {
			chosen = append(chosen, k)
		}
	}
	err := report.summarise(chosen, versus, results, *horizons)
	return report, err
}

// summarise fills the report with rows.
func (r *Report) summarise(chosen []int, versus string, results []RunResult, horizons Horizons) error {
	r.Versus, r.Algorithms, r.Own = versus, []Algorithm{}, ownKeysOf(results)
	if err := r.standard(results); err != nil {
		return err
	}
	rows, err := rowsOf(results)
	if err != nil {
		return err
	}
	horizons.level(rows, chosen)
	base := slices.IndexFunc(rows, func(row []RunResult) bool { return row[0].Label == versus })
	if versus != "" && base < 0 && len(rows) > 0 {
		return errs.Measure.Errorf("no algorithm is labelled %q to compare with", versus)
	}
	j := newJudge()
	for i, row := range rows {
		a := Algorithm{Name: row[0].Name, Label: row[0].Label, Goal: row[0].Goal, Quorum: row[0].Quorum}
		hashed := false
		for _, run := range row {
			r.add(&run)
			a.Seeds = append(a.Seeds, run.Seed)
			hashed = hashed || run.TraceSHA256 != ""
			a.TraceSHA256 = append(a.TraceSHA256, run.TraceSHA256)
		}
		if !hashed {
			a.TraceSHA256 = []string{}
		}
		for _, k := range chosen {
			a.Metrics.by[k] = summary(row, k)
			a.Metrics.by[k].observe(row, k, horizons[k])
			if base >= 0 && i != base {
				a.Paired.by[k] = j.difference(pairs(row, rows[base], func(run *RunResult) Value { return run.Metrics.values[k] }), &keys[k])
			}
		}
		a.EnergyByClass = meanOfClasses(row, func(m *Metrics) *perClass { return m.EnergyByClass })
		a.AirByClass = meanOfClasses(row, func(m *Metrics) *perClass { return m.AirByClass })
		a.MedianDeathS = medianDeath(row)
		r.Algorithms = append(r.Algorithms, a)
	}
	r.NotMeasured = notMeasured(rows, chosen)
	r.dropUnlike(base)
	r.summariseOwn(rows, base, j)
	for _, k := range chosen {
		decide(r.family(k))
	}
	return nil
}

// dropUnlike removes differences of times that were not followed equally far.
func (r *Report) dropUnlike(base int) {
	for i := range r.Algorithms {
		for k := range keys {
			a := &r.Algorithms[i]
			if base >= 0 && !followedAlike(a.Metrics.by[k], r.Algorithms[base].Metrics.by[k]) {
				a.Paired.by[k] = nil
			}
		}
	}
}

// standard says how the runs were measured, if all were alike. Runs whose components were
// sampled at regular instants are measured wrongly: they are never put together with others.
func (r *Report) standard(results []RunResult) error {
	for i := range results {
		a, b := &results[0], &results[i]
		sampled := a.Truth.Mode == trace.TruthSampled || a.Truth.Mode == ""
		if sampled != (b.Truth.Mode == trace.TruthSampled || b.Truth.Mode == "") {
			return errs.Measure.Errorf("run %d of %s has %v, run %d of %s has %v: make the runs of the older program again before you compare them",
				a.Seed, a.Label, a.Truth, b.Seed, b.Label, b.Truth)
		}
		if i == 0 && a.Truth.Mode != "" {
			r.Truth = &Truth{a.Truth.Mode, a.Truth.EveryS}
			if !sampled { // older programs had no tolerance
				r.Tolerance = &Tolerance{a.Tolerance.Share, a.Tolerance.Margin}
			}
		}
		if r.Truth != nil && *r.Truth != b.Truth {
			r.Truth = nil
		}
		if r.Tolerance != nil && *r.Tolerance != b.Tolerance {
			r.Tolerance = nil
		}
	}
	return nil
}

// family are the differences of one metric, over the rows.
func (r *Report) family(k int) []*Difference {
	var of []*Difference
	for i := range r.Algorithms {
		if d := r.Algorithms[i].Paired.by[k]; d != nil {
			of = append(of, d)
		}
	}
	return of
}

func (r *Report) add(run *RunResult) {
	r.SimulatedS += run.SimulatedS
	r.WallS += run.WallS
	r.Events += run.Events
	r.Transmissions += run.Transmissions
	r.Deliveries += run.Deliveries
}

// rowsOf groups runs by label and sorts each group by seed.
func rowsOf(results []RunResult) ([][]RunResult, error) {
	var rows [][]RunResult
	place := map[string]int{}
	for _, run := range results {
		for k, v := range run.Metrics.values {
			if math.IsNaN(v.X) || math.IsInf(v.X, 0) || math.IsNaN(v.Median) {
				return nil, errs.Measure.Errorf("%s of %s, seed %d, is no number", keys[k].Name, run.Label, run.Seed)
			}
		}
		i, ok := place[run.Label]
		if !ok {
			i = len(rows)
			place[run.Label] = i
			rows = append(rows, nil)
		}
		rows[i] = append(rows[i], run)
	}
	for _, row := range rows {
		sort.SliceStable(row, func(i, j int) bool { return row[i].Seed < row[j].Seed })
		for i := 1; i < len(row); i++ {
			if row[i].Seed == row[i-1].Seed {
				return nil, errs.Measure.Errorf("two runs of %s have seed %d", row[i].Label, row[i].Seed)
			}
		}
	}
	return rows, nil
}

// summary combines the runs of a row for key k; nil if it applies to none.
func summary(row []RunResult, k int) *Summary {
	var values, medians []float64
	var lasted []observation
	s := new(Summary)
	for i := range row {
		v := row[i].Metrics.values[k]
		if !v.Known {
			continue
		}
		values, medians = append(values, v.X), append(medians, v.Median)
		s.Censored += v.Censored
		last := time.Duration(math.Round(v.X * float64(time.Second)))
		if v.Censored > 0 {
			lasted = append(lasted, cutOff(last))
		} else {
			lasted = append(lasted, ended(last))
		}
	}
	s.N = len(values)
	if s.N == 0 {
		return nil
	}
	if keys[k].method == byKaplanMeier {
		s.survive(lasted)
		return s
	}
	s.Mean = mean(values)
	if !keys[k].Time {
		medians = values
	}
	s.Median = finite(median(medians))
	s.Low, s.High = intervalOf(values, &keys[k]).ends()
	return s
}

// survive fills a summary from times; some may be cut off.
func (s *Summary) survive(lasted []observation) {
	curve := survivalOf(lasted)
	s.Mean, s.Median = curve.mean(), finite(curve.median())
	s.Low, s.High = curve.interval().ends()
}

// ends returns the ends of an interval, nil if there is no interval.
func (in *interval) ends() (low, high *float64) {
	if in == nil {
		return nil, nil
	}
	return &in.low, &in.high
}

// median is the middle value, or the mean of the two in the middle.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// finite returns a number, nil if it is infinite.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	return &x
}
