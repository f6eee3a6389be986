package reproduce

import (
	"fmt"
	"math"

	"bellwether/internal/base/stats"
	"bellwether/internal/draw/table"
)

// slopesFrom is the least size of slopes in the table: at N = 20 the paper has values of 0,
// which have no logarithm.
const slopesFrom = 40

// bySeries returns the ratios of each series to the published, and the slopes of both over N. It
// has no verdicts: ratios above and below 1 cancel in a mean, and a slope may hide a fall at its
// end.
func (s *Study) bySeries() table.Table {
	t := table.Table{
		Title:  "Beside the published, by series: ratios, and slope over N",
		Header: []string{"figure", "series", "mean ratio", "ratios of points", fmt.Sprintf("slope here, N ≥ %d", slopesFrom), "published"},
		Right:  []bool{true, false, true, true, true, true},
		Notes:  []string{"95 % intervals; a slope of b means as N^b. No verdict rests on this table: ratios above and below 1 cancel in a mean, and a slope may hide a fall at its end"},
	}
	for _, f := range s.Figures {
		for _, m := range f.Metrics {
			for _, series := range f.Series {
				if row := s.beside(f, m, series.Label); row != nil {
					t.Rows = append(t.Rows, row)
				}
			}
		}
	}
	return t
}

// beside returns the row of a series, nil if no value of it is published.
func (s *Study) beside(f Figure, m Metric, series string) []string {
	v := &view{study: s, figure: f.Number}
	var x []float64
	var ours, theirs, high, paper []stats.Measured
	least, most := math.Inf(1), 0.0
	for _, n := range s.Nodes {
		a, has := v.at(series, n, m)
		b, published := measured(Point{f.Number, series, n}, m)
		if !has || !published {
			continue
		}
		ours, theirs = append(ours, a), append(theirs, b)
		if b.Mean > 0 {
			least, most = min(least, a.Mean/b.Mean), max(most, a.Mean/b.Mean)
		}
		if n >= slopesFrom {
			x, high, paper = append(x, float64(n)), append(high, a), append(paper, b)
		}
	}
	ratio, used := stats.Ratio(ours, theirs)
	if used == 0 {
		return nil
	}
	row := []string{fmt.Sprint(f.Number), fmt.Sprintf("%s, %s", m, series),
		fmt.Sprintf("%.3g [%.2g, %.2g]", ratio.Estimate, ratio.Estimate/ratio.Half, ratio.Estimate*ratio.Half), fmt.Sprintf("%.2g to %.2g", least, most)}
	here, err := stats.Slope(x, high)
	there, too := stats.Slope(x, paper)
	if err != nil || too != nil {
		return append(row, "–", "–")
	}
	return append(row, fmt.Sprintf("%.2f ± %.2f", here.Estimate, here.Half), fmt.Sprintf("%.2f ± %.2f", there.Estimate, there.Half))
}
