// Package agreement compares the numbers of two studies: by the difference, by the ratio and by
// slopes, each with its interval.
//
// It assumes means with symmetric 95 % intervals and independent errors. Each verdict is one
// of three: yes, no, or that the intervals are too wide to say. A verdict that data of any
// kind would fulfil is none.
//
// Deviations: intervals of a difference are √(a² + b²), which is exact for normal errors of
// known variance and a little narrow for means of ten runs; the published halves are
// digitised, and their count of runs is all that is known. Ratios are compared as logarithms,
// with relative halves for those of the logarithms: within 2 % up to a half of a fifth.
package agreement

import (
	"fmt"
	"math"
)

// A Measured is a mean with half its 95 % interval.
type Measured struct{ Mean, Half float64 }

// A Verdict is what a comparison says.
type Verdict string

// The verdicts.
const (
	Yes  Verdict = "yes"
	No   Verdict = "no"
	Open Verdict = "open" // the intervals are too wide to say
)

// A Compared is an estimate with half its interval, and what it says.
type Compared struct {
	Estimate, Half float64
	Verdict        Verdict
}

// Margin is the relative difference that a comparison has to be able to see: where both
// intervals together are wider, it says nothing. A quarter is what the paper's own Figs. 5 and 8
// differ by where they show the same (F of Election-Opt at N = 120: 0.024 and 0.020), rounded up.
const Margin = 0.25

// Equivalent compares two means: yes if they differ by no more than both intervals together,
// √(a² + b²). Two ideal studies of the same thing do so in 95 of 100 comparisons. It is
// open if that is wider than Margin of the second.
func Equivalent(ours, theirs Measured) Compared {
	c := Compared{Estimate: ours.Mean - theirs.Mean, Half: math.Hypot(ours.Half, theirs.Half)}
	switch {
	case math.Abs(c.Estimate) > c.Half:
		c.Verdict = No
	case c.Half > Margin*math.Abs(theirs.Mean):
		c.Verdict = Open
	default:
		c.Verdict = Yes
	}
	return c
}

// Ratio compares the geometric mean of the ratios of pairs: yes if its interval lies between
// 1/(1 + Margin) and 1 + Margin, no if it lies outside. Estimate is the ratio, Half
// the factor of its interval: it is from Estimate/Half to Estimate·Half. Pairs in which a
// mean is not above 0 have no ratio; used counts the others. Errors of pairs are independent.
func Ratio(ours, theirs []Measured) (c Compared, used int) {
	sum, squares := 0.0, 0.0
	for i := range ours {
		a, b := ours[i], theirs[i]
		if a.Mean <= 0 || b.Mean <= 0 {
			continue
		}
		used++
		sum += math.Log(a.Mean / b.Mean)
		squares += float64(a.Half/a.Mean*a.Half/a.Mean) + float64(b.Half/b.Mean*b.Half/b.Mean)
	}
	if used == 0 {
		return Compared{Estimate: math.NaN(), Half: math.NaN(), Verdict: Open}, 0
	}
	log, half, edge := sum/float64(used), math.Sqrt(squares)/float64(used), math.Log(1+Margin)
	c = Compared{Estimate: math.Exp(log), Half: math.Exp(half)}
	switch {
	case math.Abs(log)+half <= edge:
		c.Verdict = Yes
	case math.Abs(log)-half > edge:
		c.Verdict = No
	default:
		c.Verdict = Open
	}
	return c, used
}

// Slope fits a line through logarithms: of the means over those of x. Estimate is the slope, Half
// that of its interval, from the intervals of the means: how well they lie on a line does not
// count, since a slope says where the ends are. Its verdict is yes if the slope is surely
// above 0, no if surely below. Means that are not above 0 are left out, and an error says
// that fewer than two are left.
func Slope(x []float64, of []Measured) (Compared, error) {
	var u, v, halves []float64
	for i, m := range of {
		if m.Mean > 0 && x[i] > 0 {
			u, v, halves = append(u, math.Log(x[i])), append(v, math.Log(m.Mean)), append(halves, m.Half/m.Mean)
		}
	}
	centre := 0.0
	for _, a := range u {
		centre += a / float64(len(u))
	}
	spread := 0.0
	for _, a := range u {
		spread += float64((a - centre) * (a - centre))
	}
	if spread == 0 {
		return Compared{Verdict: Open}, fmt.Errorf("agreement: a slope needs two points, not %d", len(u))
	}
	var c Compared
	for i := range u {
		weight := (u[i] - centre) / spread
		c.Estimate += float64(weight * v[i])
		c.Half = math.Hypot(c.Half, weight*halves[i])
	}
	c.Verdict = c.sign()
	return c, nil
}

func (c Compared) sign() Verdict {
	switch {
	case c.Estimate > c.Half:
		return Yes
	case c.Estimate < -c.Half:
		return No
	}
	return Open
}

// SameSign compares two slopes: yes if both are surely of one sign, no if one is surely
// of the other, open if either may be 0.
func SameSign(ours, theirs Compared) Verdict {
	a, b := ours.sign(), theirs.sign()
	switch {
	case a == Open || b == Open:
		return Open
	case a == b:
		return Yes
	}
	return No
}
