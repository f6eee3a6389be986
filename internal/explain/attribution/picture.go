package attribution

import (
	"fmt"

	"bellwether/internal/draw/figure"
	"bellwether/internal/explain/causes"
	"bellwether/trace/measure"
)

// perCent converts a share to percentage points.
const perCent = 100

// Picture draws a panel for each scenario: the differences of its rows from the row of
// comparison, or the shares if there is only one row. The name of a row stands for its label in
// titles; the bars keep their labels.
func Picture(answers []Answer, name func(row string) string) *figure.Bars {
	b := &figure.Bars{X: figure.Axis{Unit: "percentage points"}}
	for _, k := range causes.Keys() {
		b.Parts = append(b.Parts, k.Title)
	}
	for i := range answers {
		a := &answers[i]
		r, amount := a.Report, share
		b.X.Title = a.key().Title
		b.Title = "What " + b.X.Title + " consists of"
		if r.Versus != "" {
			amount = difference
			b.X.Title += " minus that of " + name(r.Versus)
			b.Title = "What makes which algorithm worse than " + name(r.Versus)
		}
		panel := figure.BarPanel{Title: r.Scenario}
		for i := range r.Algorithms {
			row := &r.Algorithms[i]
			if row.Label == r.Versus {
				continue
			}
			bar := figure.Bar{Label: row.Label}
			for _, k := range causes.Keys() {
				bar.Values = append(bar.Values, perCent*amount(row, k.Name))
			}
			panel.Rows = append(panel.Rows, bar)
		}
		b.Panels = append(b.Panels, panel)
		b.Notes = []string{fmt.Sprintf("Means of %s. Parts to the left of zero are less than those of the row of comparison.", a.runs())}
	}
	return b
}

// share is the mean of a cause, 0 if it is not known.
func share(row *measure.Algorithm, cause string) float64 {
	if s := row.Metrics.Get(cause); s != nil {
		return s.Mean
	}
	return 0
}

// difference is the mean difference of a cause from the row of comparison, 0 if it is not known.
func difference(row *measure.Algorithm, cause string) float64 {
	if d := row.Paired.Get(cause); d != nil {
		return d.Mean
	}
	return 0
}
