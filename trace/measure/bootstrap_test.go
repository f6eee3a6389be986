package measure

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// The bootstrap was used for differences before; the studies compare with it.

// resamples of the bootstrap: 2000, as Efron and Tibshirani advise for the ends
// of a BCa interval (An Introduction to the Bootstrap, 1993, §14.3).
const resamples = 2000

// bootstrapStream tells the bootstrap's random stream from those that drive
// runs of the same seed.
const bootstrapStream = 0xb0075712a9

// newBootstrap is the stream of one metric: the same values under the same seed
// give the same interval, in whichever row they stand.
func newBootstrap(seed uint64, key int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, bootstrapStream+uint64(key)<<40))
}

// bca is the bias-corrected and accelerated bootstrap interval of a statistic (Efron, JASA 82,
// 1987): percentiles of its resampled values, moved by how far their median lies from the
// estimate (bias) and by how its spread changes with its value (acceleration, from the
// jackknife). It assumes at least two values, and a statistic that does not depend on their
// order.
func bca(values []float64, level float64, statistic func([]float64) float64, random *rand.Rand) *interval {
	estimate := statistic(values)
	sample := make([]float64, len(values))
	replicas := make([]float64, resamples)
	for i := range replicas {
		for j := range sample {
			sample[j] = values[random.IntN(len(values))]
		}
		replicas[i] = statistic(sample)
	}
	slices.Sort(replicas)
	spread := replicas[resamples-1] - replicas[0]
	if spread == 0 {
		return &interval{replicas[0], replicas[0]}
	}
	below := 0.0
	for _, x := range replicas {
		switch {
		case math.Abs(x-estimate) <= rounding*spread:
			below += 0.5 // of few values, many replicas are the sample itself
		case x < estimate:
			below++
		}
	}
	// All replicas on one side would move the percentiles out of the sample.
	below = min(max(below, 0.5), resamples-0.5)
	bias := distuv.UnitNormal.Quantile(below / resamples)
	acceleration := jackknife(values, statistic)
	end := func(level float64) float64 {
		z := bias + distuv.UnitNormal.Quantile(level)
		return percentile(replicas, distuv.UnitNormal.CDF(bias+z/(1-acceleration*z)))
	}
	return &interval{end((1 - level) / 2), end((1 + level) / 2)}
}

// jackknife is the acceleration: a sixth of the skewness of the statistic's
// values with one observation left out, turned round; 0 if they do not vary.
func jackknife(values []float64, statistic func([]float64) float64) float64 {
	left := make([]float64, len(values))
	rest := slices.Clone(values[1:])
	for i := range values {
		left[i] = statistic(rest)
		if i < len(rest) {
			rest[i] = values[i]
		}
	}
	middle, most := mean(left), 0.0
	for _, x := range left {
		most = max(most, math.Abs(middle-x))
	}
	if most == 0 {
		return 0
	}
	squares, cubes := 0.0, 0.0
	for _, x := range left {
		d := (middle - x) / most // so that no power leaves the range of numbers
		squares += d * d
		cubes += d * d * d
	}
	return cubes / (6 * squares * math.Sqrt(squares))
}

// percentile is the p-th quantile of sorted values, at place p·(n+1) of them,
// between neighbours in proportion.
func percentile(sorted []float64, p float64) float64 {
	place := min(max(p*float64(len(sorted)+1)-1, 0), float64(len(sorted)-1))
	whole := int(place)
	if whole+1 == len(sorted) {
		return sorted[whole]
	}
	part := place - float64(whole)
	return sorted[whole] + part*(sorted[whole+1]-sorted[whole])
}
