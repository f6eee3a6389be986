package counterfactual

import "math"

// shareOf is a share with Wilson's 95 % interval (JASA 22, 1927, formula 4).
func shareOf(came, of int) share {
	const z = 1.9600 // the 97.5th percentile of the normal distribution
	n := float64(of)
	p := float64(came) / n
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return share{Came: came, Of: of, Low: max(0, (middle-half)/(1+z*z/n)), High: min(1, (middle+half)/(1+z*z/n))}
}

// tells reports whether an effect is more frequent with a cause than without it: the intervals do not overlap.
func tells(with, without *share) bool { return with.Low > without.High }
