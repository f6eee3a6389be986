package table

import (
	"encoding/json"
	"slices"
	"strings"

	"bellwether/protocol"
	"bellwether/trace/measure"
)

// A SweepVerdict says which rows lead best at each point of a sweep, and along which axes the order of two rows turns. Its tests are corrected for all
// comparisons at all points: see measure.JudgeSweep.
type SweepVerdict struct {
	Metric     string        `json:"metric"` // that rows are judged by, and their goal: see measure.Report
	Goal       protocol.Goal `json:"goal"`
	Quorum     bool          `json:"quorum,omitempty"`
	Tests      int           `json:"tests"`       // that the correction is for
	RunsNeeded int           `json:"runs_needed"` // the least number of runs with which the tests can show any difference
	Axes       []string      `json:"axes"`
	Cells      []VerdictCell `json:"points"`
	Rows       []RowTally    `json:"rows"`  // the row that leads best most often first
	Turns      []Turn        `json:"turns"` // axis by axis, where the best row changes first
}

// A VerdictCell is the verdict of one point.
type VerdictCell struct {
	At     []string // a value for each axis
	Report *measure.Report
}

// MarshalJSON writes the values of the axes and the verdict.
func (c VerdictCell) MarshalJSON() ([]byte, error) {
	at := c.At
	if at == nil {
		at = []string{}
	}
	return json.Marshal(struct {
		At      []string `json:"at"`
		Verdict any      `json:"verdict"`
	}{at, c.Report.Verdict})
}

// mean returns the mean of a judged row.
func (c *VerdictCell) mean(label string) float64 {
	v := c.Report.Verdict
	if v.Best.Label == label {
		return v.Best.Mean
	}
	for _, row := range v.Worse {
		if row.Label == label {
			return row.Mean
		}
	}
	for _, row := range v.NotTold {
		if row.Label == label {
			return row.Mean
		}
	}
	return 0 // no judged row
}

// A RowTally counts points by how a row stands there.
type RowTally struct {
	Label string `json:"label"`
	Best  int    `json:"best"`     // it is shown to be better than each other
	Open  int    `json:"not_told"` // it has the least mean, or is not told from the row that has it
	Worse int    `json:"worse"`    // it is shown to be worse than the row of the least mean
}

// A Turn is two rows whose order turns along an axis: at point From the one is shown to be better
// than the other, and at point To, which differs in this axis alone, to be worse.
type Turn struct {
	Axis   string   `json:"axis"`
	Better string   `json:"better"` // label of the row that leads better in From
	Worse  string   `json:"worse"`
	From   []string `json:"from"` // a value for each axis
	To     []string `json:"to"`
	// Best reports that Better has the least mean in From, and Worse in To.
	Best bool `json:"best"`
	// Ahead and Behind are how much more of the metric Worse has than Better in the mean: more than 0 in
	// From, less in To.
	Ahead  float64 `json:"ahead"`
	Behind float64 `json:"behind"`
}

// Size is the lesser of the two differences of a turn: how far the order turns, both ways.
func (t *Turn) Size() float64 { return min(t.Ahead, -t.Behind) }

// NewSweepVerdict returns the verdict of judged points; nil if no point has two rows.
func NewSweepVerdict(axes []string, points []CrossPoint) *SweepVerdict {
	v := &SweepVerdict{Axes: append([]string{}, axes...), Cells: []VerdictCell{}, Rows: []RowTally{}, Turns: []Turn{}}
	several := false
	for i := range points {
		r := &points[i].Report
		if r.Verdict == nil {
			continue
		}
		v.Cells = append(v.Cells, VerdictCell{points[i].At, r})
		several = several || len(r.Algorithms) > 1
		v.Goal, v.Quorum = r.Verdict.Goal, r.Verdict.Quorum
		v.Metric, v.Tests, v.RunsNeeded = r.Verdict.Metric, max(v.Tests, r.Verdict.Tests), max(v.RunsNeeded, r.Verdict.RunsNeeded)
	}
	if !several {
		return nil
	}
	v.tally()
	for axis := range axes {
		v.turnsAlong(axis)
	}
	return v
}

func (v *SweepVerdict) standard() standard { return standardOf(v.Metric, aim{v.Goal, v.Quorum}) }

// tally counts how each row stands.
func (v *SweepVerdict) tally() {
	count := func(label string, add func(*RowTally)) {
		i := slices.IndexFunc(v.Rows, func(r RowTally) bool { return r.Label == label })
		if i < 0 {
			i, v.Rows = len(v.Rows), append(v.Rows, RowTally{Label: label})
		}
		add(&v.Rows[i])
	}
	for _, c := range v.Cells {
		of := c.Report.Verdict
		switch of.Finding {
		case measure.FoundOne:
			count(of.Best.Label, func(r *RowTally) { r.Best++ })
		case measure.FoundSeveral, measure.FoundNone:
			count(of.Best.Label, func(r *RowTally) { r.Open++ })
			for _, row := range of.NotTold {
				count(row.Label, func(r *RowTally) { r.Open++ })
			}
		}
		for _, row := range of.Worse {
			count(row.Label, func(r *RowTally) { r.Worse++ })
		}
	}
	slices.SortStableFunc(v.Rows, func(a, b RowTally) int {
		if a.Best != b.Best {
			return b.Best - a.Best
		}
		return b.Open - a.Open
	})
}

// turnsAlong finds the rows whose order turns along an axis.
func (v *SweepVerdict) turnsAlong(axis int) {
	alike := map[string][]int{} // points by their values of the other axes, in order
	var keys []string
	for i, c := range v.Cells {
		key := strings.Join(slices.Concat(c.At[:axis], c.At[axis+1:]), "\x00")
		if alike[key] == nil {
			keys = append(keys, key)
		}
		alike[key] = append(alike[key], i)
	}
	var found []Turn
	for _, key := range keys {
		for n, i := range alike[key] {
			for _, j := range alike[key][n+1:] {
				found = append(found, v.turnsBetween(axis, &v.Cells[i], &v.Cells[j])...)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Turn) int {
		switch {
		case a.Best == b.Best:
			return 0
		case a.Best:
			return -1
		}
		return 1
	})
	v.Turns = append(v.Turns, found...)
}

// turnsBetween finds the rows whose order at one point is not that at another.
func (v *SweepVerdict) turnsBetween(axis int, from, to *VerdictCell) (out []Turn) {
	there := map[[2]string]bool{}
	for _, pair := range to.Report.Verdict.Better {
		there[pair] = true
	}
	for _, pair := range from.Report.Verdict.Better {
		if there[[2]string{pair[1], pair[0]}] {
			out = append(out, Turn{v.Axes[axis], pair[0], pair[1], from.At, to.At,
				from.Report.Verdict.Best.Label == pair[0] && to.Report.Verdict.Best.Label == pair[1],
				from.mean(pair[1]) - from.mean(pair[0]), to.mean(pair[1]) - to.mean(pair[0])})
		}
	}
	return out
}
