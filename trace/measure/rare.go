package measure

import "math"

// outlierLevel is how often one of n normal values carries so much of their variance
// that the rule below marks it.
const outlierLevel = 0.01

// outlierShare is the share of the variance of n differences that one of them must
// carry for the mean to rest on it: more than half, and more than the greatest of
// normal values carries in 99 of 100 cases (Grubbs, Technometrics 11, 1969; the
// share is his G²·n/(n-1)²). Of fewer than three nothing can be said.
func outlierShare(n int) float64 {
	if n < 3 {
		return 1
	}
	m := float64(n)
	t := studentBeyond(outlierLevel/m, n-2)
	g := (m - 1) / math.Sqrt(m) * math.Sqrt(t*t/(m-2+float64(t*t)))
	return max(0.5, g*g/(m-1))
}

// heaviest returns the greatest share that one value has in the sum of squares around the
// mean, and the skewness of all; 0 if they do not vary.
func heaviest(values []float64) (share, skewness float64) {
	middle, most := mean(values), 0.0
	for _, x := range values {
		most = max(most, math.Abs(x-middle))
	}
	if most <= rounding*math.Abs(middle) {
		return 0, 0
	}
	squares, cubes := 0.0, 0.0
	for _, x := range values {
		d := (x - middle) / most // so that no power overflows
		squares += float64(d * d)
		cubes += float64(d * d * d)
	}
	n := float64(len(values))
	return 1 / squares, cubes / n / (squares / n * math.Sqrt(squares/n))
}

// perSkewness is Cochran's rule (Sampling Techniques, 3rd ed. 1977, §2.15): a 95 %
// interval of a mean is wrong in at most 6 % of cases from 25 times the squared
// skewness on.
const perSkewness = 25

// runsToTell marks a difference whose mean rests on rare runs. The skewness of a sample of
// n is at most about √n, so the number is a lower bound; it is at least twice the number of
// pairs.
func (d *Difference) runsToTell(skewness float64) {
	n := max(int(math.Ceil(perSkewness*skewness*skewness)), 2*d.N)
	d.RunsToTell = &n
}
