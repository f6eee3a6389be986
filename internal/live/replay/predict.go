package replay

import (
	"cmp"
	"context"
	"math"
	"slices"

	"bellwether/internal/study/campaign"
	"bellwether/internal/study/footprint"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// A Prediction is the emulator's runs of the same algorithm for the same time.
type Prediction struct {
	Scenario   string
	Calibrated bool // the scenario was made from these traces
	Runs       int
	Report     measure.Report
	Assumed    []string     // what it takes from the traces, and what it leaves out
	Compared   []Comparison // one for each of measure.Keys
	Takeover   Comparison
}

// A Comparison is one metric of the live run beside the emulator's runs. A pointer is nil
// if there is no such number.
type Comparison struct {
	Key     string   `json:"-"`
	Live    *float64 `json:"live"`
	Median  *float64 `json:"median"` // the median run
	Low     *float64 `json:"low"`    // the least run
	High    *float64 `json:"high"`   // the greatest
	Ratio   *float64 `json:"ratio"`  // live over median
	Outside bool     `json:"outside"`
}

// Coverage is the probability that one more run of the emulator would lie within
// the range of n: see the package comment.
func Coverage(n int) float64 { return max(float64(n-1)/float64(n+1), 0) }

// predict runs the emulator.
func (r *replay) predict(ctx context.Context, m measure.Metrics, live measure.Value) (*Prediction, error) {
	s, assumed, err := r.foreseen()
	if err != nil {
		return nil, err
	}
	s.Algorithms = s.Algorithms[:1]
	fit := footprint.Plan{Scenarios: []*scenarios.Scenario{s}, Jobs: max(r.Jobs, 1), Free: r.Free, Warn: r.Warn}
	jobs, err := fit.Fit()
	if err != nil {
		return nil, err
	}
	out, err := campaign.Run(ctx, s, campaign.Options{Jobs: jobs, NoHash: true, Own: []measure.Own{takeoverMetric()}})
	switch {
	case err != nil:
		return nil, err
	case out.Interrupted:
		return nil, campaign.ErrInterrupted
	case len(out.Failures) > 0:
		return nil, out.Failures[0]
	}
	return &Prediction{Scenario: s.Name, Calibrated: r.scenario == nil, Runs: len(out.Runs),
		Report: out.Report, Assumed: assumed, Compared: compare(m, out.Runs, r.slack()),
		Takeover: compareOne(takeoverKey(), live, out.Runs, r.slack())}, nil
}

// slack is the share of the run between two looks at the links. A metric is uncertain by so
// much, because the ends of the run lie between two looks.
func (r *replay) slack() float64 {
	return r.every().Seconds() / max(r.merge.End.Sub(r.merge.Begin), r.every()).Seconds()
}

// compare compares a run with others. It lies outside if it exceeds their range by more
// than slack, as a share of the value, or of the whole for metrics that are fractions.
func compare(m measure.Metrics, runs []measure.RunResult, slack float64) []Comparison {
	var out []Comparison
	for _, k := range measure.Keys() {
		out = append(out, compareOne(k, m.Get(k.Name), runs, slack))
	}
	return out
}

// compareOne compares a run with others in one metric.
func compareOne(k measure.Key, live measure.Value, runs []measure.RunResult, slack float64) Comparison {
	c := Comparison{Key: k.Name}
	if live.Known {
		c.Live = &live.X
	}
	var all []float64
	for _, run := range runs {
		if v := run.Metrics.Get(k.Name); v.Known {
			all = append(all, v.X)
		}
	}
	if len(all) > 0 {
		slices.Sort(all)
		low, high, median := all[0], all[len(all)-1], (all[(len(all)-1)/2]+all[len(all)/2])/2
		c.Low, c.High, c.Median = &low, &high, &median
	}
	if c.Live == nil || c.Median == nil {
		return c
	}
	whole := math.Abs(*c.Live)
	if k.Percent && !k.Exact {
		whole = 1
	}
	c.Outside = *c.Live < *c.Low-float64(slack*whole) || *c.Live > *c.High+float64(slack*whole)
	if *c.Median != 0 {
		ratio := *c.Live / *c.Median
		c.Ratio = &ratio
	}
	return c
}

// Parts returns the metrics in which the live run lies outside the emulator's range,
// those with the greatest difference in ratio first. Metrics in which the emulator has 0
// come before all others.
func (p *Prediction) Parts() []string {
	var outside []Comparison
	for _, c := range p.Compared {
		if c.Outside {
			outside = append(outside, c)
		}
	}
	slices.SortStableFunc(outside, func(a, b Comparison) int { return cmp.Compare(b.apart(), a.apart()) })
	parts := []string{}
	for _, c := range outside {
		parts = append(parts, c.Key)
	}
	return parts
}

// apart is how far the ratio is from 1, above or below.
func (c Comparison) apart() float64 {
	if c.Ratio == nil {
		return math.Inf(1)
	}
	return math.Abs(math.Log(math.Abs(*c.Ratio)))
}
