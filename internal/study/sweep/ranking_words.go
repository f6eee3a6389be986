package sweep

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/base/stats"
	"bellwether/internal/base/wording"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/ranking"
	"bellwether/trace/measure"
)

// rankingWords write what decides the order of rows.
type rankingWords struct {
	plan            string
	verdict         *table.SweepVerdict
	wanted, missing int
}

// shares returns the tables of the shares, a column for each metric: of the order, and of the values.
func (w *rankingWords) shares(all []decided) (order, values table.Table) {
	var divided []decided
	var notes []string
	for _, d := range all {
		if d.Lacks != "" {
			notes = append(notes, "not divided: "+d.key.Title+": "+d.Lacks)
			continue
		}
		divided = append(divided, d)
	}
	order = w.parts(divided, func(d *decided) *ranking.Division { return d.Order })
	values = w.parts(divided, func(d *decided) *ranking.Division { return d.Values })
	order.Title = w.plan + ": what decides the order of rows, in % of the variance of ranks"
	if w.missing > 0 {
		order.Title += fmt.Sprintf(", %d of %d runs", w.wanted-w.missing, w.wanted)
	}
	values.Title = "What decides by how much they differ, in % of the variance of the metric less its mean over the rows"
	values.Notes = append(notes, w.notes(divided)...)
	values.Verdict = w.verdict.Summary()
	return order, values
}

// parts returns a table of one kind of division.
func (w *rankingWords) parts(divided []decided, of func(*decided) *ranking.Division) table.Table {
	t := table.Table{Header: []string{"part"}, Right: []bool{false}}
	for _, d := range divided {
		t.Header, t.Right = append(t.Header, d.key.Title), append(t.Right, true)
	}
	row := func(title string, share func(*ranking.Division) *stats.Share) {
		cells := []string{title}
		for i := range divided {
			cells = append(cells, percent(share(of(&divided[i]))))
		}
		t.Rows = append(t.Rows, cells)
	}
	row(plan.AxisAlgorithm, func(d *ranking.Division) *stats.Share { return &d.Row })
	first := of(&divided[0])
	for i, a := range first.Axes {
		row(plan.AxisAlgorithm+" × "+a.Axis, func(d *ranking.Division) *stats.Share { return &d.Axes[i].Alone })
	}
	if first.Several != nil {
		row("several axes together", func(d *ranking.Division) *stats.Share { return d.Several })
		for i, a := range first.Axes {
			row(a.Axis+", in all", func(d *ranking.Division) *stats.Share { return &d.Axes[i].InAll })
		}
	}
	cells := []string{"of one run, chance is"}
	for i := range divided {
		cells = append(cells, fmt.Sprintf("%.0f", 100*of(&divided[i]).Chance))
	}
	t.Rows = append(t.Rows, cells)
	return t
}

// percent writes a share with its 95 % interval, within what a share can be.
func percent(s *stats.Share) string {
	within := func(x float64) float64 { return 100 * min(1, max(0, x)) }
	text := fmt.Sprintf("%.1f", within(s.Value))
	if s.Low != nil && s.High != nil {
		text += fmt.Sprintf(" [%.1f, %.1f]", within(*s.Low), within(*s.High))
	}
	return text
}

// notes explain the shares.
func (w *rankingWords) notes(all []decided) []string {
	notes := []string{
		"in brackets 95 % intervals by a jackknife over seeds; estimates and ends beyond 0 or 100 % are cut off there",
		"algorithm: the part that is the same at every point; algorithm × axis: what changes with this axis alone; in all: every part that the axis has, so these overlap",
		"chance is no part of the shares; how much of the variance in single runs it is stands below",
	}
	var of ranking.Groups
	for _, d := range all {
		of.Add(d.key.Title, fmt.Sprintf("%s, %s", wording.Count(d.Seeds, "seed"), strings.Join(d.Rows, ", ")))
	}
	return append(notes, of.Lines()...)
}

// raw returns the shares as plain numbers, a row for each.
func (w *rankingWords) raw(all []decided) table.Table {
	t := table.Table{Header: []string{"metric", "of", "part", "axis", "share", "low", "high", "seeds", "rows"}}
	for _, d := range all {
		if d.Lacks != "" {
			continue
		}
		add := func(of, part, axis string, s *stats.Share) {
			low, high := "", ""
			if s.Low != nil && s.High != nil {
				low, high = table.Number(*s.Low, table.AsMeasured), table.Number(*s.High, table.AsMeasured)
			}
			t.Rows = append(t.Rows, []string{d.Metric, of, part, axis, table.Number(s.Value, table.AsMeasured), low, high, fmt.Sprint(d.Seeds), strings.Join(d.Rows, " ")})
		}
		for _, of := range []struct {
			name string
			*ranking.Division
		}{{"order", d.Order}, {"values", d.Values}} {
			add(of.name, plan.AxisAlgorithm, "", &of.Row)
			for i := range of.Axes {
				add(of.name, "alone", of.Axes[i].Axis, &of.Axes[i].Alone)
				add(of.name, "in_all", of.Axes[i].Axis, &of.Axes[i].InAll)
			}
			if of.Several != nil {
				add(of.name, "several", "", of.Several)
			}
			add(of.name, "chance_of_one_run", "", &stats.Share{Value: of.Chance})
		}
	}
	return t
}

// turns returns the table of the greatest turns. why writes the commands that explain one.
func (w *rankingWords) turns(turns []table.Turn, why func(table.Turn) []string) table.Table {
	key, _ := measure.FindKey(w.verdict.Metric)
	t := table.Table{Title: "The greatest turns of two rows along one axis, by " + key.Title}
	if len(turns) == 0 {
		t.Notes = []string{"no two rows are shown to change their order along an axis"}
		return t
	}
	unit := ""
	if key.Percent {
		unit = ", points"
	}
	t.Header = []string{"axis", "rows", "at", "leads better\nat first" + unit, "then" + unit}
	t.Right = []bool{false, false, false, true, true}
	for _, turn := range turns {
		axis := slices.Index(w.verdict.Axes, turn.Axis)
		var rest []string
		for i, value := range turn.From {
			if i != axis {
				rest = append(rest, w.verdict.Axes[i]+" = "+value)
			}
		}
		t.Rows = append(t.Rows, []string{turn.Axis, turn.Better + ", " + turn.Worse, strings.Join(rest, ", "),
			fmt.Sprintf("%s at %s: %s", turn.Better, turn.From[axis], gap(turn.Ahead, &key)), fmt.Sprintf("%s at %s: %s", turn.Worse, turn.To[axis], gap(-turn.Behind, &key))})
	}
	t.Notes = []string{"each difference is shown by the tests of the verdict, corrected for all points together; sorted by the lesser of the two; two rows stand once for each axis"}
	t.Verdict = append([]string{"Why, for the first:"}, why(turns[0])...)
	return t
}

// gap writes by how much a row is ahead.
func gap(x float64, key *measure.Key) string {
	if key.Percent {
		x *= 100
	}
	return table.Number(x, key.Decimals)
}

// whyWorse returns a function that writes the two commands which say why two rows turn; nil commands
// if the scenario cannot be loaded any more.
func (t *Table) whyWorse(p *plan.Plan, points []plan.Point) func(table.Turn) []string {
	return func(turn table.Turn) (out []string) {
		for _, at := range [][]string{turn.From, turn.To} {
			for i := range points {
				if !slices.Equal(points[i].At, at) {
					continue
				}
				command := []string{string(t.Algorithms.Program()), "why worse", wording.Quote(p.Scenario), "--algorithms", turn.Better + "," + turn.Worse, "--metric badly_led_fraction"}
				for _, set := range points[i].Set {
					command = append(command, "--set "+wording.Quote(set.Path+"="+set.Value))
				}
				out = append(out, strings.Join(command, " "))
			}
		}
		return out
	}
}
