package measure

import "math"

// skewnessOf is the skewness of values, 0 if they do not vary.
func skewnessOf(values []float64) float64 {
	middle, most := mean(values), 0.0
	for _, x := range values {
		most = max(most, math.Abs(x-middle))
	}
	if most <= rounding*math.Abs(middle) {
		return 0
	}
	squares, cubes := 0.0, 0.0
	for _, x := range values {
		d := (x - middle) / most // so that no power overflows
		squares += float64(d * d)
		cubes += float64(d * d * d)
	}
	n := float64(len(values))
	return cubes / n / (squares / n * math.Sqrt(squares/n))
}

// perSkewness is Cochran's rule (Sampling Techniques, 3rd ed. 1977, §2.15): a 95 %
// interval of a mean is wrong in at most 6 % of cases from 25 times the squared
// skewness on.
const perSkewness = 25

// runsToTell is how many runs it takes at least to judge the mean; nil if it is judged, because
// its interval does not have zero in it: more runs of the same kind do not turn that. The skewness of a sample of n is at most about √n, so the number is a lower
// bound; it is at least twice the number of pairs.
func (d *Difference) runsToTell(skewness float64) *int {
	if d.Low == nil || *d.Low > 0 || *d.High < 0 {
		return nil
	}
	n := max(int(math.Ceil(perSkewness*skewness*skewness)), 2*d.N)
	return &n
}
