package phy

import (
	"math"
	"slices"

	"bellwether/internal/base/errs"
	"bellwether/radio"
)

// The curves, see [radio.Modulation].
const (
	dbpsk radio.Modulation = "dbpsk"
	dqpsk radio.Modulation = "dqpsk"
	ofdm6 radio.Modulation = "ofdm-6"
	oqpsk radio.Modulation = "o-qpsk"
	cck5  radio.Modulation = "cck-5.5"
	cck11 radio.Modulation = "cck-11"
	chirp radio.Modulation = "lora-sf7" // the first of six
)

// Modulations lists them, chirps last.
func Modulations() []radio.Modulation {
	return []radio.Modulation{radio.Threshold, dbpsk, dqpsk, cck5, cck11,
		ofdm6, "ofdm-9", "ofdm-12", "ofdm-18", "ofdm-24", "ofdm-36", "ofdm-48", "ofdm-54", oqpsk,
		chirp, "lora-sf8", "lora-sf9", "lora-sf10", "lora-sf11", "lora-sf12"}
}

// BitErrorRate is the probability of an error in a bit at a ratio of signal to
// noise, a factor and no decibels: from 0 to ½. NaN for Threshold.
func BitErrorRate(m radio.Modulation, snr float64) float64 {
	const dsssGain = 22 // MHz of noise for each Msymbol/s
	switch m {
	case dbpsk:
		return 0.5 * math.Exp(-snr*dsssGain)
	case dqpsk:
		x := snr * dsssGain / 2
		if x <= 0 {
			return 0.5
		}
		return min(0.5, (math.Sqrt2+1)/math.Sqrt(8*math.Pi*math.Sqrt2*x)*math.Exp(-(2-math.Sqrt2)*x))
	case cck5, cck11:
		return codeKeying(m, snr)
	case oqpsk:
		return spread(snr)
	}
	if o, ok := orthogonal(m); ok {
		return min(0.5, o.coded(o.raw(max(snr, 0))))
	}
	if sf := slices.Index(Modulations(), m) - slices.Index(Modulations(), chirp) + 7; sf >= 7 {
		z := math.Sqrt(2*math.Ldexp(max(snr, 0), sf)) - math.Sqrt(1.386*float64(sf)+1.154)
		return 0.5 * 0.5 * math.Erfc(z/math.Sqrt2)
	}
	return math.NaN()
}

// spread is 8/15 · 1/16 · Σ_{k=2..16} (−1)^k · C(16, k) · exp(20·SNR·(1/k − 1)).
func spread(snr float64) float64 {
	sum, choose := 0.0, 16.0 // C(16, 1)
	for k := 2.0; k <= 16; k++ {
		choose *= (17 - k) / k
		sign := 1.0
		if int(k)%2 == 1 {
			sign = -1
		}
		sum += sign * choose * math.Exp(20*snr*(1/k-1))
	}
	return max(0, min(0.5, 8.0/15/16*sum))
}

// curve tables a modulation: the logarithm of the chance that one bit is right,
// by hundredths of a decibel of signal to noise.
type curve struct {
	lowest level
	bit    []float64
}

const curveStep level = 10

func newCurve(m radio.Modulation) (curve, error) {
	if !slices.Contains(Modulations(), m) {
		return curve{}, errs.Radio.Errorf("no modulation %q", m)
	}
	c := curve{lowest: -40_000}
	if m == radio.Threshold {
		return c, nil
	}
	c.bit = make([]float64, 70_000/curveStep) // from −40 to +30 dB
	for i := range c.bit {
		dB := (c.lowest + level(i)*curveStep).dB()
		c.bit[i] = math.Log1p(-BitErrorRate(m, math.Pow(10, dB/10)))
	}
	return c, nil
}

// success is the chance that a frame is right, in units of 2^-24.
func (c *curve) success(snr level, bytes int) uint64 {
	i := (snr - c.lowest) / curveStep
	switch {
	case snr < c.lowest:
		return 0
	case i >= level(len(c.bit)):
		return 1 << 24
	}
	return uint64(math.Round(math.Exp(c.bit[i]*8*float64(bytes)) * (1 << 24)))
}

// least is the lowest ratio at which a frame is received with this probability, in units
// of 2^-24.
func (c *curve) least(bytes int, chance uint64) level {
	i := 0
	for i < len(c.bit) && c.success(c.lowest+level(i)*curveStep, bytes) < chance {
		i++
	}
	return c.lowest + level(i)*curveStep
}
