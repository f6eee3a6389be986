package phy_test

import (
	"math"
	"testing"

	"github.com/paulmach/orb"

	"bellwether/internal/sim/phy"
	"bellwether/radio"
)

// Probabilities of success that ns-3's own regression tests contain, and that the programs
// of the validation papers computed: of 1078 bytes at a power over the noise of 22 MHz at
// 290 K with a figure of 7 dB, −93.55 dBm, for 802.11b; of 2000 bytes at a ratio for OFDM.
func TestCurvesAgreeWithThoseOfNs3(t *testing.T) {
	const noiseDBm = -100.5522786 + 7
	for _, c := range []struct {
		m        radio.Modulation
		dB       float64
		bytes    float64
		success  float64
		allowing float64
	}{
		{"dbpsk", -99 - noiseDBm, 1078, 0.0003, 0.0001},
		{"dbpsk", -98 - noiseDBm, 1078, 0.202, 0.005},
		{"dbpsk", -97 - noiseDBm, 1078, 0.813, 0.005},
		{"dbpsk", -96 - noiseDBm, 1078, 0.984, 0.005},
		{"dqpsk", -94 - noiseDBm, 1078, 0.036, 0.005},
		{"dqpsk", -93 - noiseDBm, 1078, 0.519, 0.005},
		{"dqpsk", -92 - noiseDBm, 1078, 0.915, 0.005},
		{"ofdm-6", 2.5, 2000, 2.04e-10, 1e-10},
		{"ofdm-6", 3, 2000, 0.020, 0.001},
		{"ofdm-6", 4, 2000, 0.885, 0.001},
		{"ofdm-6", 5, 2000, 0.997, 0.001},
	} {
		right := 1 - phy.BitErrorRate(c.m, math.Pow(10, c.dB/10))
		closeTo(t, string(c.m)+" success", math.Pow(right, 8*c.bytes), c.success, c.allowing)
	}
	closeTo(t, "noise floor", phy.NoiseDBm(radio.Receiver{NoiseFigureDB: 7, BandwidthHz: 22e6}), noiseDBm, 0.002)
}

// The first term of 802.15.4's alternating sum is 4·exp(−10·SNR). The second subtracts at
// most 18.7·exp(−13.3·SNR). The sum is between the two.
func TestOQPSKLiesBetweenItsFirstTerms(t *testing.T) {
	for _, snr := range []float64{0.8, 1, 1.3, 2} {
		first := 4 * math.Exp(-10*snr)
		second := 560 * 8 / 15.0 / 16 * math.Exp(-40*snr/3)
		if ber := phy.BitErrorRate("o-qpsk", snr); ber >= first || ber <= first-second {
			t.Errorf("bit errors at %v are %g, not between %g and %g", snr, ber, first-second, first)
		}
	}
}

// Semtech's table gives the ratio at which LoRa still works. 64 bytes are received half of
// the time within 2.5 dB below it, and almost never 5 dB below.
func TestLoRaAgainstItsDataSheet(t *testing.T) {
	for i, limit := range []float64{-7.5, -10, -12.5, -15, -17.5, -20} {
		m := phy.Modulations()[len(phy.Modulations())-6+i]
		success := func(dB float64) float64 {
			return math.Pow(1-phy.BitErrorRate(m, math.Pow(10, dB/10)), 8*64)
		}
		if success(limit) < 0.5 || success(limit-2.5) > 0.5 || success(limit-5) > 1e-6 {
			t.Errorf("%s at %v dB: %g, 2.5 dB less: %g, 5 dB less: %g", m, limit, success(limit), success(limit-2.5), success(limit-5))
		}
	}
}

func TestCurvesFallFromAHalfToNothing(t *testing.T) {
	for _, m := range phy.Modulations()[1:] {
		last := phy.BitErrorRate(m, 0)
		if last < 0.3 || last > 0.5 {
			t.Errorf("%s: without a signal %v of the bits are wrong", m, last)
		}
		for dB := -60.0; dB <= 30; dB += 0.1 {
			ber := phy.BitErrorRate(m, math.Pow(10, dB/10))
			if !(ber >= 0 && ber <= last+1e-12) {
				t.Fatalf("%s: %v errors at %v dB after %v", m, ber, dB, last)
			}
			last = ber
		}
		if last > 1e-12 {
			t.Errorf("%s: %v errors at 30 dB", m, last)
		}
	}
}

// The share of frames that are received is that of the curve.
func TestReceptionFollowsTheCurve(t *testing.T) {
	const noiseDBm, n = -100.5522786 + 7, 40_000
	for _, c := range []struct{ dBm, success float64 }{{-94, 0.036}, {-93, 0.519}, {-92, 0.915}} {
		channel := mustChannel(t, radio.ChannelOptions{Seed: 2, Path: flat{}, Emitter: radio.Emitter{PowerDBm: c.dBm},
			Receiver: radio.Receiver{Modulation: "dqpsk", NoiseFigureDB: 7, BandwidthHz: 22e6}})
		heard := 0
		for i := range n {
			if channel.Receive(radio.Hop{From: 1, To: 2, ToM: orb.Point{1, 1}, At: slotTime(i)}, 1078) == radio.Heard {
				heard++
			}
		}
		closeTo(t, "share heard", float64(heard)/n, c.success, 0.015)
	}
}
