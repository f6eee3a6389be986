package reproduce

import (
	"fmt"
	"math"

	"bellwether/internal/agreement"
)

// A Claim is a claim of the paper about a figure, or that its values are ours.
type Claim struct {
	Figure int
	Says   string
	check  func(v *view)
}

// A Verdict is the result of a claim here. A comparison is open if the intervals are too
// wide to say.
type Verdict struct {
	Claim
	Held, Asked, Open int      // comparisons
	Against           []string // those that did not hold, or are open
}

// Holds reports whether the claim held in every comparison, and there was one.
func (v Verdict) Holds() bool { return v.Asked > 0 && v.Held == v.Asked }

// Fails reports whether the claim surely does not hold somewhere.
func (v Verdict) Fails() bool { return v.Held+v.Open < v.Asked }

// view reads a study's values and counts comparisons, each by intervals: package agreement.
type view struct {
	study *Study
	out   *Verdict
}

// at returns a value; false if the study has no such point. The interval of a single run
// is not known, so it says nothing.
func (v *view) at(series string, nodes int, m Metric) (agreement.Measured, bool) {
	x, ok := v.study.Values[Point{v.out.Figure, series, nodes}][m]
	if x.Runs == 1 {
		x.Half = math.Inf(1)
	}
	return agreement.Measured{Mean: x.Mean, Half: x.Half}, ok && x.Runs > 0
}

// note counts a comparison. Its words are formed only where it did not hold.
func (v *view) note(is agreement.Verdict, format string, args ...any) {
	v.out.Asked++
	switch is {
	case agreement.Yes:
		v.out.Held++
		return
	case agreement.Open:
		v.out.Open++
		format += ": open"
	}
	v.out.Against = append(v.out.Against, fmt.Sprintf(format, args...))
}

// agrees compares the points of some series with the published ones, by the difference and
// its interval.
func (v *view) agrees(m Metric, series ...string) {
	for _, s := range series {
		for _, n := range v.study.Nodes {
			ours, has := v.at(s, n, m)
			theirs, published := measured(Point{v.out.Figure, s, n}, m)
			if !has || !published {
				continue
			}
			c := agreement.Equivalent(ours, theirs)
			v.note(c.Verdict, "%s, N = %d: %.3g, published %.3g, differ by %.2g ± %.2g", s, n, ours.Mean, theirs.Mean, c.Estimate, c.Half)
		}
	}
}

// near compares the points of a series with the published ones by their mean ratio.
func (v *view) near(m Metric, series ...string) {
	for _, s := range series {
		var ours, theirs []agreement.Measured
		for _, n := range v.study.Nodes {
			a, has := v.at(s, n, m)
			b, published := measured(Point{v.out.Figure, s, n}, m)
			if has && published {
				ours, theirs = append(ours, a), append(theirs, b)
			}
		}
		if c, used := agreement.Ratio(ours, theirs); used > 0 {
			v.note(c.Verdict, "%s: %.3g times the published, %.3g to %.3g", s, c.Estimate, c.Estimate/c.Half, c.Estimate*c.Half)
		}
	}
}

// above checks that each series is above the next one, at each size from least on.
func (v *view) above(m Metric, least int, series ...string) {
	for _, n := range v.study.Nodes {
		for i := 1; i < len(series) && n >= least; i++ {
			high, ok := v.at(series[i-1], n, m)
			low, too := v.at(series[i], n, m)
			if !ok || !too {
				continue
			}
			d, half := high.Mean-low.Mean, math.Hypot(high.Half, low.Half)
			v.note(signOf(d, half), "N = %d: %s over %s by %.2g ± %.2g", n, series[i-1], series[i], d, half)
		}
	}
}

func signOf(d, half float64) agreement.Verdict {
	switch {
	case d > half:
		return agreement.Yes
	case d < -half:
		return agreement.No
	}
	return agreement.Open
}

// slope checks the sign of the slope of a metric over x, of some points.
func (v *view) slope(sign float64, what string, x []float64, of []agreement.Measured) {
	c, err := agreement.Slope(x, of)
	if err != nil {
		return
	}
	v.note(signOf(sign*c.Estimate, c.Half), "%s: as x^(%.2g ± %.2g)", what, c.Estimate, c.Half)
}

// over checks the slope of a series over the sizes from one to another.
func (v *view) over(sign float64, m Metric, series string, from, to int) {
	var x []float64
	var of []agreement.Measured
	for _, n := range v.study.Nodes {
		if a, has := v.at(series, n, m); has && n >= from && n <= to {
			x, of = append(x, float64(n)), append(of, a)
		}
	}
	if len(x) > 1 {
		v.slope(sign, fmt.Sprintf("%s, N = %g to %g", series, x[0], x[len(x)-1]), x, of)
	}
}

// across checks the slope at each size over what series differ in: speed or range.
func (v *view) across(sign float64, m Metric, x []float64, from, to int, series ...string) {
	for _, n := range v.study.Nodes {
		var of []agreement.Measured
		for _, s := range series {
			if a, has := v.at(s, n, m); has {
				of = append(of, a)
			}
		}
		if n >= from && n <= to && len(of) == len(x) {
			v.slope(sign, fmt.Sprintf("N = %d", n), x, of)
		}
	}
}

// judge returns the verdict on a claim in a study.
func (s *Study) judge(c Claim) Verdict {
	verdict := Verdict{Claim: c}
	c.check(&view{s, &verdict})
	return verdict
}

// Verdicts returns the verdicts on the claims about the figures of a study.
func (s *Study) Verdicts() []Verdict {
	var out []Verdict
	for _, c := range Claims() {
		if v := s.judge(c); v.Asked > 0 {
			out = append(out, v)
		}
	}
	return out
}
