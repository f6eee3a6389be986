package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Measured is the mean of some runs with half its 95 % interval. That of a single run is not
// known.
type Measured struct {
	Mean, Half float64
	Runs       int
}

// A Verdict is what a comparison says.
type Verdict string

// The verdicts.
const (
	Yes  Verdict = "yes"
	No   Verdict = "no"
	Open Verdict = "open" // the intervals are too wide to say
)

// Level is the p up to which a difference counts as more than chance, and the chance of one or
// more false rejections in a family of tests: the usual 5 %.
const Level = 0.05

// A Compared is an estimate with half its 95 % interval, and what it says. P is that of the test
// that the verdict rests on, two-sided; a yes of [Equivalent] rests on no test.
type Compared struct {
	Estimate, Half, P float64
	Verdict           Verdict
	untested          bool
}

// Corrected returns the verdict where the p is corrected for the number of comparisons: one that
// is no longer beyond chance is open.
func (c Compared) Corrected(p float64) Verdict {
	if p > Level && !c.untested {
		return Open
	}
	return c.Verdict
}

// margin is the relative difference that a comparison has to be able to see: where both
// intervals together are wider, it says nothing. A quarter is what the paper's own Figs. 5 and 8
// differ by where they show the same (F of Election-Opt at N = 120: 0.024 and 0.020), rounded up.
const margin = 0.25

// An uncertain is a sum of independent terms.
type uncertain struct {
	estimate, variance, fourth float64 // fourth is the sum of variance²/freedom
	unknown                    bool    // a term is of a single run
}

// add adds factor times a mean, whose error is taken relative to a scale.
func (u *uncertain) add(factor, estimate float64, m Measured, scale float64) {
	u.estimate += float64(factor * estimate)
	if m.Half == 0 && m.Runs != 1 {
		return // exact
	}
	if m.Runs < 2 {
		u.unknown = true
		return
	}
	freedom := float64(m.Runs - 1)
	e := factor * m.Half / student(freedom).Quantile(0.975) / scale
	u.variance += float64(e * e)
	u.fourth += float64(e*e*e*e) / freedom
}

func student(freedom float64) distuv.StudentsT {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}
}

// freedom is by Welch and Satterthwaite.
func (u uncertain) freedom() float64 { return u.variance * u.variance / u.fourth }

// half is half the 95 % interval.
func (u uncertain) half() float64 {
	switch {
	case u.unknown:
		return math.Inf(1)
	case u.variance == 0:
		return 0
	}
	return student(u.freedom()).Quantile(0.975) * math.Sqrt(u.variance)
}

// beyond returns the two-sided p of a distance.
func (u uncertain) beyond(distance float64) float64 {
	switch {
	case u.unknown || distance <= 0:
		return 1
	case u.variance == 0:
		return 0
	}
	return 2 * student(u.freedom()).Survival(distance/math.Sqrt(u.variance))
}

// sign compares with 0.
func (u uncertain) sign() Compared {
	c := Compared{Estimate: u.estimate, Half: u.half(), P: u.beyond(math.Abs(u.estimate)), Verdict: Open}
	switch {
	case c.P > Level:
	case u.estimate > 0:
		c.Verdict = Yes
	default:
		c.Verdict = No
	}
	return c
}

// Equivalent compares two means: no if they differ beyond chance. It is yes if they do not, and
// the interval of the difference is no wider than Margin of the second: two ideal studies of
// the same thing agree so in 95 of 100 comparisons.
func Equivalent(ours, theirs Measured) Compared {
	var u uncertain
	u.add(1, ours.Mean, ours, 1)
	u.add(-1, theirs.Mean, theirs, 1)
	c := u.sign()
	switch {
	case c.P <= Level:
		c.Verdict = No
	case c.Half <= margin*math.Abs(theirs.Mean):
		c.Verdict, c.untested = Yes, true
	default:
		c.Verdict = Open
	}
	return c
}

// Within compares the ratio of two means with 1: yes if its interval lies between 1/(1 + Margin)
// and 1 + Margin, no if it lies outside. Estimate is the ratio, Half the factor of its interval:
// it is from Estimate/Half to Estimate·Half. Nothing above 0 is within a quarter of 0.
func Within(ours, theirs Measured) Compared {
	var u uncertain
	if ours.Mean <= 0 || theirs.Mean <= 0 {
		u.add(1, ours.Mean, ours, 1)
		u.add(-1, theirs.Mean, theirs, 1)
		c := u.sign()
		c.Estimate, c.Half = math.NaN(), math.NaN()
		if c.Verdict != Open {
			c.Verdict = No
		}
		return c
	}
	u.add(1, math.Log(ours.Mean), ours, ours.Mean)
	u.add(-1, math.Log(theirs.Mean), theirs, theirs.Mean)
	room := math.Log(1+margin) - math.Abs(u.estimate)
	c := Compared{Estimate: math.Exp(u.estimate), Half: math.Exp(u.half()), P: u.beyond(math.Abs(room)), Verdict: Open}
	switch {
	case c.P > Level:
	case room > 0:
		c.Verdict = Yes
	default:
		c.Verdict = No
	}
	return c
}

// Above compares two means: yes if the first is above the second beyond chance, no if below.
func Above(high, low Measured) Compared {
	var u uncertain
	u.add(1, high.Mean, high, 1)
	u.add(-1, low.Mean, low, 1)
	return u.sign()
}

// Ratio returns the geometric mean of the ratios of pairs, with the factor of its interval. It
// has no verdict, since ratios above and below 1 cancel in it. It skips pairs with a mean of 0
// or less; used counts the others.
func Ratio(ours, theirs []Measured) (c Compared, used int) {
	var u uncertain
	for i, a := range ours {
		if b := theirs[i]; a.Mean > 0 && b.Mean > 0 {
			used++
			u.add(1, math.Log(a.Mean), a, a.Mean)
			u.add(-1, math.Log(b.Mean), b, b.Mean)
		}
	}
	if used == 0 {
		return Compared{Estimate: math.NaN(), Half: math.NaN()}, 0
	}
	n := float64(used)
	return Compared{Estimate: math.Exp(u.estimate / n), Half: math.Exp(u.half() / n)}, used
}

// Slope fits a line through the logarithms of the means over the logarithms of x. Estimate is
// the slope. Half is the half-width of its interval, from the intervals of the means: how well
// they lie on a line does not count. A slope has no verdict on growth, since a rise may hide a
// fall at its end. Means that are not above 0 are left out, and an error says that fewer than
// two are left.
func Slope(x []float64, of []Measured) (Compared, error) {
	var logs []float64
	var used []Measured
	for i, m := range of {
		if m.Mean > 0 && x[i] > 0 {
			logs, used = append(logs, math.Log(x[i])), append(used, m)
		}
	}
	centre, spread := 0.0, 0.0
	for _, a := range logs {
		centre += a / float64(len(logs))
	}
	for _, a := range logs {
		spread += float64((a - centre) * (a - centre))
	}
	if spread == 0 {
		return Compared{}, fmt.Errorf("agreement: a slope needs two points, not %d", len(logs))
	}
	var u uncertain
	for i, m := range used {
		u.add((logs[i]-centre)/spread, math.Log(m.Mean), m, m.Mean)
	}
	return Compared{Estimate: u.estimate, Half: u.half()}, nil
}
