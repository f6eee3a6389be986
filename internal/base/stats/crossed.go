package stats

import (
	"fmt"
	"math"
	"math/bits"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// maxCrossed bounds the factors of a crossed experiment: their subsets are counted one by one.
const maxCrossed = 16

// A FactorSet is a set of factors: bit i is set if factor i belongs to it. The effect of a set is
// what its factors do together, beyond what their subsets do.
type FactorSet uint

// Has reports whether a factor belongs to the set.
func (f FactorSet) Has(factor int) bool { return f&(1<<factor) != 0 }

// Count is the number of factors of the set.
func (f FactorSet) Count() int { return bits.OnesCount(uint(f)) }

// A Crossed is an experiment in which all levels of all factors are combined, and each combination
// is tried once in each block.
type Crossed struct {
	levels []int
	blocks [][]float64 // of each the values of all combinations; the last factor changes fastest
	// means[0] has the mean squares of all blocks together, means[1+i] those without block i, both by
	// the set of factors over whose levels the squares are taken.
	means [][]float64
	// single has the mean over blocks of the mean squares of one block.
	single []float64
}

// NewCrossed returns the experiment with these numbers of levels. Each block has a value for each
// combination; the last factor changes fastest. It takes at least two blocks.
func NewCrossed(levels []int, blocks [][]float64) (*Crossed, error) {
	if len(levels) < 1 || len(levels) > maxCrossed {
		return nil, fmt.Errorf("crossed: an experiment has 1 to %d factors, not %d", maxCrossed, len(levels))
	}
	if len(blocks) < 2 {
		return nil, fmt.Errorf("crossed: nothing tells effects from chance in %d blocks: it takes 2", len(blocks))
	}
	cells := 1
	for i, n := range levels {
		if n < 1 {
			return nil, fmt.Errorf("crossed: factor %d has no level", i)
		}
		cells *= n
	}
	for i, b := range blocks {
		if len(b) != cells {
			return nil, fmt.Errorf("crossed: block %d has %d values for %d combinations", i, len(b), cells)
		}
	}
	c := &Crossed{levels: levels, blocks: blocks}
	c.square(cells)
	return c, nil
}

// square computes the mean squares that all effects are made of.
func (c *Crossed) square(cells int) {
	n := float64(len(c.blocks))
	sum := make([]float64, cells)
	own := make([][]float64, len(c.blocks)) // mean squares of each block
	for i, b := range c.blocks {
		own[i] = c.marginal(b)
		for cell, x := range b {
			sum[cell] += x
		}
	}
	c.single = make([]float64, len(own[0]))
	for _, q := range own {
		for set, x := range q {
			c.single[set] += x / n
		}
	}
	// unbiased turns the mean squares of a mean of k blocks into those of its expectation: the mean
	// product of two different blocks, in which chance has no part.
	unbiased := func(total []float64, k float64, singles []float64) []float64 {
		out := c.marginal(total)
		for set := range out {
			out[set] = (out[set]/k - singles[set]) / (k - 1)
		}
		return out
	}
	singles, without := make([]float64, len(c.single)), make([]float64, cells)
	for set := range singles {
		singles[set] = c.single[set]
	}
	c.means = append(c.means, unbiased(sum, n, singles))
	if len(c.blocks) < 3 {
		return
	}
	for i, b := range c.blocks {
		for cell := range without {
			without[cell] = sum[cell] - b[cell]
		}
		for set := range singles {
			singles[set] = (c.single[set]*n - own[i][set]) / (n - 1)
		}
		c.means = append(c.means, unbiased(without, n-1, singles))
	}
}

// marginal returns for each set of factors the mean square of the means over all other factors.
func (c *Crossed) marginal(values []float64) []float64 {
	out := make([]float64, 1<<len(c.levels))
	for set := range out {
		places, strides := 1, make([]int, len(c.levels))
		for f := len(c.levels) - 1; f >= 0; f-- {
			if FactorSet(set).Has(f) {
				strides[f], places = places, places*c.levels[f]
			}
		}
		sums, digits, at := make([]float64, places), make([]int, len(c.levels)), 0
		for _, x := range values {
			sums[at] += x
			for f := len(digits) - 1; f >= 0; f-- { // count on
				if digits[f]++; digits[f] < c.levels[f] {
					at += strides[f]
					break
				}
				at -= strides[f] * (c.levels[f] - 1)
				digits[f] = 0
			}
		}
		each := float64(len(values) / places)
		for _, s := range sums {
			mean := s / each
			out[set] += float64(mean*mean) / float64(places)
		}
	}
	return out
}

// effect returns the variance over the combinations that is the effect of a set: the mean squares of
// its subsets, with alternating signs (the inversion of Möbius).
func effect(squares []float64, set FactorSet) float64 {
	sum := 0.0
	for sub := set; ; sub = (sub - 1) & set {
		if (set&^sub).Count()%2 == 0 {
			sum += squares[sub]
		} else {
			sum -= squares[sub]
		}
		if sub == 0 {
			return sum
		}
	}
}

// A Share is a part of a variance with its 95 % interval.
type Share struct {
	Value float64 `json:"value"`
	// Low and High are null with fewer than three blocks.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

// Share returns which part the effects of some sets have in the variance of those of all sets. It
// is an unbiased estimate over an unbiased one, so a part of nothing may come out a little below 0. It reports
// false if the whole is not above 0: then there is nothing to divide.
func (c *Crossed) Share(some, all []FactorSet) (Share, bool) {
	of := func(squares []float64) (part, whole float64) {
		for _, s := range some {
			part += effect(squares, s)
		}
		for _, s := range all {
			whole += effect(squares, s)
		}
		return part, whole
	}
	part, whole := of(c.means[0])
	if !(whole > 0) {
		return Share{}, false
	}
	out := Share{Value: part / whole}
	if len(c.means) == 1 {
		return out, true
	}
	left := make([]float64, 0, len(c.blocks))
	for _, squares := range c.means[1:] {
		p, w := of(squares)
		if !(w > 0) {
			return out, true // so little is there that no interval can be told
		}
		left = append(left, p/w)
	}
	n := float64(len(left))
	_, variance := stat.PopMeanVariance(left, nil)
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(1-Level/2) * math.Sqrt((n-1)*variance)
	low, high := out.Value-half, out.Value+half
	out.Low, out.High = &low, &high
	return out, true
}

// Chance returns which part of the variance of one block is chance, for the effects of some sets.
func (c *Crossed) Chance(sets []FactorSet) float64 {
	expected, one := 0.0, 0.0
	for _, s := range sets {
		expected += effect(c.means[0], s)
		one += effect(c.single, s)
	}
	if !(one > 0) {
		return 0
	}
	return min(1, max(0, 1-expected/one))
}
