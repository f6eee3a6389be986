package reproduce

import (
	"fmt"
	"io"
	"strings"

	"bellwether/internal/draw/table"
)

// Write prints the tables of a study.
func (s *Study) Write(w io.Writer, format table.Format, others ...*Study) error {
	if err := table.WriteTables(w, format, s.Tables(others...)...); err != nil {
		return err
	}
	return nil
}

// Tables returns the tables of a study: the claims, with the verdicts of other studies too; a
// table for each panel; ratios and slopes by series; the comparisons against claims; the
// assumptions.
func (s *Study) Tables(others ...*Study) []table.Table {
	tables := []table.Table{claims(append([]*Study{s}, others...))}
	for _, f := range s.Figures {
		for _, m := range f.Metrics {
			tables = append(tables, s.table(f, m))
		}
	}
	if by := s.bySeries(); len(by.Rows) > 0 {
		tables = append(tables, by)
	}
	if against := s.against(); len(against.Rows) > 0 {
		tables = append(tables, against)
	}
	if s.Setup != "" {
		return append(tables, s.configured())
	}
	return append(tables, assumptions())
}

// table returns our values, the paper's and their ratio, by size. Each line names its series,
// since programs may read single lines.
func (s *Study) table(f Figure, m Metric) table.Table {
	t := table.Table{
		Title:  fmt.Sprintf("Fig. %d, %s: %s (%s of %s, the first %s discarded)", f.Number, f.About, m, s.runsBehind(f), minutes(f.Duration), minutes(f.Discard)),
		Header: []string{"series", ""},
		Right:  []bool{false, false},
		Notes:  []string{"± and [low, high]: the 95 % interval over runs. A wide one is given by its ends, which are values that the metric can have"},
	}
	for _, n := range s.Nodes {
		t.Header = append(t.Header, fmt.Sprintf("N = %d", n))
		t.Right = append(t.Right, true)
	}
	predicted := true
	for _, series := range f.Series {
		ours, paper, ratio := []string{series.Label, "here"}, []string{series.Label, "paper"}, []string{series.Label, "ratio"}
		known := false
		for _, n := range s.Nodes {
			p := Point{f.Number, series.Label, n}
			x, has := s.Values[p][m]
			ours = append(ours, cell(x, m, has))
			y, published := theirs(p, m)
			known = known || published
			paper = append(paper, number(y, published))
			ratio = append(ratio, number(x.Mean/y, has && published && y > 0))
		}
		t.Rows = append(t.Rows, ours)
		if known {
			predicted = false
			t.Rows = append(t.Rows, paper, ratio)
		}
	}
	if predicted {
		t.Notes = append(t.Notes, notePredicted)
	}
	return t
}

func cell(v value, m Metric, known bool) string {
	switch {
	case !known || v.Runs == 0:
		return "–"
	case v.Runs == 1:
		return fmt.Sprintf("%.3g", v.Mean)
	}
	if low, high, plain := v.ends(m); !plain {
		return fmt.Sprintf("%.3g [%.2g, %.2g]", v.Mean, low, high)
	}
	return fmt.Sprintf("%.3g ± %.2g", v.Mean, v.Half)
}

func number(x float64, known bool) string {
	if !known {
		return "–"
	}
	return fmt.Sprintf("%.3g", x)
}

// mostAgainst bounds how many comparisons against a claim are listed.
const mostAgainst = 6

// claims returns the table of the paper's claims with the verdict of each study.
func claims(studies []*Study) table.Table {
	t := table.Table{
		Title:  fmt.Sprintf("What the paper says, and what is found (%s)", studies[0].extentInRuns()),
		Header: []string{"figure", "claim"},
		Right:  []bool{true},
	}
	var verdicts [][]verdict
	var families []string
	old, first := false, true
	for _, s := range studies {
		list, family := s.verdicts()
		verdicts, families = append(verdicts, list), append(families, fmt.Sprint(family))
		t.Header = append(t.Header, s.name())
		old, first = old || s.List == AsBeacons, first && s.name() == reading(s.Merge, s.List, s.Access)
	}
	t.Notes = []string{fmt.Sprintf(noteFamily, strings.Join(families, ", ")), noteVerdicts, noteIntervals}
	if !first {
		t.Notes = append(t.Notes, noteAfterwards)
	}
	if old {
		t.Notes = append(t.Notes, noteOld)
	}
	for _, c := range paperClaims() {
		row, asked := []string{fmt.Sprint(c.Figure), c.Says}, 0
		for _, list := range verdicts {
			v := verdictOn(c, list)
			asked += v.Asked
			row = append(row, v.words())
		}
		if asked == 0 {
			continue
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// extentInRuns returns how many runs a point has, or how many runs are done, as text.
func (s *Study) extentInRuns() string {
	if done, all := s.Done(); done < all {
		return fmt.Sprintf("not finished: %d of %d runs", done, all)
	}
	return count(s.Runs) + " a point"
}

func (v verdict) words() string {
	switch {
	case v.Asked == 0:
		return "–"
	case v.holds() && v.Asked == 1:
		return "yes"
	case v.holds():
		return fmt.Sprintf("yes, %d of %d", v.Held, v.Asked)
	case !v.fails():
		return fmt.Sprintf("open: %d of %d yes, none no", v.Held, v.Asked)
	}
	return fmt.Sprintf("no: %d of %d yes, %d no", v.Held, v.Asked, v.Asked-v.Held-v.Open)
}

// against returns the table of comparisons that did not hold, or are open.
func (s *Study) against() table.Table {
	t := table.Table{
		Title:  fmt.Sprintf("What speaks against the claims (%s)", s.name()),
		Header: []string{"figure", "claim", "where it does not hold, or may not"},
		Right:  []bool{true},
	}
	for _, v := range s.Verdicts() {
		for i, what := range v.Against {
			if i == mostAgainst {
				what = fmt.Sprintf("and %d more", len(v.Against)-mostAgainst)
			}
			t.Rows = append(t.Rows, []string{fmt.Sprint(v.Figure), v.Says, what})
			if i == mostAgainst {
				break
			}
		}
	}
	return t
}

// Notes that explain verdicts.
const (
	noteFamily = "a claim is yes if all its comparisons are, no if one is, else open. A comparison is yes or no where its p, corrected for the number of verdicts, is at most 0.05, else open. " +
		"One no denies a claim, so all comparisons of a column are the family of a no (%s by column), by Holm; a yes needs all of its claim, so its p is multiplied by the number of claims. " +
		"That a column is picked among several is not corrected for"
	noteVerdicts = "the published at each point: no where the difference is beyond chance, yes where it is not, even uncorrected, and both intervals together are no wider than a quarter of the published value. " +
		"Within 25 %: the ratio surely within 0.8 to 1.25. Orders, rises and falls: any two of the points, so that one reversal denies them, however the row ends"
	noteIntervals = "the published intervals are known at 16 points; at others they are taken to be as wide, in per cent, as at the nearest known one"
)

// noteAfterwards explains what readings are called.
const noteAfterwards = "chosen afterwards: when the figures of merges by beacon, the first reading, had been compared with the published; calibrated: fitted to published figures"

// noteOld explains the name "old list".
const noteOld = "old list: a neighbour announces itself every 20 s, and stays on the list for 120 s after it is gone"

const openTitle = "What the paper leaves open, and what is taken"

func assumptions() table.Table {
	t := table.Table{Title: openTitle, Header: []string{"what", "taken", "why"}}
	for _, a := range openNumbers() {
		t.Rows = append(t.Rows, []string{a.What, a.Value, a.Why})
	}
	return t
}
