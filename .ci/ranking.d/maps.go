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
	return counted(s.rows, least, func(row string) string { return fmt.Sprintf("%s %d (%d)", row, least[row], shown[row]) })
}

// counted writes the rows of which there are some, the most first.
func counted(rows []string, count map[string]int, text func(row string) string) string {
	rows = slices.DeleteFunc(slices.Clone(rows), func(row string) bool { return count[row] == 0 })
	slices.SortStableFunc(rows, func(a, b string) int { return count[b] - count[a] })
	return listed(rows, text)
}

func listed(rows []string, text func(row string) string) string {
	var out []string
	for _, row := range rows {
		out = append(out, text(row))
	}
	return strings.Join(out, ", ")
}

// means has the mean of each judged row at some points, the least first.
func (s *study) means(w where) string {
	return listed(s.ordered(s.judged(), w), func(row string) string { return fmt.Sprintf("%s %.1f", row, 100*s.mean(badlyLed, row, w)) })
}

// ordered sorts rows by the mean of badly led at some points, the least first.
func (s *study) ordered(rows []string, w where) []string {
	of := map[string]float64{}
	for _, row := range rows {
		of[row] = s.mean(badlyLed, row, w)
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b string) int { return cmp.Compare(of[a], of[b]) })
	return rows
}

func (s *study) mean(metric, row string, w where) float64 {
	return meanOf(s.bySeed(metric, row, w)).value
}

// at is one point.
func (s *study) at(values []string) where {
	w := where{}
	for i, a := range s.plan.Axes {
		w[a.Path] = values[i]
	}
	return w
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
