package measure

import (
	"math"
	"slices"
)

// confidence is the confidence of every interval.
const confidence = 0.95

// An interval holds the true value with confidence.
type interval struct{ low, high float64 }

// intervalOf is the interval of the mean of a metric's values, on the scale of its kind, so
// that the ends are values that the metric can have; nil for fewer than two values. Values
// that the metric cannot have get the plain interval. With a jackknife the contribution of
// a run may be negative, but never the mean.
func intervalOf(values []float64, k *Key) *interval {
	if len(values) < 2 {
		return nil
	}
	e := studentHalf(values)
	least, greatest := slices.Min(values), slices.Max(values)
	switch {
	case e.mean < 0 || least < 0 && k.method != byJackknife || k.Percent && greatest > 1:
		return student(values)
	}
	low, high := k.Ends(e.mean, e.half)
	return &interval{low, high}
}

// Ends returns the ends of the interval of a mean whose plain interval, by Student's t, is
// half so wide to either side. They are on the scale of the metric's kind, so that neither
// is a value that it cannot have. The mean must be such a value itself.
func (k *Key) Ends(mean, half float64) (low, high float64) {
	in := aboveZero(estimate{mean, half})
	if k.Percent {
		in = within(1, estimate{mean, half})
	}
	return in.low, in.high
}

// rounding is how far, as a part of the spread, sums of the same values in another order
// may differ.
const rounding = 1e-9

// student is the interval of a mean by Student's t, for at least two values
// (Student, Biometrika 6, 1908).
func student(values []float64) *interval {
	return studentWithin(values, studentQuantile(float64(len(values)-1)))
}

// studentWithin is student with an interval of so many standard errors to either side.
func studentWithin(values []float64, reach float64) *interval {
	e := estimateOf(values, reach)
	return &interval{e.mean - e.half, e.mean + e.half}
}

// An estimate is a mean and half the width of its plain interval.
type estimate struct{ mean, half float64 }

func studentHalf(values []float64) estimate {
	return estimateOf(values, studentQuantile(float64(len(values)-1)))
}

func estimateOf(values []float64, reach float64) estimate {
	mean, deviation := meanDeviation(values)
	return estimate{mean, reach * deviation / math.Sqrt(float64(len(values)))}
}

// aboveZero is the interval of the logarithm of a mean, by the delta method: the mean times
// and divided by e to the power of half the width over the mean. No end is negative. It is
// for values that never are.
func aboveZero(e estimate) *interval {
	if e.mean == 0 {
		return &interval{}
	}
	factor := exp(e.half / e.mean)
	return &interval{min(e.mean/factor, e.mean), min(max(e.mean*factor, e.mean), math.MaxFloat64)}
}

// within is the interval of the logit of a mean, ln(m/(most-m)), by the delta method: its
// ends lie between 0 and most. It is for values that do.
func within(most float64, e estimate) *interval {
	m := e.mean / most
	if m <= 0 || m >= 1 {
		return &interval{e.mean, e.mean}
	}
	factor := exp(e.half / most / (m * (1 - m)))
	return &interval{min(most*m/(m+float64((1-m)*factor)), e.mean), max(most*m/(m+(1-m)/factor), e.mean)}
}

// studentQuantile is by how many standard errors the interval reaches to either
// side.
func studentQuantile(degrees float64) float64 {
	return studentBeyond(1-confidence, int(degrees))
}
