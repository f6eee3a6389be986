package measure

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// confidence is of every interval.
const confidence = 0.95

// An interval holds the true value with confidence.
type interval struct{ low, high float64 }

// student is the interval of a mean by Student's t, for at least two values
// (Student, Biometrika 6, 1908).
func student(values []float64) *interval {
	mean, deviation := stat.MeanStdDev(values, nil)
	n := float64(len(values))
	half := studentQuantile(n-1) * deviation / math.Sqrt(n)
	return &interval{mean - half, mean + half}
}

// studentQuantile is by how many standard errors the interval reaches to either
// side.
func studentQuantile(degrees float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: degrees}.Quantile((1 + confidence) / 2)
}
