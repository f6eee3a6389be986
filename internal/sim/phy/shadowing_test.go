package phy_test

import (
	"math"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
)

func mustChannel(t testing.TB, o radio.ChannelOptions) *phy.Channel {
	t.Helper()
	return mustChannelAt(t, o, phy.Site{})
}

func mustChannelAt(t testing.TB, o radio.ChannelOptions, s phy.Site) *phy.Channel {
	t.Helper()
	c, err := phy.NewChannel(o, s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// flat has no loss over any distance, so that only the rest is measured.
type flat struct{}

func (flat) LossDB(distanceM float64) float64 { return max(0, distanceM-1e5) }
func (flat) Validate() error                  { return nil }

func shadowed(t testing.TB, seed uint64, s radio.Shadowing) *phy.Channel {
	return mustChannel(t, radio.ChannelOptions{Seed: seed, Path: flat{}, Shadowing: s, Receiver: radio.DefaultReceiver()})
}

// moments returns mean, standard deviation and excess kurtosis.
func moments(xs []float64) (mean, sd, kurtosis float64) {
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	second, fourth := 0.0, 0.0
	for _, x := range xs {
		d := (x - mean) * (x - mean)
		second += d / float64(len(xs))
		fourth += d * d / float64(len(xs))
	}
	return mean, math.Sqrt(second), fourth/(second*second) - 3
}

func TestShadowingIsNormalOverPairs(t *testing.T) {
	c := shadowed(t, 3, radio.Shadowing{SigmaDB: 6, CorrelationM: 20})
	var xs []float64
	within := 0
	for a := protocol.ID(1); a <= 300; a++ {
		for b := a + 1; b <= 300; b++ {
			x := c.MeanDBm(radio.Hop{From: a, To: b, FromM: orb.Point{float64(a), 3}, ToM: orb.Point{float64(b), 70}})
			xs = append(xs, x)
			if math.Abs(x) <= 6 {
				within++
			}
		}
	}
	// 44 850 draws: the standard error is 0.03 dB for the mean, 0.02 for the deviation
	// and 0.023 for the kurtosis. The kurtosis of a sum of 16 uniform numbers is −0.08,
	// and a little less with the cap at three deviations.
	mean, sd, kurtosis := moments(xs)
	closeTo(t, "mean", mean, 0, 0.15)
	closeTo(t, "standard deviation", sd, 6, 0.12)
	closeTo(t, "excess kurtosis", kurtosis, -0.13, 0.12)
	closeTo(t, "share within one deviation", float64(within)/float64(len(xs)), 0.6827, 0.012)
	for _, x := range xs {
		if math.Abs(x) > 18 {
			t.Fatalf("%v dB are beyond three deviations", x)
		}
	}
}

// Gudmundson's exponential: for one end that moves in any direction, for the other end,
// and less for both.
func TestShadowingDecorrelatesWithDistance(t *testing.T) {
	const sigma, d = 6.0, 25.0
	c := shadowed(t, 4, radio.Shadowing{SigmaDB: sigma, CorrelationM: d})
	correlation := func(moved float64, ends int) float64 {
		sum, n := 0.0, 0
		for pair := range protocol.ID(20_000) {
			angle := float64(pair) * 2.399963 // by the golden angle
			h := radio.Hop{From: 2*pair + 1, To: 2*pair + 2, FromM: orb.Point{-40, 1000}, ToM: orb.Point{777, -30}}
			before := c.MeanDBm(h)
			step := orb.Point{moved * math.Cos(angle), moved * math.Sin(angle)}
			h.ToM = orb.Point{h.ToM[0] + step[0], h.ToM[1] + step[1]}
			if ends == 2 {
				h.FromM = orb.Point{h.FromM[0] - step[0], h.FromM[1] - step[1]}
			}
			sum += before * c.MeanDBm(h)
			n++
		}
		return sum / float64(n) / (sigma * sigma)
	}
	// The standard error of 20 000 pairs is 0.007; the layers follow the exponential
	// within 0.013.
	for _, times := range []float64{0, 0.1, 0.25, 0.5, 1, 2, 3, 5} {
		closeTo(t, "correlation after "+time.Duration(times*1e9).String()+" of D", correlation(times*d, 1), math.Exp(-times), 0.045)
	}
	closeTo(t, "correlation when both ends move half of D", correlation(d/2, 2), math.Exp(-1), 0.06)
}

func TestShadowingIsOnePerPair(t *testing.T) {
	fixed := shadowed(t, 5, radio.Shadowing{SigmaDB: 6})
	renewed := shadowed(t, 5, radio.Shadowing{SigmaDB: 6, CorrelationM: 20, Coherence: time.Minute})
	rapid.Check(t, func(t *rapid.T) {
		point := func(name string) orb.Point {
			return orb.Point{rapid.Float64Range(-1e4, 1e4).Draw(t, name+" x"), rapid.Float64Range(-1e4, 1e4).Draw(t, name+" y")}
		}
		id := rapid.Uint32Range(1, 1000)
		h := radio.Hop{From: protocol.ID(id.Draw(t, "from")), FromM: point("from"), ToM: point("to"),
			At: protocol.Time(rapid.Int64Range(0, 1e14).Draw(t, "at"))}
		h.To = h.From + protocol.ID(id.Draw(t, "to"))
		for _, c := range []*phy.Channel{fixed, renewed} {
			if c.MeanDBm(h) != c.MeanDBm(phy.Reversed(h)) {
				t.Fatalf("%+v: one way %v, back %v", h, c.MeanDBm(h), c.MeanDBm(phy.Reversed(h)))
			}
		}
		elsewhere := h
		elsewhere.FromM, elsewhere.At = point("elsewhere"), 77
		if fixed.MeanDBm(h) != fixed.MeanDBm(elsewhere) {
			t.Fatalf("%+v: without correlation nor coherence a shadow is fixed", h)
		}
	})
	changes, minutes := 0, 2000
	h := radio.Hop{From: 1, To: 2, ToM: orb.Point{30, 40}}
	last := renewed.MeanDBm(h)
	for s := range 60 * minutes {
		h.At = protocol.Time(time.Duration(s) * time.Second)
		if now := renewed.MeanDBm(h); now != last {
			changes, last = changes+1, now
		}
	}
	if changes < minutes-10 || changes > minutes {
		t.Errorf("%d changes in %d coherence times", changes, minutes)
	}
}
