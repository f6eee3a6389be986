package phy

import (
	"math"
)

// A level is a power in thousandths of a dBm, or a gain or a loss in thousandths of a
// decibel. The result of a logarithm or an exponential is rounded to a level before it
// decides anything, because its last bit differs between machines. Sums and comparisons of
// levels are exact.
type level int64

// farLevel bounds every level: a million decibels, beyond any radio, and far from
// overflow in a sum of a few.
const farLevel level = 1e9

// levelOf rounds decibels to the nearest thousandth.
func levelOf(dB float64) level {
	switch thousandths := dB * 1000; {
	case thousandths >= float64(farLevel): // +Inf too
		return farLevel
	case thousandths <= -float64(farLevel):
		return -farLevel
	default: // halves away from 0; written without a branch, which would often be mispredicted
		return level(thousandths + math.Copysign(0.5, thousandths))
	}
}

// dB returns the level in decibels.
func (l level) dB() float64 { return float64(l) / 1000 }
