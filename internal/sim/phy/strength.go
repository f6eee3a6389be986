package phy

import (
	"math"
)

// A Strength is the power of a frame where it arrives, in units of 1/1024 of the weakest
// one that counts. Sums of whole numbers do not depend on order, so that subtracting a
// frame at its end undoes exactly what its beginning added.
type Strength uint64

const (
	unit   = 1024 // the strength of the weakest that counts
	mostDB = 120  // greatest strength, dB above the weakest; 16 000 such frames do not overflow
)

// powers turns levels into strengths.
type powers struct {
	decibels    [mostDB + 1]Strength // 10^(n/10) units
	thousandths [1000]uint64         // 10^(n/10000), in 2^-20
}

func newPowers() *powers {
	p := new(powers)
	for i := range p.decibels {
		p.decibels[i] = Strength(math.Round(unit * math.Pow(10, float64(i)/10)))
	}
	for i := range p.thousandths {
		p.thousandths[i] = uint64(math.Round(math.Pow(10, float64(i)/10000) * (1 << 20)))
	}
	return p
}

// of is the strength of a level above the weakest that counts, 0 below it.
func (p *powers) of(above level) Strength {
	if above < 0 {
		return 0
	}
	whole := above / 1000
	if whole >= mostDB {
		return p.decibels[mostDB]
	}
	// A product below 2^71 does not fit 64 bits: the upper part and the lower are
	// multiplied apart.
	s, f := uint64(p.decibels[whole]), p.thousandths[above%1000]
	return Strength(s>>20*f + s&(1<<20-1)*f>>20)
}

// level is the level of a strength above the weakest that counts.
func (p *powers) level(s Strength) level {
	return levelOf(10 * math.Log10(float64(s)/unit))
}
