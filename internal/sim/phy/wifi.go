package phy

import (
	"math"
	"time"

	"bellwether/radio"
)

// ofdm is one rate of 802.11's OFDM over 20 MHz (IEEE Std 802.11-2020, table 17-4).
type ofdm struct {
	bits  int // of data in a symbol of 4 µs
	raw   func(snr float64) float64
	coded func(p float64) float64
}

// orthogonal returns the rate of an OFDM modulation, false for any other.
func orthogonal(m radio.Modulation) (ofdm, bool) {
	switch m {
	case ofdm6:
		return ofdm{24, bpsk, halfRate}, true
	case "ofdm-9":
		return ofdm{36, bpsk, threeQuarters}, true
	case "ofdm-12":
		return ofdm{48, qpsk, halfRate}, true
	case "ofdm-18":
		return ofdm{72, qpsk, threeQuarters}, true
	case "ofdm-24":
		return ofdm{96, qam16, halfRate}, true
	case "ofdm-36":
		return ofdm{144, qam16, threeQuarters}, true
	case "ofdm-48":
		return ofdm{192, qam64, twoThirds}, true
	case "ofdm-54":
		return ofdm{216, qam64, threeQuarters}, true
	}
	return ofdm{}, false
}

// The error rates of a bit before the code, as in ns-3's NistErrorRateModel.
func bpsk(snr float64) float64  { return 0.5 * math.Erfc(math.Sqrt(snr)) }
func qpsk(snr float64) float64  { return 0.5 * math.Erfc(math.Sqrt(snr/2)) }
func qam16(snr float64) float64 { return 0.75 * 0.5 * math.Erfc(math.Sqrt(snr/10)) }
func qam64(snr float64) float64 { return 7.0 / 12 * 0.5 * math.Erfc(math.Sqrt(snr/42)) }

// halfRate is the bound of the bit error rate after the rate-½ code of constraint length
// 7, from the rate p before it: ½·Σ c_d·D^d, D = 2√(p(1−p)), with the weights of the
// code's distance spectrum (free distance 10).
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

// twoThirds and threeQuarters are the same of the punctured codes: 1/(2·b)·Σ c_d·D^d with b
// bits that go into the code at a time, and the weights of D. Haccoun, G. Begin, "High-rate
// punctured convolutional codes for Viterbi and sequential decoding", IEEE Transactions on
// Communications 37(11), 1989, as in ns-3's NistErrorRateModel.
func twoThirds(p float64) float64 {
	return punctured(p, 2, 6, []float64{3, 70, 285, 1276, 6160, 27128, 117019, 498860, 2103891, 8784123})
}

func threeQuarters(p float64) float64 {
	return punctured(p, 3, 5, []float64{42, 201, 1492, 10469, 62935, 379644, 2253373, 13073811, 75152755, 428005675})
}

// punctured is the bound for b bits at a time, from the free distance on.
func punctured(p float64, b, free int, weights []float64) float64 {
	d := math.Sqrt(4 * p * (1 - p))
	power, sum := math.Pow(d, float64(free)), 0.0
	for _, w := range weights {
		sum += w * power
		power *= d
	}
	return sum / float64(2*b)
}

// codeKeying is the bit error rate of complementary code keying, whose symbols of 4 or 8
// bits at 1.375 MHz are one or two of 16 biorthogonal signals (J. G. Proakis, "Digital
// Communications", 4th edition, 2001, §5.2.2; ns-3's DsssErrorRateModel): the rate by which
// all bits of a symbol are right as often as the symbol.
func codeKeying(m radio.Modulation, snr float64) float64 {
	const gain = 22 / 1.375 // MHz of noise for each Msymbol/s
	energy := max(snr, 0) * gain / 2
	if m == cck5 {
		return min(0.5, 1-math.Pow(biorthogonal(energy), 1.0/4))
	}
	half := biorthogonal(energy / 2)
	return min(0.5, 1-math.Pow(half*half, 1.0/8))
}

// biorthogonal is the probability that one of 16 biorthogonal signals is recognised:
// ∫ from −β of (2Φ(x+β) − 1)^7·φ(x), β = √(2·energy), by Simpson's rule.
func biorthogonal(energy float64) float64 {
	const steps = 128
	beta := math.Sqrt(2 * energy)
	from, to := max(-beta, -8), 8.0
	width := (to - from) / steps
	at := func(i int) float64 {
		x := from + float64(float64(i)*width)
		right := math.Erf((x + beta) / math.Sqrt2) // 2Φ − 1
		cube := right * right * right
		return cube * cube * right * math.Exp(-x*x/2) / math.Sqrt(2*math.Pi)
	}
	sum := at(0) + at(steps)
	for i := 1; i < steps; i++ {
		sum += float64(float64(2+2*(i%2)) * at(i))
	}
	return max(0, min(1, sum*width/3))
}

// RateOf returns the bit rate and symbols of one of 802.11's modulations, false for others.
func RateOf(m radio.Modulation) (radio.Rate, bool) {
	switch m {
	case dbpsk:
		return radio.Rate{Modulation: m, BitrateBps: 1e6}, true
	case dqpsk:
		return radio.Rate{Modulation: m, BitrateBps: 2e6}, true
	case cck5:
		return radio.Rate{Modulation: m, BitrateBps: 5.5e6}, true
	case cck11:
		return radio.Rate{Modulation: m, BitrateBps: 11e6}, true
	}
	if o, ok := orthogonal(m); ok {
		return radio.Rate{Modulation: m, BitrateBps: float64(o.bits) * 250e3,
			Symbol: radio.Symbol{Bits: o.bits, Extra: 16 + 6, Lasts: 4 * time.Microsecond}}, true // SERVICE and tail bits
	}
	return radio.Rate{}, false
}
