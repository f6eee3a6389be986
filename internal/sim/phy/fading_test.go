package phy_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
)

// fades draws the power of n frames about a mean of 1, on one link at a distance.
func fades(t *testing.T, f radio.Fading, distanceM float64, n int) []float64 {
	c := mustChannel(t, radio.ChannelOptions{Seed: 9, Path: flat{}, Fading: f, Receiver: radio.DefaultReceiver()})
	out := make([]float64, n)
	for i := range out {
		h := radio.Hop{From: 1, To: 2, ToM: orb.Point{distanceM, 0}, At: slotTime(i)}
		out[i] = math.Pow(10, c.ReceivedDBm(h)/10)
		if c.MeanDBm(h) != 0 {
			t.Fatalf("a fade moves the mean to %v dBm", c.MeanDBm(h))
		}
	}
	return out
}

// The received power with Nakagami's m has a Gamma distribution: mean 1, variance 1/m,
// skewness 2/√m.
func TestNakagamiHasItsMoments(t *testing.T) {
	const n = 400_000
	for i, m := range []float64{0.5, 0.75, 1, 1.5, 4, 30} {
		if testing.Short() && i%3 != 0 {
			continue
		}
		xs := fades(t, radio.Fading{Shapes: [3]float64{m, m, m}, Slot: radio.DefaultSlot}, 10, n)
		mean, sd, _ := moments(xs)
		third := 0.0
		for _, x := range xs {
			third += math.Pow((x-mean)/sd, 3) / n
		}
		closeTo(t, "mean power", mean, 1, 0.01)
		// At m = 0.5 the cap of 10 dB reduces the variance by about 4 %.
		closeTo(t, "variance times m", sd*sd*m, 1, 0.02+0.02/m)
		closeTo(t, "skewness", third, 2/math.Sqrt(m), 0.1+0.25/m)
	}
}

// Rayleigh's power is exponential. The limit of the greatest difference between the two
// distribution functions is that of Kolmogorov and Smirnov, 1.95/√n, which is exceeded
// once in a thousand tests.
func TestRayleighIsExponential(t *testing.T) {
	const n = 100_000
	xs := fades(t, radio.Rayleigh(), 10, n)
	slices.Sort(xs)
	worst := 0.0
	for i, x := range xs {
		worst = max(worst, math.Abs((float64(i)+0.5)/n-(1-math.Exp(-x))))
	}
	// The steps of the table are 1/128 of the distribution at its middle.
	if limit := 1.95/math.Sqrt(n) + 1.0/256; worst > limit {
		t.Errorf("the distributions differ by %.4f, at most %.4f", worst, limit)
	}
}

func TestNakagamiChoosesItsShapeByDistance(t *testing.T) {
	for distance, m := range map[float64]float64{79: 1.5, 81: 0.75, 201: 0.75} {
		_, sd, _ := moments(fades(t, radio.Nakagami(), distance, 100_000))
		closeTo(t, "variance times m", sd*sd*m, 1, 0.04)
	}
}

func TestAFadeHoldsForASlotAndBothWays(t *testing.T) {
	f := radio.Rayleigh()
	f.Slot = 5 * time.Millisecond
	c := mustChannel(t, radio.ChannelOptions{Seed: 9, Path: flat{}, Fading: f, Receiver: radio.DefaultReceiver()})
	same := 0
	for i := range 10_000 {
		h := radio.Hop{From: protocol.ID(i%7 + 1), To: 99, ToM: orb.Point{30, 0}, At: protocol.Time(i) * 5_000_000}
		later, back, next := h, phy.Reversed(h), h
		later.At += 4_999_999
		next.At += 5_000_000
		if got := c.ReceivedDBm(h); got != c.ReceivedDBm(later) || got != c.ReceivedDBm(back) {
			t.Fatalf("%+v: %v dBm, later %v, back %v", h, got, c.ReceivedDBm(later), c.ReceivedDBm(back))
		}
		if c.ReceivedDBm(h) == c.ReceivedDBm(next) {
			same++
		}
	}
	if same > 200 { // of 2560 ranks, the fades of two slots seldom have the same
		t.Errorf("%d of 10 000 fades equal the fade of the slot before", same)
	}
}
