//go:build docs

package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"bellwether/internal/base/stats"
	"bellwether/internal/study/ranking"
)

// An estimate has the ends of its 95 % interval.
type estimate struct{ value, low, high float64 }

// meanOf returns the mean over seeds, with Student's interval.
func meanOf(bySeed []float64) estimate {
	m, sd := stat.MeanStdDev(bySeed, nil)
	return around(m, sd/math.Sqrt(float64(len(bySeed))), len(bySeed))
}

func around(value, err float64, n int) estimate {
	half := err * distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile(0.975)
	return estimate{value, value - half, value + half}
}

// ratioOf returns the ratio of two means over the same seeds, with an interval by a jackknife over seeds.
func ratioOf(above, below []float64) estimate {
	without := func(xs []float64, i int) float64 {
		return stat.Mean(slices.Concat(xs[:i], xs[i+1:]), nil)
	}
	return jackknife(len(above), stat.Mean(above, nil)/stat.Mean(below, nil), func(i int) float64 { return without(above, i) / without(below, i) })
}

// jackknife returns an estimate and its interval: B. Efron and C. Stein, The Jackknife Estimate of Variance, Annals of
// Statistics 9, 1981. without returns the estimate without seed i.
func jackknife(n int, value float64, without func(i int) float64) estimate {
	left := make([]float64, n)
	for i := range left {
		left[i] = without(i)
	}
	m, squares := stat.Mean(left, nil), 0.0
	for _, x := range left {
		squares += (x - m) * (x - m)
	}
	return around(value, math.Sqrt(squares*float64(n-1)/float64(n)), n)
}

// inAll is the whole part of an axis.
func inAll(d *ranking.Division, axis string) *stats.Share {
	i := slices.IndexFunc(d.Axes, func(a ranking.AxisShare) bool { return a.Axis == axis })
	return &d.Axes[i].InAll
}

// lead is by how much the whole part of an axis is greater than that of another, among all rows but some.
func (s *study) lead(metric string, of func(*ranking.Decision) *ranking.Division, axis, than string, not ...string) (estimate, error) {
	var wrong error
	at := func(c choice) float64 {
		d, err := s.decide(metric, c)
		if err != nil {
			wrong = err
			return 0
		}
		return inAll(of(d), axis).Value - inAll(of(d), than).Value
	}
	e := jackknife(len(s.seeds), at(choice{seed: -1, not: not}), func(i int) float64 { return at(choice{seed: i, not: not}) })
	return e, wrong
}

func order(d *ranking.Decision) *ranking.Division  { return d.Order }
func values(d *ranking.Decision) *ranking.Division { return d.Values }

// share writes a share with its interval in %, within what a share can be.
func share(s *stats.Share) string {
	cut := func(x float64) float64 { return 100 * min(1, max(0, x)) }
	return fmt.Sprintf("%.1f [%.1f, %.1f]", cut(s.Value), cut(*s.Low), cut(*s.High))
}

// percent writes a share of time with its interval.
func (e estimate) percent() string {
	return fmt.Sprintf("%.2f [%.2f, %.2f]", 100*e.value, 100*e.low, 100*e.high)
}

// points writes a difference of shares in points.
func (e estimate) points() string {
	return fmt.Sprintf("%+.1f [%+.1f, %+.1f]", 100*e.value, 100*e.low, 100*e.high)
}

func (e estimate) times() string { return fmt.Sprintf("%.2f [%.2f, %.2f]", e.value, e.low, e.high) }
