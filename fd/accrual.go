package fd

import (
	"math"
	"time"
)

// level is φ of a heartbeat that is z standard deviations later than the mean:
// φ = −log₁₀(1 − F(z)), F the normal distribution. 1 − F(z) = erfc(z/√2)/2.
func level(z float64) float64 { return -math.Log10(math.Erfc(z/math.Sqrt2) / 2) }

// The range of quantiles. In float64, 1 − F is 1 below it and 0 above it.
const (
	leastDeviations = -8.0
	mostDeviations  = 37.0 // φ = 299
	quantum         = 1e-9 // of a quantile; see patience
)

// quantile returns by how many standard deviations a heartbeat is late when its φ reaches a
// threshold: the inverse of level, by bisection.
func quantile(threshold float64) float64 {
	low, high := leastDeviations, mostDeviations
	for high-low > quantum/4 {
		if middle := (low + high) / 2; level(middle) < threshold {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Round(low/quantum) * quantum
}

// patience is how long after a heartbeat φ reaches the threshold with quantile z: mean +
// Pause + z·deviation, at least 1 µs and at most Cap. Machines decide by comparing times
// with it, never by φ itself. Quantile and result are rounded (to 10⁻⁹ and 1 µs), so that
// the last bits of erfc and log, which differ between processors, decide nothing.
func (o PhiOptions) patience(samples []time.Duration, z float64) time.Duration {
	mean, deviation := estimate(samples)
	deviation = max(deviation, float64(o.MinDeviation))
	late := math.Round((mean + float64(z*deviation)) / float64(time.Microsecond))
	span := o.Pause.Truncate(time.Microsecond) + time.Duration(late)*time.Microsecond
	if o.Cap > 0 {
		span = min(span, o.Cap)
	}
	return max(span, time.Microsecond)
}

// estimate returns mean and standard deviation, in ns. The sum is one of integers, and the
// products are guarded against fused multiply-add.
func estimate(samples []time.Duration) (mean, deviation float64) {
	var sum time.Duration
	for _, s := range samples {
		sum += s
	}
	n := float64(len(samples))
	mean = float64(sum) / n
	var squares float64
	for _, s := range samples {
		off := float64(s) - mean
		squares += float64(off * off)
	}
	return mean, math.Sqrt(squares / n)
}
