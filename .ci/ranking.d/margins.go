//go:build docs

package main

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/draw/table"
	"bellwether/trace/measure"
)

// margins says what a margin of a tenth changes in each row that has one. Shares of the variance between rows do not see
// what changes all rows alike.
func (s *study) margins() table.Table {
	t := table.Table{Header: []string{"algorithm", "badly led: tenth less none, points", "leader changes: tenth, times none"}, Right: []bool{false, true, true}}
	for _, row := range s.judged() {
		tenth, none := where{"margin": "tenth"}, where{"margin": "none"}
		less := s.bySeed(badlyLed, row, tenth)
		for i, x := range s.bySeed(badlyLed, row, none) {
			less[i] -= x
		}
		e := meanOf(less)
		t.Rows = append(t.Rows, []string{row, fmt.Sprintf("%+.2f [%+.2f, %+.2f]", 100*e.value, 100*e.low, 100*e.high),
			ratioOf(s.bySeed(changes, row, tenth), s.bySeed(changes, row, none)).times()})
	}
	return t
}

// least counts, for each metric, at how many points a row has the least mean.
func (s *study) least() (table.Table, error) {
	t := table.Table{Header: []string{"metric", "least mean at"}, Right: make([]bool, 2)}
	for _, metric := range metrics {
		rows := s.rows
		if metric == badlyLed {
			rows = s.judged()
		}
		count := map[string]int{}
		for _, at := range s.plan.Places() {
			best, low := "", 0.0
			for _, row := range rows {
				mean := 0.0
				for _, l := range s.by[keyOf(row, at)] {
					mean += l.Metrics.Get(metric).X
				}
				if best == "" || mean < low {
					best, low = row, mean
				}
			}
			count[best]++
		}
		var out []string
		sorted := slices.Clone(rows)
		slices.SortStableFunc(sorted, func(a, b string) int { return count[b] - count[a] })
		for _, row := range sorted {
			if count[row] > 0 {
				out = append(out, fmt.Sprintf("%s %d", row, count[row]))
			}
		}
		key, _ := measure.FindKey(metric)
		t.Rows = append(t.Rows, []string{key.Title, strings.Join(out, ", ")})
	}
	return t, nil
}
