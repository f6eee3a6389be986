package phy

import (
	"math"
)

// gammaTails returns the regularised incomplete gamma functions P(a, x) and
// Q(a, x), by the series below x = a + 1 and Legendre's continued fraction above
// it, evaluated by Lentz's method (M. Abramowitz, I. A. Stegun, "Handbook of
// Mathematical Functions", 6.5.29 and 6.5.31): to 12 digits for a up to 100.
func gammaTails(a, x float64) (below, above float64) {
	if x <= 0 {
		return 0, 1
	}
	logGamma, _ := math.Lgamma(a)
	front := math.Exp(a*math.Log(x) - x - logGamma)
	const enough, most = 1e-14, 1000
	if x < a+1 {
		term := 1 / a
		sum := term
		for n := 1.0; n < most && term > sum*enough; n++ {
			term *= x / (a + n)
			sum += term
		}
		return front * sum, 1 - front*sum
	}
	const tiny = 1e-300
	b := x + 1 - a
	c, d := 1/tiny, 1/b
	fraction := d
	for n := 1.0; n < most; n++ {
		an := -n * (n - a)
		b += 2
		if d = an*d + b; math.Abs(d) < tiny {
			d = tiny
		}
		if c = b + an/c; math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		fraction *= d * c
		if math.Abs(d*c-1) < enough {
			break
		}
	}
	return 1 - front*fraction, front * fraction
}
