package radio

import (
	"math"
	"slices"

	"bellwether/internal/refuse"
)

// A Modulation is a curve from the ratio of signal to noise to bit errors.
type Modulation string

// The curves. All are for white noise alone.
const (
	// Threshold has no curve: a frame is decoded if its power is at least the
	// sensitivity.
	Threshold Modulation = "threshold"

	// DBPSK is 802.11's 1 Mbit/s, ½·exp(−Eb/N0), and DQPSK its 2 Mbit/s, the bound
	// of G. Ferrari, G. E. Corazza, "Tight bounds and accurate approximations for
	// DQPSK transmission bit error rate", Electronics Letters 40(20), 2004; with
	// Eb/N0 from 22 MHz of noise, both as in ns-3's DsssErrorRateModel.
	DBPSK Modulation = "dbpsk"
	DQPSK Modulation = "dqpsk"

	// OFDM6 is 802.11's 6 Mbit/s: BPSK, ½·erfc(√SNR), and the union bound of its
	// rate-½ convolutional code with hard decisions, as in ns-3's
	// NistErrorRateModel (G. Pei, T. Henderson, "Validation of OFDM error rate
	// model in ns-3", 2010); noise over 20 MHz.
	OFDM6 Modulation = "ofdm-6"

	// OQPSK is 802.15.4's 250 kbit/s at 2.4 GHz: IEEE Std 802.15.4-2006, E.4.1.8;
	// noise over 2 MHz.
	OQPSK Modulation = "o-qpsk"

	// loRa7 to LoRa12 are chirps of so many bits, before coding:
	// ½·Q(√(2·2^SF·SNR) − √(1.386·SF + 1.154)), T. Elshabrawy, J. Robert,
	// "Closed-form approximation of LoRa modulation BER performance", IEEE
	// Communications Letters 22(9), 2018; noise over the chirp's bandwidth.
	loRa7  Modulation = "lora-sf7"
	loRa8  Modulation = "lora-sf8"
	loRa9  Modulation = "lora-sf9"
	loRa10 Modulation = "lora-sf10"
	loRa11 Modulation = "lora-sf11"
	loRa12 Modulation = "lora-sf12"
)

// Modulations lists them.
func Modulations() []Modulation {
	return []Modulation{Threshold, DBPSK, DQPSK, OFDM6, OQPSK, loRa7, loRa8, loRa9, loRa10, loRa11, loRa12}
}

// BitErrorRate is the probability of an error in a bit at a ratio of signal to
// noise, a factor and no decibels: from 0 to ½. NaN for Threshold.
func (m Modulation) BitErrorRate(snr float64) float64 {
	const dsssGain = 22 // MHz of noise for each Msymbol/s
	switch m {
	case DBPSK:
		return 0.5 * math.Exp(-snr*dsssGain)
	case DQPSK:
		x := snr * dsssGain / 2
		if x <= 0 {
			return 0.5
		}
		return min(0.5, (math.Sqrt2+1)/math.Sqrt(8*math.Pi*math.Sqrt2*x)*math.Exp(-(2-math.Sqrt2)*x))
	case OFDM6:
		return min(0.5, halfRate(0.5*math.Erfc(math.Sqrt(max(snr, 0)))))
	case OQPSK:
		return oqpsk(snr)
	}
	if sf := slices.Index(Modulations(), m) - slices.Index(Modulations(), loRa7) + 7; sf >= 7 {
		z := math.Sqrt(2*math.Ldexp(max(snr, 0), sf)) - math.Sqrt(1.386*float64(sf)+1.154)
		return 0.5 * 0.5 * math.Erfc(z/math.Sqrt2)
	}
	return math.NaN()
}

// halfRate is the bound of the bit errors after the rate-½ code of constraint
// length 7, from those before it: ½·Σ c_d·D^d, D = 2√(p(1−p)), with the weights
// of its distance spectrum (free distance 10).
func halfRate(p float64) float64 {
	weights := [...]float64{36, 211, 1404, 11633, 77433, 502690, 3322763, 21292910, 134365911}
	square := 4 * p * (1 - p)
	power, sum := math.Pow(square, 5), 0.0
	for _, w := range weights {
		sum += w * power
		power *= square
	}
	return sum / 2
}

// oqpsk is 8/15 · 1/16 · Σ_{k=2..16} (−1)^k · C(16, k) · exp(20·SNR·(1/k − 1)).
func oqpsk(snr float64) float64 {
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

func newCurve(m Modulation) (curve, error) {
	if !slices.Contains(Modulations(), m) {
		return curve{}, refuse.Radio.Errorf("no modulation %q", m)
	}
	c := curve{lowest: -40_000}
	if m == Threshold {
		return c, nil
	}
	c.bit = make([]float64, 70_000/curveStep) // from −40 to +30 dB
	for i := range c.bit {
		dB := (c.lowest + level(i)*curveStep).dB()
		c.bit[i] = math.Log1p(-m.BitErrorRate(math.Pow(10, dB/10)))
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

// least is the lowest ratio at which a frame is right with this chance, in units
// of 2^-24.
func (c *curve) least(bytes int, chance uint64) level {
	i := 0
	for i < len(c.bit) && c.success(c.lowest+level(i)*curveStep, bytes) < chance {
		i++
	}
	return c.lowest + level(i)*curveStep
}
