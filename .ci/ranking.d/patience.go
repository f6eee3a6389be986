//go:build docs

package main

import (
	"fmt"
	"path/filepath"
	"slices"

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
		best := s.ordered(f.rows, s.at(c.At))[0]
		least[best]++
		if !slices.ContainsFunc(f.rows, func(r string) bool { return r != best && !better(c, best, r) }) {
			shown[best]++
		}
	}
	return counted(f.rows, least, func(row string) string { return fmt.Sprintf("%s %d (%d)", row, least[row], shown[row]) }) + fmt.Sprintf(" of %d", points)
}

// each has the mean of a metric of each row of a field, the best led first.
func (s *study) each(f field, metric string, scale float64) string {
	return listed(s.ordered(f.rows, f.where), func(row string) string { return fmt.Sprintf("%s %.3g", row, scale*s.mean(metric, row, f.where)) })
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
