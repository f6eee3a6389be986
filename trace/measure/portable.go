package measure

import "math"

// Intervals and p are computed here from + − × ÷ √ alone, each product rounded on its own, so
// that they are the same bits on every processor. The functions of package math and of gonum
// are not: math.Exp and math.Log have assembly for some processors, gonum adds four values
// at a time where it can, and a compiler may fuse a product with a sum.

// mean is the arithmetic mean. The values are added in order, and what each sum loses by
// rounding is kept apart (Neumaier, Zeitschrift für Angewandte Mathematik und Mechanik 54, 1974).
func mean(values []float64) float64 {
	sum, lost := 0.0, 0.0
	for _, x := range values {
		next := sum + x
		if math.Abs(sum) >= math.Abs(x) {
			lost += (sum - next) + x
		} else {
			lost += (x - next) + sum
		}
		sum = next
	}
	return (sum + lost) / float64(len(values))
}

// meanDeviation is the mean and the standard deviation, for at least two values. What the
// rounding of the mean leaves is taken out of the squares (Chan, Golub and LeVeque, The
// American Statistician 37, 1983).
func meanDeviation(values []float64) (middle, deviation float64) {
	middle = mean(values)
	n, squares, left := float64(len(values)), 0.0, 0.0
	for _, x := range values {
		d := x - middle
		squares += float64(d * d)
		left += d
	}
	return middle, math.Sqrt(max(0, squares-left*left/n) / (n - 1))
}

// exp is e to the power of x: 2 to the power of k times e to the power of r, |r| ≤ ln 2 / 2,
// by the rational approximation of FreeBSD's e_exp.c, whose error is below one unit of the
// last place.
func exp(x float64) float64 {
	const (
		ln2High = 6.93147180369123816490e-01 // the upper 32 bits, so that k·ln2High is exact
		ln2Low  = 1.90821492927058770002e-10
	)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x > 710:
		return math.Inf(1)
	case x < -746:
		return 0
	}
	k := math.Floor(float64(x*math.Log2E) + 0.5)
	high, low := x-float64(k*ln2High), float64(k*ln2Low)
	r := high - low
	even := 0.0
	for _, c := range [...]float64{4.13813679705723846039e-08, -1.65339022054652515390e-06, 6.61375632143793436117e-05, -2.77777777770155933842e-03, 1.66666666666666019037e-01} {
		even = c + float64(float64(r*r)*even)
	}
	c := r - float64(float64(r*r)*even)
	return math.Ldexp(1-((low-r*c/(2-c))-high), int(k))
}

// atOnce is the square of Student's t from which on studentTails adds up the tails
// themselves. Below, the tails are what the middle leaves of 1, and as they are above 6e-5
// there, that costs them at most five digits.
const atOnce = 16

// studentTails is the probability of a Student's t of so many degrees that is at least as far
// from zero: the incomplete beta function I(ν/(ν+t²); ν/2, 1/2), by its series, whose terms
// are all positive (Abramowitz and Stegun 1964, 26.5.4 and 26.7.1).
func studentTails(t float64, degrees int) float64 {
	square, nu := float64(t*t), float64(degrees)
	if math.IsInf(square, 1) {
		return 0
	}
	x, y := nu/(nu+square), square/(nu+square)
	front := math.Sqrt(y) * power(math.Sqrt(x), degrees) / betaHalf(degrees)
	if square < atOnce && y <= x {
		return max(0, 1-float64(front*2*series(y, 1.5, (nu+1)/2)))
	}
	return min(1, front*2/nu*series(x, nu/2+1, (nu+1)/2))
}

// series is the sum of 1 + z·b/a + z²·b(b+1)/(a(a+1)) + …, for 0 ≤ z < 1.
func series(z, a, b float64) float64 {
	sum, term := 1.0, 1.0
	for n := 0.0; ; n++ {
		term = float64(term * z * (b + n) / (a + n))
		if next := sum + term; next > sum {
			sum = next
			continue
		}
		return sum
	}
}

// betaHalf is the beta function of half the degrees, and one half.
func betaHalf(degrees int) float64 {
	beta := 2.0
	if degrees%2 == 1 {
		beta = math.Pi
	}
	for twice := 2 - degrees%2; twice < degrees; twice += 2 {
		beta *= float64(twice) / float64(twice+1)
	}
	return beta
}

// power is x to a power, by squaring.
func power(x float64, n int) float64 {
	out := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			out *= x
		}
		x *= x
	}
	return out
}

// studentBeyond is the t whose tails, on both sides together, have that probability. Tails are
// convex in t, so Newton's steps from zero only grow, and rounding ends them.
func studentBeyond(tails float64, degrees int) float64 {
	nu, t := float64(degrees), 0.0
	scale := math.Sqrt(nu) * betaHalf(degrees)
	for {
		density := power(math.Sqrt(nu/(nu+float64(t*t))), degrees+1) / scale
		next := t + (studentTails(t, degrees)-tails)/(2*density)
		if !(next > t) {
			return t
		}
		t = next
	}
}

// normalTails is the probability of a standard normal value at least as far from zero as z:
// by the series of the middle, and from 4 on by the continued fraction of the tails (Abramowitz
// and Stegun 1964, 26.2.11 and 26.2.14).
func normalTails(z float64) float64 {
	z = math.Abs(z)
	density := exp(-z*z/2) * math.Sqrt2 / math.Sqrt(math.Pi) // of both sides
	if z >= 4 {
		rest := z
		for k := 60.0; k > 0; k-- {
			rest = z + k/rest
		}
		return density / rest
	}
	sum, term := 0.0, z
	for odd := 1.0; sum+term > sum; odd += 2 {
		sum += term
		term = float64(term * z * z / (odd + 2))
	}
	return max(0, 1-float64(density*sum))
}
