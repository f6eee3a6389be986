package phy

import (
	"math"

	"bellwether/radio"
)

// lossTable gives the levels of a path loss by squared distance without a logarithm. It
// interpolates between points so close that the error of a straight line is known. Where
// that error leaves open which thousandth of a decibel is nearest, and where the curve
// bends too much, it asks the model. So its results are exactly the model's, at a fifth of
// the cost.
type lossTable struct {
	path  radio.PathLoss
	first uint64 // index of the first point's step
	steps uint64
	point []float64 // thousandths of a decibel; NaN: ask the model
	error float64   // how far from the model a line may be, thousandths of a decibel
	least []level   // no loss is less within a coarse step; it fits the nearest cache
}

const (
	stepBits  = 9              // 512 steps an octave: a path of exponent 3 bends by 0.003 thousandths in one
	stepShift = 52 - stepBits  // of the bits of a number that are within a step
	mostBent  = 0.01           // thousandths of a decibel, half way through a step
	maxPoints = 20 << stepBits // 20 octaves below the reach, a factor of 1000 in distance
)

// newLossTable tables a path as far as a distance.
func newLossTable(path radio.PathLoss, reachM float64) *lossTable {
	t := &lossTable{path: path}
	last := math.Float64bits(reachM*reachM)>>stepShift + 1
	if reachM < 1e-3 || reachM*reachM > math.MaxFloat64/4 {
		return t
	}
	t.first, t.steps = last-maxPoints, maxPoints
	t.point = make([]float64, maxPoints+1)
	for k := range t.point {
		t.point[k] = t.exact(edge(t.first + uint64(k)))
	}
	bent := make([]bool, len(t.point))
	for k := range len(t.point) - 1 {
		low, high := edge(t.first+uint64(k)), edge(t.first+uint64(k)+1)
		middle := (t.point[k] + t.point[k+1]) / 2
		bend := math.Abs(t.exact(low+(high-low)/2) - middle)
		if bent[k] = !(bend <= mostBent) || t.point[k] < 0; !bent[k] {
			// A kink may lie twice as far from the line as the middle of its step, and a
			// curve that bends the other way may hide half of that.
			t.error = max(t.error, 4*bend)
		}
	}
	t.error += 1e-6 // the rounding error of the line
	for k := range bent {
		if bent[k] {
			t.point[k] = math.NaN()
		}
	}
	t.bound()
	return t
}

// coarse is how many steps a coarse one has, as a power of two.
const coarse = 5

// bound finds the least losses.
func (t *lossTable) bound() {
	t.least = make([]level, maxPoints>>coarse)
	for k := range t.least {
		least := math.Inf(1)
		for _, point := range t.point[k<<coarse : (k+1)<<coarse+1] {
			least = min(least, point) // NaN stays
		}
		if t.least[k] = -farLevel; least > 0 {
			t.least[k] = level(least-t.error) - 1
		}
	}
}

// atLeast is a loss that the path's does not fall below.
func (t *lossTable) atLeast(squareM2 float64) level {
	if k := (math.Float64bits(squareM2)>>stepShift - t.first) >> coarse; k < uint64(len(t.least)) {
		return t.least[k]
	}
	return -farLevel
}

// edge is where a step begins, in square metres.
func edge(step uint64) float64 { return math.Float64frombits(step << stepShift) }

func (t *lossTable) exact(squareM2 float64) float64 {
	return 1000 * t.path.LossDB(math.Sqrt(squareM2))
}

// of is levelOf the path's loss.
func (t *lossTable) of(squareM2 float64) level {
	b := math.Float64bits(squareM2)
	if k := b>>stepShift - t.first; k < t.steps {
		low := t.point[k]
		part := float64(int64(b&(1<<stepShift-1))) * (1.0 / (1 << stepShift))
		up := low + float64((t.point[k+1]-low)*part) + 0.5
		nearest := level(up)
		if rest := up - float64(nearest); rest > t.error && rest < 1-t.error {
			return nearest
		}
	}
	return levelOf(t.path.LossDB(math.Sqrt(squareM2)))
}
