//go:build docs

package main

import (
	"cmp"
	"fmt"
	"slices"

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
func (s *study) least() table.Table {
	t := table.Table{Header: []string{"metric", "least mean at"}, Right: make([]bool, 2)}
	for _, metric := range metrics {
		rows := s.rows
		if metric == badlyLed {
			rows = s.judged()
		}
		count := map[string]int{}
		for _, at := range s.plan.Places() {
			w := s.at(at)
			count[slices.MinFunc(rows, func(a, b string) int { return cmp.Compare(s.mean(metric, a, w), s.mean(metric, b, w)) })]++
		}
		key, _ := measure.FindKey(metric)
		t.Rows = append(t.Rows, []string{key.Title, counted(rows, count, func(row string) string { return fmt.Sprintf("%s %d", row, count[row]) })})
	}
	return t
}
