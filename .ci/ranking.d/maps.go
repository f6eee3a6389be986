//go:build docs

package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/draw/table"
)

// grid has a cell for each routing and medium, against density.
func (s *study) grid(cell func(where) string) table.Table {
	t := table.Table{Header: []string{"routes", "medium"}, Right: []bool{false, false}}
	for _, d := range s.levels("density") {
		t.Header, t.Right = append(t.Header, d), append(t.Right, false)
	}
	for _, routing := range s.levels("routing") {
		for _, medium := range s.levels("medium") {
			row := []string{routing, medium}
			for _, density := range s.levels("density") {
				row = append(row, cell(where{"routing": routing, "medium": medium, "density": density}))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

func (s *study) levels(axis string) []string {
	for _, a := range s.plan.Axes {
		if a.Path == axis {
			return a.Values
		}
	}
	return nil
}

// winner counts the rows of the least mean at some points, and at how many of them tests show it.
func (s *study) winner(w where) string {
	least, shown := map[string]int{}, map[string]int{}
	for i := range s.cross.Verdict.Cells {
		c := &s.cross.Verdict.Cells[i]
		if !s.inside(c.At, w) {
			continue
		}
		best := c.Report.Verdict.Best.Label
		least[best]++
		if len(c.Report.Verdict.NotTold) == 0 {
			shown[best]++
		}
	}
	rows := slices.Clone(s.rows)
	slices.SortStableFunc(rows, func(a, b string) int { return least[b] - least[a] })
	var out []string
	for _, row := range rows {
		if least[row] > 0 {
			out = append(out, fmt.Sprintf("%s %d (%d)", row, least[row], shown[row]))
		}
	}
	return strings.Join(out, ", ")
}

// means has the mean of each judged row at some points, the least first.
func (s *study) means(w where) string {
	rows, of := s.judged(), map[string]float64{}
	for _, r := range rows {
		of[r] = meanOf(s.bySeed(badlyLed, r, w)).value
	}
	slices.SortStableFunc(rows, func(a, b string) int { return cmp.Compare(of[a], of[b]) })
	var cell []string
	for _, r := range rows {
		cell = append(cell, fmt.Sprintf("%s %.1f", r, 100*of[r]))
	}
	return strings.Join(cell, ", ")
}

// choosing has each row from the papers' set-up to where radios are: badly led, or leaderless for rows of other goals, and bytes.
func (s *study) choosing() table.Table {
	columns := []struct {
		title string
		where
	}{
		{"ideal, routes for nothing", where{"medium": "ideal", "routing": "oracle"}},
		{"shared, routes for nothing", where{"medium": "shared", "routing": "oracle"}},
		{"shared, AODV", where{"medium": "shared", "routing": "aodv"}},
		{"shared, OLSR", where{"medium": "shared", "routing": "olsr"}},
	}
	t := table.Table{Header: []string{"algorithm"}, Right: []bool{false}}
	for _, c := range columns {
		t.Header, t.Right = append(t.Header, c.title+", %"), append(t.Right, true)
	}
	t.Header, t.Right = append(t.Header, "shared, /node/s"), append(t.Right, true)
	for _, row := range s.rows {
		metric, name := badlyLed, row
		if !slices.Contains(s.judged(), row) {
			metric, name = leaderless, row+" (leaderless)"
		}
		cells := []string{name}
		var bytes []string // on the shared medium
		for i, c := range columns {
			e := meanOf(s.bySeed(metric, row, c.where))
			cells = append(cells, fmt.Sprintf("%.1f [%.1f, %.1f]", 100*e.value, 100*e.low, 100*e.high))
			if i > 0 {
				bytes = append(bytes, bytesOf(meanOf(s.bySeed(sent, row, c.where)).value))
			}
		}
		if bytes = slices.Compact(bytes); len(bytes) > 1 {
			bytes[0] += " with free routes"
		}
		t.Rows = append(t.Rows, append(cells, strings.Join(bytes, ", ")))
	}
	return t
}

// bytesOf writes bytes with their unit.
func bytesOf(x float64) string {
	if x >= 1000 {
		return fmt.Sprintf("%.1f kB", x/1000)
	}
	return fmt.Sprintf("%.0f B", x)
}
