package table

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/trace/measure"
)

// verdictLines says the verdict of a report in words: who leads best, what that costs, which
// difference the runs could show, what was not judged, and which rows collapsed. A report of
// one row has nothing to say but its collapse.
func verdictLines(r *measure.Report) []string {
	var out []string
	if r.Verdict != nil && (len(r.Algorithms) > 1 || r.Verdict.Best != nil) { // of several, a table may show one
		m := meansOf(r)
		out = append(out, m.begin()+strings.Join(slices.DeleteFunc([]string{
			leadWords(r, m), costWords(r, m), powerWords(r, m), otherWords(r),
		}, func(said string) bool { return said == "" }), " "))
	}
	for i := range r.Algorithms {
		if a := &r.Algorithms[i]; a.Collapse != "" {
			out = append(out, a.Label+" collapsed: "+a.Collapse)
		}
	}
	return out
}

func metricShown(metric string, x float64) string {
	k, _ := measure.FindKey(metric)
	return shown(x, &k)
}

// means writes the means of a verdict: numbers that its tests tell apart are not written alike.
type means struct {
	standard
	loss, cost *measure.Key
}

func meansOf(r *measure.Report) means {
	by := ofReport(r)
	cost, _ := measure.FindKey("transmissions_per_node_s")
	v := r.Verdict
	var losses, costs [][2]float64 // that are told apart
	for _, row := range v.Worse {
		losses = append(losses, [2]float64{v.Best.Mean, row.Mean})
	}
	if p := v.Cost; p != nil {
		if p.Told {
			costs = append(costs, [2]float64{p.Cheapest.Mean, p.Dearest.Mean})
		}
		for _, row := range p.CheaperButWorse {
			costs = append(costs, [2]float64{row.Mean, p.Cheapest.Mean})
		}
	}
	return means{by, finerFor(&by.key, losses), finerFor(&cost, costs)}
}

func (m means) lossShown(x float64) string { return m.number(x) + " %" }

// number is a loss in percent.
func (m means) number(x float64) string { return shown(x, m.loss) }

func (m means) costShown(x float64) string { return shown(x, m.cost) }

// leadWords says who leads best, and who cannot be told from it.
func leadWords(r *measure.Report, m means) string {
	v := r.Verdict
	rows := len(v.NotTold) + len(v.Worse) + 1
	switch v.Finding {
	case measure.FoundOne:
		than := "of " + strings.Join(m.worseRows(r), ", ")
		if len(v.Worse) > someOf {
			than = fmt.Sprintf("of each of the %d other rows that %s (the next: %s, %s)", len(v.Worse), m.elect(), v.Worse[0].Label, m.lossShown(v.Worse[0].Mean))
		}
		return fmt.Sprintf("%s %s: %s, which is shown to be less than that %s.", v.Best.Label, m.best, m.share(m.lossShown(v.Best.Mean)), than)
	case measure.FoundSeveral:
		var open []string
		for _, row := range v.NotTold {
			open = append(open, m.notTold(row.Label, row.Mean, v.Same))
		}
		return fmt.Sprintf("%s has the least mean of %s, %s. Not told from it: %s. Shown to be worse: %s.",
			v.Best.Label, m.lost(), m.lossShown(v.Best.Mean), strings.Join(open, ", "), strings.Join(m.worseRows(r), ", "))
	case measure.FoundNone:
		return fmt.Sprintf("In %d runs no row is shown to %s than %s, which has the least mean of %s, %s.", v.Runs, m.where, v.Best.Label, m.lost(), m.lossShown(v.Best.Mean))
	case measure.FoundTooFew:
		said := fmt.Sprintf("none. %s too few to tell which of %d rows %s: it takes %d.", runsAre(v.Runs), rows, m.best, v.RunsNeeded)
		if anyArrow(r) {
			said += fmt.Sprintf(" An arrow compares a row with %s alone.", r.Versus)
		}
		return said
	case measure.FoundAlone:
		return "none. It compares rows of one goal, and fewer than two rows share one."
	}
	return fmt.Sprintf("none. No seed has %s in every row that is judged.", m.lost())
}

// worseRows names the rows that are shown to be worse, with their means: a difference that is shown may
// still be too small to matter.
func (m means) worseRows(r *measure.Report) (out []string) {
	for _, row := range r.Verdict.Worse {
		out = append(out, fmt.Sprintf("%s (%s)", row.Label, m.lossShown(row.Mean)))
	}
	return out
}

func (m means) notTold(label string, mean float64, same []string) string {
	if slices.Contains(same, label) {
		return label + " (the same in every run)"
	}
	return fmt.Sprintf("%s (%s)", label, m.lossShown(mean))
}

func runsAre(n int) string {
	if n == 1 {
		return "1 run is"
	}
	return fmt.Sprintf("%d runs are", n)
}

// anyArrow reports whether a row has a difference that was shown.
func anyArrow(r *measure.Report) bool {
	for i := range r.Algorithms {
		for _, k := range measure.Keys() {
			d := r.Algorithms[i].Paired.Get(k.Name)
			if d != nil && (d.Verdict == measure.VerdictHigher || d.Verdict == measure.VerdictLower) {
				return true
			}
		}
	}
	return false
}

// costWords says what the best rows cost, and who is cheaper.
func costWords(r *measure.Report, m means) string {
	v := r.Verdict
	if v.Cost == nil || v.Finding == measure.FoundTooFew {
		return ""
	}
	p := v.Cost
	var said string
	of := "Of the best rows"
	if v.Finding == measure.FoundNone {
		of = "Of all judged rows" // none is shown to be better than another
	}
	switch {
	case len(v.NotTold) == 0:
		said = fmt.Sprintf("It sends %s frames/node/s.", m.costShown(p.Cheapest.Mean))
	case !p.Told:
		said = fmt.Sprintf("Their costs are not told apart: %s to %s frames/node/s.", m.costShown(p.Cheapest.Mean), m.costShown(p.Dearest.Mean))
	case len(p.NotTold) > 0:
		said = fmt.Sprintf("%s %s has the least mean cost, %s frames/node/s (not told from it: %s); %s costs more, %s.",
			of, p.Cheapest.Label, m.costShown(p.Cheapest.Mean), strings.Join(p.NotTold, ", "), p.Dearest.Label, m.costShown(p.Dearest.Mean))
	default:
		said = fmt.Sprintf("%s %s is the cheapest, %s frames/node/s; the greatest mean is that of %s, %s.",
			of, p.Cheapest.Label, m.costShown(p.Cheapest.Mean), p.Dearest.Label, m.costShown(p.Dearest.Mean))
	}
	var cheaper []string
	for _, row := range p.CheaperButWorse {
		cheaper = append(cheaper, fmt.Sprintf("%s (%s)", row.Label, m.costShown(row.Mean)))
	}
	if cheaper != nil {
		said += fmt.Sprintf(" Shown to be cheaper, and to %s: ", m.where) + strings.Join(cheaper, ", ") + "."
	}
	return said
}

// powerWords says which difference the runs would have shown, where a row is not told from the
// best.
func powerWords(r *measure.Report, m means) string {
	v := r.Verdict
	if v.LeastDifference == nil || len(v.NotTold) == 0 {
		return ""
	}
	return fmt.Sprintf("%d runs show a difference of %s points of %s in about four of five studies; half of it takes %d runs.",
		v.Runs, metricShown(v.Metric, *v.LeastDifference), m.lost(), *v.RunsToHalve)
}

// otherWords names the rows that were not judged.
func otherWords(r *measure.Report) string {
	switch others := r.Verdict.OtherGoals; len(others) {
	case 0:
		return ""
	case 1:
		return "Not judged: " + others[0] + ", which has another goal."
	default:
		return "Not judged: " + strings.Join(others, ", ") + ", which have other goals."
	}
}
