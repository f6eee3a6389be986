package phy_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
)

// between returns a hop over a distance along a line.
func between(from, to protocol.ID, distanceM float64) radio.Hop {
	return radio.Hop{From: from, To: to, ToM: orb.Point{distanceM, 0}}
}

// The ranges of ns-3's defaults, computed by hand: (16.0206 + S − 46.6777) dB at 30 dB a
// decade.
func TestNs3sDefaultsReachAsFarAsInNs3(t *testing.T) {
	for sensitivity, metres := range map[float64]float64{-101: 221, -91: 103, -82: 51, -62: 11} {
		receiver := radio.DefaultReceiver()
		receiver.SensitivityDBm = sensitivity
		c := mustChannel(t, radio.ChannelOptions{Path: radio.DefaultLogDistance(), Emitter: radio.DefaultEmitter(), Receiver: receiver})
		closeTo(t, "range", c.RangeM(), metres, 0.5)
		inside, outside := between(1, 2, math.Floor(c.RangeM())), between(1, 2, math.Ceil(c.RangeM()))
		if c.Receive(inside, 40) != radio.Heard || !c.Bidirectional(inside) || c.Receive(outside, 40) != radio.Beyond || c.Bidirectional(outside) {
			t.Errorf("heard at %v m: %v; at %v m: %v", inside.ToM[0], c.Receive(inside, 40), outside.ToM[0], c.Receive(outside, 40))
		}
	}
	c := mustChannel(t, radio.ChannelOptions{Path: radio.DefaultLogDistance(), Emitter: radio.DefaultEmitter(), Receiver: radio.DefaultReceiver()})
	if want := time.Duration(738); c.Delay() != want { // 221.204 m / c
		t.Errorf("the delay of the range is %v, want %v", c.Delay(), want)
	}
	closeTo(t, "received at 100 m", c.MeanDBm(between(1, 2, 100)), 16.0206-106.6777, 0.001)
}

func TestALinkOfUnequalPowerCarriesOneWay(t *testing.T) {
	c := mustChannel(t, radio.ChannelOptions{Path: radio.DefaultLogDistance(), Receiver: radio.DefaultReceiver(),
		Emitter: radio.Emitter{PowerDBm: 10, OwnDBm: []float64{20, 0}, GainDB: 1}})
	h := between(1, 2, 200)
	if !c.Carries(h) || c.Carries(phy.Reversed(h)) || c.Bidirectional(h) || c.Receive(phy.Reversed(h), 1) != radio.Beyond {
		t.Error("20 dBm against 0 dBm at 200 m should carry only one way")
	}
	closeTo(t, "node 3 has the common power and two gains", c.MeanDBm(between(3, 1, 1)), 10+2-46.6777, 0.001)
	closeTo(t, "node 1 has its own", c.MeanDBm(between(1, 3, 1)), 20+2-46.6777, 0.001)

	spread := mustChannel(t, radio.ChannelOptions{Seed: 8, Path: flat{}, Receiver: radio.DefaultReceiver(),
		Emitter: radio.Emitter{PowerDBm: 10, SpreadDB: 6}})
	var powers []float64
	for id := range protocol.ID(20_000) {
		powers = append(powers, spread.MeanDBm(between(id+1, 70_000, 1)))
	}
	mean, sd, kurtosis := moments(powers) // uniform: 6/√12, and −1.2
	closeTo(t, "mean power", mean, 10, 0.05)
	closeTo(t, "its deviation", sd, 1.732, 0.03)
	closeTo(t, "its kurtosis", kurtosis, -1.2, 0.03)
}

// A frame on a link may be lost by a fade. On a path that is no link it may be received by
// chance; otherwise it is out of range.
func TestFadesChangeReceptions(t *testing.T) {
	c := mustChannel(t, radio.ChannelOptions{Seed: 4, Path: radio.DefaultLogDistance(), Fading: radio.Rayleigh(),
		Emitter: radio.DefaultEmitter(), Receiver: radio.DefaultReceiver()})
	const n = 50_000
	for distance, want := range map[float64]struct {
		heard, spoilt, beyond float64
	}{
		// The probability that Rayleigh's power is above a·mean is exp(−a), a =
		// (d/221.2)^3.
		100: {math.Exp(-0.0924), 1 - math.Exp(-0.0924), 0},
		220: {math.Exp(-0.9838), 1 - math.Exp(-0.9838), 0},
		300: {math.Exp(-2.4945), 0, 1 - math.Exp(-2.4945)},
	} {
		var count [3]float64
		for i := range n {
			h := between(1, 2, distance)
			h.At = slotTime(i)
			count[c.Receive(h, 100)] += 1.0 / n
		}
		closeTo(t, "share heard", count[radio.Heard], want.heard, 0.012)
		closeTo(t, "share spoilt", count[radio.Spoilt], want.spoilt, 0.012)
		closeTo(t, "share not noticed", count[radio.Beyond], want.beyond, 0.012)
	}
}

// Nobody receives a frame beyond the reach, whatever the shadows and fades. A node that
// receives one has the power for it.
func TestNobodyHearsBeyondTheReach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := radio.ChannelOptions{
			Seed:      rapid.Uint64().Draw(t, "seed"),
			Path:      rapid.SampledFrom([]radio.PathLoss{radio.DefaultLogDistance(), radio.DefaultFriis(), radio.DefaultTwoRay(), radio.DefaultThreeLogDistance()}).Draw(t, "path"),
			Shadowing: radio.Shadowing{SigmaDB: rapid.SampledFrom([]float64{0, 4, 8}).Draw(t, "sigma"), CorrelationM: 20},
			Fading:    rapid.SampledFrom([]radio.Fading{{}, radio.Rayleigh()}).Draw(t, "fading"),
			Emitter:   radio.Emitter{PowerDBm: rapid.Float64Range(-10, 20).Draw(t, "power"), SpreadDB: 3},
			Receiver:  radio.Receiver{Modulation: rapid.SampledFrom(phy.Modulations()).Draw(t, "modulation"), SensitivityDBm: -85, NoiseFigureDB: 7, BandwidthHz: 1e6},
		}
		c, err := phy.NewChannel(o, phy.Site{})
		if err != nil {
			t.Fatal(err)
		}
		if c.RangeM() > c.ReachM() {
			t.Fatalf("range %v m, reach %v m", c.RangeM(), c.ReachM())
		}
		for i := range 200 {
			h := between(1, protocol.ID(2+i), c.ReachM()*(0.2+float64(i)/150))
			h.At = slotTime(i)
			got := c.Receive(h, 40)
			if got != radio.Beyond && h.ToM[0] > c.ReachM() {
				t.Fatalf("heard at %v m, reach %v m", h.ToM[0], c.ReachM())
			}
			if o.Receiver.Modulation == radio.Threshold && h.ToM[0] <= c.ReachM() && (got == radio.Heard) != (c.ReceivedDBm(h) >= -85) {
				t.Fatalf("%v at %v dBm", got, c.ReceivedDBm(h))
			}
			if got == radio.Spoilt && !c.Carries(h) {
				t.Fatal("spoilt without a link")
			}
		}
	})
}

func TestInvalidChannelsAreRefused(t *testing.T) {
	for want, change := range map[string]func(*radio.ChannelOptions){
		"exactly one of path":        func(o *radio.ChannelOptions) { o.Path = nil },
		"sigma must be":              func(o *radio.ChannelOptions) { o.Shadowing.SigmaDB = -1 },
		"correlation must be":        func(o *radio.ChannelOptions) { o.Shadowing.CorrelationM = 1e-9 },
		"coherence must not":         func(o *radio.ChannelOptions) { o.Shadowing.Coherence = -1 },
		"shape must be":              func(o *radio.ChannelOptions) { o.Fading.Shapes[1] = 0.1 },
		"fading distances must rise": func(o *radio.ChannelOptions) { o.Fading = radio.Nakagami(); o.Fading.DistancesM[1] = 1 },
		"fading slot must be":        func(o *radio.ChannelOptions) { o.Fading = radio.Nakagami(); o.Fading.Slot = 0 },
		"power must be":              func(o *radio.ChannelOptions) { o.Emitter.OwnDBm = []float64{math.NaN()} },
		"gain must be":               func(o *radio.ChannelOptions) { o.Emitter.GainDB = 1e9 },
		"spread of power must be":    func(o *radio.ChannelOptions) { o.Emitter.SpreadDB = -1 },
		"sensitivity must be":        func(o *radio.ChannelOptions) { o.Receiver.SensitivityDBm = math.Inf(-1) },
		"noise figure must be":       func(o *radio.ChannelOptions) { o.Receiver = radio.Receiver{Modulation: "dbpsk", NoiseFigureDB: -1} },
		"bandwidth must be":          func(o *radio.ChannelOptions) { o.Receiver = radio.Receiver{Modulation: "dbpsk"} },
		"no modulation \"am\"":       func(o *radio.ChannelOptions) { o.Receiver = radio.Receiver{Modulation: "am", BandwidthHz: 1} },
		"no node hears another":      func(o *radio.ChannelOptions) { o.Emitter.PowerDBm = -60 },
		"exponent must be above 0":   func(o *radio.ChannelOptions) { o.Path = radio.LogDistance{ReferenceDistanceM: 1} },
	} {
		o := radio.ChannelOptions{Path: radio.DefaultLogDistance(), Emitter: radio.DefaultEmitter(), Receiver: radio.DefaultReceiver()}
		change(&o)
		if _, err := phy.NewChannel(o, phy.Site{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func closeTo(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %v, want %v within %v", what, got, want, within)
	}
}

func slotTime(slot int) protocol.Time { return protocol.Time(slot) * 1_000_000 }
