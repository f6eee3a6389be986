package table

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"bellwether/trace/measure"
)

// CrossStress says that the axes of a cross are assumptions of its scenario, and what was not
// tried.
type CrossStress struct {
	LeftOut   []string `json:"left_out"`  // assumptions, each with the reason
	Untouched []string `json:"untouched"` // rows that the axis routes does not touch
	// OneStandard: measure.tolerance was set for all corners, and the scenario has none.
	OneStandard bool `json:"one_standard"`
}

// WriteCorners writes one table of who leads best at each corner of the assumptions. CSV has
// instead a row of plain numbers for each corner and row.
func WriteCorners(w io.Writer, f Format, c *Cross) error {
	if f == CSV {
		t := c.rawCorners()
		return t.Write(w, CSV)
	}
	t := c.Corners()
	return t.Write(w, f)
}

// Corners returns the table of who leads best at each corner of the assumptions, what the tests
// permit to say of it, and what it costs.
func (c *Cross) Corners() Table {
	key, _ := measure.FindKey("badly_led_fraction")
	if c.Verdict != nil {
		key = c.Verdict.standard().key
	}
	t := Table{Header: append(slices.Clone(c.Axes), "least mean", header(&key), "this row is", "frames\n/node/s"),
		Right: append(make([]bool, len(c.Axes)+1), true, false, true)}
	t.Title = c.Plan + ": who leads best under which assumptions"
	if missing := c.Missing(); missing > 0 {
		t.Title += fmt.Sprintf(", %d of %d runs", c.Wanted-missing, c.Wanted)
	}
	if c.Verdict == nil {
		t.Notes = []string{"no two rows to compare"}
		return t
	}
	ranges := false
	for i := range c.Verdict.Cells {
		cell := &c.Verdict.Cells[i]
		v, row := cell.Report.Verdict, slices.Clone(cell.At)
		if v.Best == nil {
			t.Rows = append(t.Rows, append(row, none, none, standing(cell), none))
			continue
		}
		costs := none
		if v.Cost != nil {
			costs = costRange(cell)
			ranges = ranges || len(v.NotTold) > 0
		}
		t.Rows = append(t.Rows, append(row, v.Best.Label, meansOf(cell.Report).number(v.Best.Mean), standing(cell), costs))
	}
	t.Notes = c.cornerNotes(ranges)
	t.Verdict = c.Verdict.Summary()
	return t
}

// cornerNotes explain the table of corners. ranges says that costs have two ends.
func (c *Cross) cornerNotes(ranges bool) []string {
	first := "the first corner is the scenario as it is"
	if n := len(c.Verdict.Cells); n > 1 {
		first += fmt.Sprintf("; run can say otherwise of it, since here the tests of %d corners are corrected together", n)
	}
	if c.Stress != nil && c.Stress.OneStandard {
		first += ", and one standard judges all"
	}
	notes := []string{first}
	if ranges {
		notes = append(notes, "frames with two ends: the least and the greatest mean of this row and the rows from which it is not told")
	}
	var reports []*measure.Report
	var others []string
	for i := range c.Verdict.Cells {
		r := c.Verdict.Cells[i].Report
		reports = append(reports, r)
		for _, label := range r.Verdict.OtherGoals {
			if !slices.Contains(others, label) {
				others = append(others, label)
			}
		}
	}
	key, _ := measure.FindKey(c.Verdict.Metric)
	notes = append(notes, standardNotes(reports, []measure.Key{key})...)
	if others != nil {
		notes = append(notes, "not judged, since they have other goals: "+strings.Join(others, ", "))
	}
	if c.Stress != nil && len(c.Stress.Untouched) > 0 {
		notes = append(notes, "routes do not touch the rows that send along no route: "+strings.Join(c.Stress.Untouched, ", ")+"; their runs are the same there, and made once")
	}
	if c.Stress != nil {
		for _, why := range c.Stress.LeftOut {
			notes = append(notes, "not turned round, "+why)
		}
	}
	return notes
}

// rawCorners has the standing of each row at each corner.
func (c *Cross) rawCorners() Table {
	metric := "badly_led_fraction"
	if c.Verdict != nil {
		metric = c.Verdict.Metric
	}
	t := Table{Header: append(slices.Clone(c.Axes), "label", "standing", metric, "transmissions_per_node_s", "runs", "finding")}
	if c.Verdict == nil {
		return t
	}
	for i := range c.Verdict.Cells {
		cell := &c.Verdict.Cells[i]
		v := cell.Report.Verdict
		add := func(label, standing, loss string) {
			cost := ""
			for j := range cell.Report.Algorithms {
				if a := &cell.Report.Algorithms[j]; a.Label == label {
					if s := a.Metrics.Get(costColumn); s != nil {
						cost = Number(s.Mean, AsMeasured)
					}
				}
			}
			t.Rows = append(t.Rows, append(slices.Clone(cell.At), label, standing, loss, cost, fmt.Sprint(v.Runs), string(v.Finding)))
		}
		if v.Best != nil {
			add(v.Best.Label, "least mean", Number(v.Best.Mean, AsMeasured))
		}
		for _, row := range v.NotTold {
			add(row.Label, "not told", Number(row.Mean, AsMeasured))
		}
		for _, row := range v.Worse {
			add(row.Label, "worse", Number(row.Mean, AsMeasured))
		}
		for _, label := range v.OtherGoals {
			add(label, "not judged", "")
		}
	}
	return t
}
