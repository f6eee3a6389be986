package table

import (
	"fmt"

	"bellwether/trace/measure"
)

// raw returns the table of unrounded numbers: a row for each point, algorithm and
// metric.
func (x *crossing) raw() Table {
	t := Table{Header: append(append([]string{}, x.Axes...), "label", "algorithm", "goal", "metric", "mean", "median", "low", "high",
		"n", "censored", "versus")}
	t.Header = append(append(t.Header, rawDifferenceHeader...), "horizon_s")
	for i := range x.Points {
		p := &x.Points[i]
		for j := range p.Report.Algorithms {
			for _, k := range x.keys {
				t.Rows = append(t.Rows, append(append([]string{}, p.At...), x.rawCells(&p.Report.Algorithms[j], k.Name)...))
			}
		}
	}
	return t
}

func (x *crossing) rawCells(a *measure.Algorithm, key string) []string {
	row := []string{a.Label, a.Name, string(a.Goal), key, "", "", "", "", "0", "0", x.Versus}
	horizon := ""
	if s := a.Metrics.Get(key); s != nil {
		row[4], row[5], row[6], row[7] = rawMean(s), optional(s.Median), optional(s.Low), optional(s.High)
		row[8], row[9], horizon = fmt.Sprint(s.N), fmt.Sprint(s.Censored), horizonOf(s)
	}
	return append(append(row, rawDifference(a.Paired.Get(key))...), horizon)
}

// rawDifferenceHeader are the columns of rawDifference.
var rawDifferenceHeader = []string{"difference_mean", "difference_low", "difference_high",
	"difference_typical", "difference_typical_low", "difference_typical_high",
	"p", "p_adjusted", "family", "verdict", "pairs", "effect", "runs_to_tell"}

// rawDifference returns the cells of a difference, unrounded; empty ones for nil.
func rawDifference(d *measure.Difference) []string {
	if d == nil {
		return []string{"", "", "", "", "", "", "", "", "0", "", "0", "", ""}
	}
	toTell := ""
	if d.RunsToTell != nil {
		toTell = fmt.Sprint(*d.RunsToTell)
	}
	return []string{Number(d.Mean, AsMeasured), optional(d.Low), optional(d.High),
		Number(d.Typical, AsMeasured), optional(d.TypicalLow), optional(d.TypicalHigh),
		Number(d.P, AsMeasured), Number(d.PAdjusted, AsMeasured), fmt.Sprint(d.Family), string(d.Verdict),
		fmt.Sprint(d.N), optional(d.Effect), toTell}
}
