package reproduce

import (
	"fmt"
	"io"
	"strings"

	"bellwether/plots"
)

// Write prints a study: the claims, a table of each panel, what was assumed.
func (s *Study) Write(w io.Writer, format plots.Format) error {
	tables := []plots.Table{s.claims()}
	for _, f := range s.Figures {
		for _, m := range f.Metrics {
			tables = append(tables, s.table(f, m))
		}
	}
	tables = append(tables, assumptions())
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := t.Write(w, format); err != nil {
			return fmt.Errorf("reproduce: %w", err)
		}
	}
	return nil
}

// table is ours, theirs and the ratio, by size.
func (s *Study) table(f Figure, m Metric) plots.Table {
	t := plots.Table{
		Title:  fmt.Sprintf("Fig. %d, %s: %s (%d runs of %s, the first %s discarded)", f.Number, f.About, m, s.Runs, minutes(f.Duration), minutes(f.Discard)),
		Header: []string{"series", ""},
		Right:  []bool{false, false},
		Notes:  []string{"± half the width of the 95 % interval over runs"},
	}
	for _, n := range s.Nodes {
		t.Header = append(t.Header, fmt.Sprintf("N = %d", n))
		t.Right = append(t.Right, true)
	}
	predicted := true
	for _, series := range f.Series {
		ours, paper, ratio := []string{series.Label, "here"}, []string{"", "paper"}, []string{"", "ratio"}
		known := false
		for _, n := range s.Nodes {
			p := Point{f.Number, series.Label, n}
			x, has := s.Values[p][m]
			ours = append(ours, cell(x, has))
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

func cell(v Value, known bool) string {
	switch {
	case !known || v.Runs == 0:
		return "–"
	case v.Runs == 1:
		return fmt.Sprintf("%.3g", v.Mean)
	}
	return fmt.Sprintf("%.3g ± %.2g", v.Mean, v.Half)
}

func number(x float64, known bool) string {
	if !known {
		return "–"
	}
	return fmt.Sprintf("%.3g", x)
}

// mostAgainst bounds how many comparisons against a claim are told.
const mostAgainst = 4

// claims judges what the paper says; below stands what speaks against it.
func (s *Study) claims() plots.Table {
	t := plots.Table{
		Title:  fmt.Sprintf("What the paper says of the shapes, and what is found (merges by %s, up to %d runs a point)", s.Merge, s.Runs),
		Header: []string{"figure", "claim", "here"},
		Right:  []bool{true},
	}
	for _, v := range s.Verdicts() {
		verdict := "holds"
		if !v.Holds() {
			verdict = fmt.Sprintf("in %d of %d", v.Held, v.Asked)
		}
		t.Rows = append(t.Rows, []string{fmt.Sprint(v.Figure), v.Says, verdict})
		against := v.Against
		if len(against) > mostAgainst {
			against = append(against[:mostAgainst:mostAgainst], fmt.Sprintf("and %d more", len(v.Against)-mostAgainst))
		}
		if len(against) > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("Fig. %d, %s: not at %s", v.Figure, v.Says, strings.Join(against, "; ")))
		}
	}
	return t
}

func assumptions() plots.Table {
	t := plots.Table{Title: "What the paper leaves open, and what is taken", Header: []string{"what", "taken", "why"}}
	for _, a := range Assumptions() {
		t.Rows = append(t.Rows, []string{a.What, a.Value, a.Why})
	}
	return t
}
