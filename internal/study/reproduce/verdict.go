package reproduce

import (
	"fmt"

	"bellwether/internal/base/stats"
)

// A claim is a claim of the paper about a figure, or the claim that its values agree with
// ours.
type claim struct {
	Figure int
	Says   string
	check  func(v *view)
}

// A verdict is the result of a claim here. A comparison is open if the intervals are too
// wide to say.
type verdict struct {
	claim
	Held, Asked, Open int      // comparisons
	Against           []string // the comparisons that did not hold, or are open
}

// holds reports whether the claim held in every comparison, and there was one.
func (v verdict) holds() bool { return v.Asked > 0 && v.Held == v.Asked }

// fails reports whether the claim surely does not hold somewhere.
func (v verdict) fails() bool { return v.Held+v.Open < v.Asked }

// A comparison is part of a claim, with words that say what was found.
type comparison struct {
	stats.Compared
	words string
}

// view reads a study's values and collects comparisons, each by intervals: package stats.
type view struct {
	study  *Study
	figure int
	found  []comparison
}

// at returns a value; false if the study has no such point.
func (v *view) at(series string, nodes int, m Metric) (stats.Measured, bool) {
	x, ok := v.study.Values[Point{v.figure, series, nodes}][m]
	return stats.Measured{Mean: x.Mean, Half: x.Half, Runs: x.Runs}, ok && x.Runs > 0
}

func (v *view) note(c stats.Compared, format string, args ...any) {
	v.found = append(v.found, comparison{c, fmt.Sprintf(format, args...)})
}

// published calls a function for each point of some series that has a value here and in the paper.
func (v *view) published(m Metric, series []string, do func(at string, ours, theirs stats.Measured)) {
	for _, s := range series {
		for _, n := range v.study.Nodes {
			ours, has := v.at(s, n, m)
			theirs, published := measured(Point{v.figure, s, n}, m)
			if has && published {
				do(fmt.Sprintf("%s, N = %d: %.3g, published %.3g", s, n, ours.Mean, theirs.Mean), ours, theirs)
			}
		}
	}
}

// agrees compares the points of some series with the published ones, by the difference and
// its interval.
func (v *view) agrees(m Metric, series ...string) {
	v.published(m, series, func(at string, ours, theirs stats.Measured) {
		c := stats.Equivalent(ours, theirs)
		v.note(c, "%s, differ by %.2g ± %.2g", at, c.Estimate, c.Half)
	})
}

// near compares the points of some series with the published ones, by their ratio. A mean ratio
// of a series would hide points above and below that cancel.
func (v *view) near(m Metric, series ...string) {
	v.published(m, series, func(at string, ours, theirs stats.Measured) {
		if c := stats.Within(ours, theirs); c.Estimate > 0 {
			v.note(c, "%s, %.2g to %.2g times that", at, c.Estimate/c.Half, c.Estimate*c.Half)
		} else {
			v.note(c, "%s", at)
		}
	})
}

// above checks that each series is above the next one, at each size from least on.
func (v *view) above(m Metric, least int, series ...string) {
	for _, n := range v.study.Nodes {
		for i := 1; i < len(series) && n >= least; i++ {
			high, ok := v.at(series[i-1], n, m)
			low, too := v.at(series[i], n, m)
			if ok && too {
				v.higher(high, low, fmt.Sprintf("N = %d: %s over %s", n, series[i-1], series[i]))
			}
		}
	}
}

func (v *view) higher(high, low stats.Measured, what string) {
	c := stats.Above(high, low)
	v.note(c, "%s by %.2g ± %.2g", what, c.Estimate, c.Half)
}

// A step is a value at one place of a row of them.
type step struct {
	at    string
	value stats.Measured
}

// ordered compares any two values of a row, so that one reversal speaks against the order,
// however the row ends.
func (v *view) ordered(sign float64, what string, row []step) {
	for j := range row {
		for _, early := range row[:j] {
			high, low := row[j], early
			if sign < 0 {
				high, low = low, high
			}
			v.higher(high.value, low.value, fmt.Sprintf("%s: %s over %s", what, high.at, low.at))
		}
	}
}

// over checks that a series rises, or falls, from one size to another.
func (v *view) over(sign float64, m Metric, series string, from, to int) {
	var row []step
	for _, n := range v.study.Nodes {
		if a, has := v.at(series, n, m); has && n >= from && n <= to {
			row = append(row, step{fmt.Sprintf("N = %d", n), a})
		}
	}
	v.ordered(sign, series, row)
}

// across checks that values rise, or fall, from series to series: over speed or range.
func (v *view) across(sign float64, m Metric, from, to int, series ...string) {
	for _, n := range v.study.Nodes {
		var row []step
		for _, s := range series {
			if a, has := v.at(s, n, m); has && n >= from && n <= to {
				row = append(row, step{s, a})
			}
		}
		v.ordered(sign, fmt.Sprintf("N = %d", n), row)
	}
}

// Verdicts returns the verdicts on the claims about the figures of a study, corrected for
// their number: see [stats.Judge].
func (s *Study) Verdicts() []verdict {
	verdicts, _ := s.verdicts()
	return verdicts
}

// verdicts also returns the number of all comparisons.
func (s *Study) verdicts() (out []verdict, all int) {
	var found [][]comparison
	var compared [][]stats.Compared
	for _, c := range paperClaims() {
		v := &view{study: s, figure: c.Figure}
		if c.check(v); len(v.found) == 0 {
			continue
		}
		out, found = append(out, verdict{claim: c}), append(found, v.found)
		var of []stats.Compared
		for _, one := range v.found {
			of = append(of, one.Compared)
		}
		compared = append(compared, of)
		all += len(of)
	}
	for i, verdicts := range stats.Judge(compared) {
		for j, is := range verdicts {
			out[i].count(found[i][j], is)
		}
	}
	return out, all
}

func (c claim) title() string { return fmt.Sprintf("Fig. %d, %s", c.Figure, c.Says) }

// count counts a comparison.
func (v *verdict) count(c comparison, is stats.Verdict) {
	v.Asked++
	switch is {
	case stats.Yes:
		v.Held++
		return
	case stats.Open:
		v.Open++
		c.words += ": open"
	}
	v.Against = append(v.Against, c.words)
}

// verdictOn returns the verdict on a claim; one without a comparison if the study has none.
func verdictOn(c claim, verdicts []verdict) verdict {
	for _, v := range verdicts {
		if v.title() == c.title() {
			return v
		}
	}
	return verdict{claim: c}
}
