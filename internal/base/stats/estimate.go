package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Contrast is what a design can tell of some effects: the mean where their product is
// high, less the mean where it is low.
type Contrast struct {
	Effects  []Effect // which it may be; of several, their sum
	Estimate float64
}

// A Fit is what the runs at the points of a design tell of its factors.
type Fit struct {
	Mean      float64
	Contrasts []Contrast // main effects in the order of the factors, then effects of two
	// Half is half the 95 % interval of each estimate, Sure that of all together
	// (Bonferroni). They follow from the spread of the runs of a point.
	Half, Sure float64
	Deviation  float64 // standard deviation of runs at one point
	Freedom    int
}

// Errors of runs from which nothing can be estimated.
var (
	ErrCell   = errors.New("a point of the design has no run")
	ErrSpread = errors.New("no point has two runs, so nothing tells effects from chance: make more runs")
)

// Estimate estimates the effects of the factors that are able to act on a response; runs holds
// its values at each point. If points have different numbers of runs, the means of points are
// taken alike.
func (d Design) Estimate(runs [][]float64, able []int) (Fit, error) {
	if len(runs) != d.Points() {
		return Fit{}, fmt.Errorf("factorial: runs at %d points of a design of %d", len(runs), d.Points())
	}
	means, inverse, squares, freedom := make([]float64, len(runs)), 0.0, 0.0, 0
	for point, values := range runs {
		if len(values) == 0 {
			return Fit{}, fmt.Errorf("factorial: point %d: %w", point, ErrCell)
		}
		means[point] = stat.Mean(values, nil)
		inverse += 1 / float64(len(values))
		for _, v := range values {
			squares += float64((v - means[point]) * (v - means[point]))
		}
		freedom += len(values) - 1
	}
	if freedom == 0 {
		return Fit{}, fmt.Errorf("factorial: %w", ErrSpread)
	}
	f := Fit{Mean: stat.Mean(means, nil), Freedom: freedom, Deviation: math.Sqrt(squares / float64(freedom))}
	for column, effects := range d.effects(able) {
		sum := 0.0
		for point, mean := range means {
			sum += float64(sign(uint(point), column)) * mean
		}
		f.Contrasts = append(f.Contrasts, Contrast{effects, 2 * sum / float64(len(means))})
	}
	slices.SortFunc(f.Contrasts, func(a, b Contrast) int {
		if x, y := a.Effects[0], b.Effects[0]; len(x) != len(y) {
			return len(x) - len(y)
		} else {
			return slices.Compare(x, y)
		}
	})
	// Var(estimate) = 4/points² · Σ σ²/runs of a point.
	se := 2 / float64(len(means)) * f.Deviation * math.Sqrt(inverse)
	student := distuv.StudentsT{Sigma: 1, Nu: float64(freedom)}
	f.Half = student.Quantile(1-level/2) * se
	f.Sure = student.Quantile(1-level/2/float64(max(1, len(f.Contrasts)))) * se
	return f, nil
}

// level is that of the intervals: they hold the truth in 95 of 100 studies.
const level = 0.05

// Detectable returns the size of an effect that the 95 % interval leaves out 0 for with a
// probability of nine in ten: (z of 0.975 + z of 0.9) standard errors.
func (f Fit) Detectable() float64 {
	student := distuv.StudentsT{Sigma: 1, Nu: float64(f.Freedom)}
	return f.Half * (1 + student.Quantile(0.9)/student.Quantile(1-level/2))
}
