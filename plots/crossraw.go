package plots

import (
	"fmt"

	"bellwether/trace/measure"
)

// raw has what measure found, unrounded: a row for each point, algorithm and
// metric.
func (x *crossing) raw() Table {
	t := Table{Header: append(append([]string{}, x.Axes...), "label", "algorithm", "goal", "metric", "mean", "median", "low", "high",
		"n", "censored", "versus", "difference_mean", "difference_low", "difference_high", "pairs", "effect", "horizon_s")}
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
	row := []string{a.Label, a.Name, string(a.Goal), key, "", "", "", "", "0", "0", x.Versus, "", "", "", "0", "", ""}
	if s := a.Metrics.Get(key); s != nil {
		row[4], row[5], row[6], row[7] = rawMean(s), optional(s.Median), optional(s.Low), optional(s.High)
		row[8], row[9], row[16] = fmt.Sprint(s.N), fmt.Sprint(s.Censored), horizonOf(s)
	}
	if d := a.Paired.Get(key); d != nil {
		row[11], row[12], row[13] = number(d.Mean, asMeasured), optional(d.Low), optional(d.High)
		row[14], row[15] = fmt.Sprint(d.N), optional(d.Effect)
	}
	return row
}
