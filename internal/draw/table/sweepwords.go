package table

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/base/wording"
	"bellwether/trace/measure"
)

const (
	// mostCellLines is how many points have a line of their own: as many as a screen has.
	mostCellLines = 40
	// mostNamed is how many rows a line names, so that it stays short.
	mostNamed = 3
)

// Lines says the verdict of a sweep in words: a sentence for the whole, what turns the order of
// rows, and a line for each point that shown accepts, all if it is nil. A sweep of one point has the
// verdict of a report.
func (v *SweepVerdict) Lines(shown func(at []string) bool) []string {
	if v == nil {
		return nil
	}
	if len(v.Cells) == 1 {
		return append(verdictLines(v.Cells[0].Report), v.collapsed()...)
	}
	out, more := v.Summary(), 0
	if v.nothingTold() != "" {
		return out
	}
	for _, c := range v.Cells {
		switch {
		case shown != nil && !shown(c.At):
		case len(out) >= mostCellLines:
			more++
		default:
			out = append(out, v.place(c.At)+": "+cellWords(&c)+".")
		}
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("%d more points: --format json has them, and --where axis=value chooses some.", more))
	}
	return out
}

// Summary says the verdict without its points: a sentence for the whole, and what turns the order.
func (v *SweepVerdict) Summary() []string {
	if v == nil {
		return nil
	}
	if said := v.nothingTold(); said != "" {
		return append([]string{v.standard().begin() + "none. " + said}, v.collapsed()...)
	}
	out := []string{v.standard().begin() + v.wholeWords()}
	if said := v.turnWords(); said != "" {
		out = append(out, said)
	}
	return append(out, v.collapsed()...)
}

// collapsed says at how many points which rows collapsed; nothing if none did.
func (v *SweepVerdict) collapsed() []string {
	count, labels := map[string]int{}, []string(nil)
	for _, c := range v.Cells {
		for _, label := range c.Report.Verdict.Collapsed {
			if count[label]++; count[label] == 1 {
				labels = append(labels, label)
			}
		}
	}
	if labels == nil {
		return nil
	}
	for i, label := range labels {
		labels[i] = fmt.Sprintf("%s at %d of %s", label, count[label], wording.Count(len(v.Cells), "point"))
	}
	return []string{"Collapsed, since their own frames fill the medium: " + strings.Join(labels, ", ") + "."}
}

// place names a point by the axes that have several values.
func (v *SweepVerdict) place(at []string) string {
	var parts []string
	for i, value := range at {
		if slices.ContainsFunc(v.Cells, func(c VerdictCell) bool { return c.At[i] != value }) {
			parts = append(parts, v.Axes[i]+" = "+value)
		}
	}
	return strings.Join(parts, ", ")
}

// nothingTold says why no point has anything to tell; "" if a point has.
func (v *SweepVerdict) nothingTold() string {
	few, most := 0, 0
	for _, c := range v.Cells {
		switch of := c.Report.Verdict; of.Finding {
		case measure.FoundOne, measure.FoundSeveral, measure.FoundNone:
			return ""
		case measure.FoundTooFew:
			few, most = few+1, max(most, of.Runs)
		}
	}
	if few == 0 {
		return fmt.Sprintf("No point has two rows that %s, with %s in one seed.", v.standard().elect(), v.standard().lost())
	}
	return fmt.Sprintf("%s too few to tell rows apart at %s together: it takes %d.", runsAre(most), wording.Count(len(v.Cells), "point"), v.RunsNeeded)
}

// wholeWords says at how many points each row leads best.
func (v *SweepVerdict) wholeWords() string {
	of := map[string]int{}
	for _, c := range v.Cells {
		of[string(c.Report.Verdict.Finding)]++
	}
	var parts []string
	for _, r := range v.Rows {
		if r.Best > 0 {
			parts = append(parts, fmt.Sprintf("%s %s at %d", r.Label, v.standard().best, r.Best))
		}
	}
	for _, c := range []struct {
		n    int
		says string
	}{
		{of[string(measure.FoundSeveral)] + of[string(measure.FoundNone)], "at %d the row of the least mean is not told from others"},
		{of[string(measure.FoundTooFew)], "at %d there are too few runs"},
		{of[string(measure.FoundAlone)], "at %d fewer than two rows " + v.standard().elect()},
		{of[string(measure.FoundNothing)], "at %d no seed has " + v.standard().lost() + " in every row"},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf(c.says, c.n))
		}
	}
	return fmt.Sprintf("of %s, %s.", wording.Count(len(v.Cells), "point"), strings.Join(parts, "; "))
}

// turnWords says along which axes the order of two rows turns; "" if no test could show it.
func (v *SweepVerdict) turnWords() string {
	if len(v.Turns) == 0 {
		if !slices.ContainsFunc(v.Cells, func(c VerdictCell) bool { return len(c.Report.Verdict.Better) > 0 }) {
			return ""
		}
		return "No two rows are shown to change their order along an axis."
	}
	var said []string
	by := v.standard()
	for axis, name := range v.Axes {
		var first *Turn
		pairs := map[[2]string]bool{}
		for i := range v.Turns {
			t := &v.Turns[i]
			if t.Axis != name {
				continue
			}
			if first == nil {
				first = t
			}
			pairs[[2]string{min(t.Better, t.Worse), max(t.Better, t.Worse)}] = true
		}
		if first == nil {
			continue
		}
		text := fmt.Sprintf("The order hangs on %s: %s %s than %s at %s, and %s at %s = %s", name,
			first.Better, by.better, first.Worse, v.place(first.From), by.worse, name, first.To[axis])
		if more := len(pairs) - 1; more > 0 {
			text += fmt.Sprintf("; it turns for %s more", pairsOfRows(more))
		}
		said = append(said, text+".")
	}
	return strings.Join(said, " ")
}

// cellWords says who leads best at a point, and what that costs.
func cellWords(c *VerdictCell) string {
	v, by := c.Report.Verdict, meansOf(c.Report)
	switch v.Finding {
	case measure.FoundOne:
		return fmt.Sprintf("%s %s, %s %s%s", v.Best.Label, by.best, by.lost(), by.lossShown(v.Best.Mean), cellCost(c, ", "))
	case measure.FoundSeveral, measure.FoundNone:
		return fmt.Sprintf("%s has the least mean of %s, %s, %s%s", v.Best.Label, by.lost(), by.lossShown(v.Best.Mean), standing(c), cellCost(c, "; "))
	}
	return standing(c)
}

// standing says what the tests permit to say of the row of the least mean at a point.
func standing(c *VerdictCell) string {
	v, by := c.Report.Verdict, ofReport(c.Report)
	switch v.Finding {
	case measure.FoundOne:
		return by.best
	case measure.FoundSeveral:
		return fmt.Sprintf("not told from %s; %d shown to be worse", naming{most: mostNamed, spare: 1}.join(openLabels(c)), len(v.Worse))
	case measure.FoundNone:
		return "not told from " + naming{most: mostNamed, spare: 1}.join(openLabels(c))
	case measure.FoundTooFew:
		return fmt.Sprintf("%s too few to tell: it takes %d", runsAre(v.Runs), v.RunsNeeded)
	case measure.FoundAlone:
		return "fewer than two rows " + by.elect()
	}
	return fmt.Sprintf("no seed has %s in every row that is judged", by.lost())
}

// cellCost says what the rows cost that are not told from the best: the cheapest if it is shown to
// be, else from which mean to which.
func cellCost(c *VerdictCell, before string) string {
	v := c.Report.Verdict
	if v.Cost == nil {
		return ""
	}
	if len(v.NotTold) > 0 && v.Cost.Told && len(v.Cost.NotTold) == 0 {
		return fmt.Sprintf("%sthe cheapest of these is %s, %s frames/node/s", before, v.Cost.Cheapest.Label, meansOf(c.Report).costShown(v.Cost.Cheapest.Mean))
	}
	return before + costRange(c) + " frames/node/s"
}

// costRange is the mean cost of the best row, or of those that are not told from it, from to.
func costRange(c *VerdictCell) string {
	p, by := c.Report.Verdict.Cost, meansOf(c.Report)
	low, high := by.costShown(p.Cheapest.Mean), by.costShown(p.Dearest.Mean)
	if low == high {
		return low
	}
	return low + " to " + high
}

// openLabels are the rows that are not told from the best of a point.
func openLabels(c *VerdictCell) (labels []string) {
	for _, row := range c.Report.Verdict.NotTold {
		labels = append(labels, row.Label)
	}
	return labels
}

func pairsOfRows(n int) string {
	if n == 1 {
		return "1 pair of rows"
	}
	return fmt.Sprintf("%d pairs of rows", n)
}
