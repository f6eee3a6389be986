//go:build docs

package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/internal/draw/table"
)

// A field is a set of rows that compete, at some points of the sweep "patience".
type field struct {
	name  string
	rows  []string
	where where
}

// patience says who leads best where all rows wait equally long for a silent leader.
func patience(dir string) (table.Table, error) {
	s, err := newStudy(filepath.Join(dir, "patience"))
	if err != nil {
		return table.Table{}, err
	}
	others := []string{"vasudevan", "flood-max", "global-view"}
	t := table.Table{Header: []string{"a silent leader", "least mean at", "badly led, %", "leader changes, /node/h"}, Right: make([]bool, 4)}
	for _, f := range []field{
		{"as planned: `tanist` asks after 1¼ intervals, the others give it up after 3", append([]string{"tanist"}, others...), where{"misses": "three"}},
		{"`tanist` too waits for 3 intervals", append([]string{"tanist-late-3"}, others...), where{"misses": "three"}},
		{"`tanist` asks after 1¼ intervals, the others give it up after 1", append([]string{"tanist"}, others...), where{"misses": "one"}},
	} {
		t.Rows = append(t.Rows, []string{f.name, s.winnerOf(f), s.each(f, badlyLed, 100), s.each(f, changes, 1)})
	}
	return t, nil
}

// winnerOf counts the rows of the least mean in a field, and at how many points tests show it.
func (s *study) winnerOf(f field) string {
	least, shown, points := map[string]int{}, map[string]int{}, 0
	for i := range s.cross.Verdict.Cells {
		c := &s.cross.Verdict.Cells[i]
		if !s.inside(c.At, f.where) {
			continue
		}
		points++
		at := where{}
		for j, a := range s.plan.Axes {
			at[a.Path] = c.At[j]
		}
		best := slices.MinFunc(f.rows, func(a, b string) int { return s.compare(a, b, at) })
		least[best]++
		if !slices.ContainsFunc(f.rows, func(r string) bool { return r != best && !better(c, best, r) }) {
			shown[best]++
		}
	}
	rows := slices.Clone(f.rows)
	slices.SortStableFunc(rows, func(a, b string) int { return least[b] - least[a] })
	var out []string
	for _, row := range rows {
		if least[row] > 0 {
			out = append(out, fmt.Sprintf("%s %d (%d)", row, least[row], shown[row]))
		}
	}
	return strings.Join(out, ", ") + fmt.Sprintf(" of %d", points)
}

// compare orders two rows by the mean of badly led at some points.
func (s *study) compare(a, b string, w where) int {
	switch x, y := meanOf(s.bySeed(badlyLed, a, w)).value, meanOf(s.bySeed(badlyLed, b, w)).value; {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// each has the mean of a metric of each row of a field, the best led first.
func (s *study) each(f field, metric string, scale float64) string {
	rows := slices.Clone(f.rows)
	slices.SortStableFunc(rows, func(a, b string) int { return s.compare(a, b, f.where) })
	var out []string
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s %.3g", r, scale*meanOf(s.bySeed(metric, r, f.where)).value))
	}
	return strings.Join(out, ", ")
}

// waits compares how long bully waits for answers, on a shared medium.
func waits(dir string) (table.Table, error) {
	s, err := newStudy(filepath.Join(dir, "t-max"))
	if err != nil {
		return table.Table{}, err
	}
	t := table.Table{Header: []string{"routes", "bully waits for answers for", "badly led, %", "leader changes, /node/h", "bytes, /node/s"}, Right: []bool{false, true, true, true, true}}
	for _, routing := range s.levels("routing") {
		for _, row := range []struct{ label, time string }{{"bully", "273 ms"}, {"bully-1s", "1 s"}, {"bully-3s", "3 s"}} {
			at := where{"routing": routing}
			t.Rows = append(t.Rows, []string{routing, row.time, meanOf(s.bySeed(badlyLed, row.label, at)).percent(),
				fmt.Sprintf("%.0f", meanOf(s.bySeed(changes, row.label, at)).value), bytesOf(meanOf(s.bySeed(sent, row.label, at)).value)})
		}
	}
	return t, nil
}
