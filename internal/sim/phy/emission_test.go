package phy

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/radio"
)

// anyChannel draws a channel of any model, with most options in use.
func anyChannel(t *rapid.T) *Channel {
	paths := []radio.PathLoss{radio.DefaultLogDistance(), radio.DefaultFriis(), radio.DefaultTwoRay(), radio.DefaultThreeLogDistance()}
	o := radio.ChannelOptions{
		Seed:    rapid.Uint64().Draw(t, "seed"),
		Emitter: radio.Emitter{PowerDBm: rapid.Float64Range(-5, 20).Draw(t, "power"), SpreadDB: rapid.SampledFrom([]float64{0, 3}).Draw(t, "spread")},
		Receiver: radio.Receiver{Modulation: rapid.SampledFrom([]radio.Modulation{radio.Threshold, dqpsk, chirp}).Draw(t, "modulation"),
			SensitivityDBm: -90, NoiseFigureDB: 7, BandwidthHz: 1e6},
		Shadowing: radio.Shadowing{SigmaDB: rapid.SampledFrom([]float64{0, 4, 8}).Draw(t, "sigma"),
			CorrelationM: rapid.SampledFrom([]float64{0, 3, 40}).Draw(t, "correlation"),
			Coherence:    rapid.SampledFrom([]time.Duration{0, time.Second}).Draw(t, "coherence")},
		Fading: rapid.SampledFrom([]radio.Fading{{}, radio.Rayleigh(), radio.Nakagami()}).Draw(t, "fading"),
	}
	if rapid.Bool().Draw(t, "own power") {
		o.Emitter.OwnDBm = []float64{20, -5, 12.3456}
	}
	if rapid.Bool().Draw(t, "walls") {
		square := orb.Polygon{{{40, -60}, {90, -60}, {90, 60}, {40, 60}, {40, -60}}}
		o.Obstacles = []radio.Obstacle{{Outline: square, WallDB: 9}}
	}
	if path := rapid.IntRange(0, len(paths)).Draw(t, "path"); path < len(paths) {
		o.Path = paths[path]
	} else {
		o.Matrix = anyMatrix()
	}
	c, err := NewChannel(o, Site{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func anyMatrix() (entries []radio.Entry) {
	for from := range protocol.ID(9) {
		for to := range protocol.ID(9) {
			if from != to {
				entries = append(entries, radio.Entry{From: from + 1, To: to + 1, LossDB: 70 + float64(5*(from+to))})
			}
		}
	}
	return entries
}

// anyHop draws a hop of any length up to a little beyond the reach. Positions, IDs and
// instants come from a generator of their own, since rapid's are small or extreme.
func anyHop(rng *rand.Rand, reachM float64) radio.Hop {
	h := radio.Hop{From: protocol.ID(rng.IntN(9) + 1), To: protocol.ID(rng.IntN(9) + 1), At: protocol.Time(rng.Int64N(1e13))}
	h.FromM = orb.Point{rng.NormFloat64() * 1000, rng.NormFloat64() * 1000}
	angle, far := rng.Float64()*2*math.Pi, min(reachM, 1e5)*1.05*math.Sqrt(rng.Float64())
	if rng.IntN(20) == 0 {
		far = 0
	}
	h.ToM = orb.Point{h.FromM[0] + far*math.Cos(angle), h.FromM[1] + far*math.Sin(angle)}
	return h
}

// TestFramesFareAsByThePlainFormula: what is computed once for all hops of a frame, read
// from a table, or cut short, changes the speed and no result.
func TestFramesFareAsByThePlainFormula(t *testing.T) {
	if testing.Short() {
		t.Skip("many thousand frames")
	}
	sample.Checks(t, 30)
	var receptions [3]int
	arrivals, spared := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		c := anyChannel(t)
		numbers := radio.DefaultCSMA()
		numbers.SenseDBm = c.LinkDBm()
		m := overChannel(numbers, c)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "hops"), 1))
		for range 300 {
			h, bytes := anyHop(rng, m.ReachM()), 14+rng.IntN(200)
			e := c.Emit(Leaving{h.From, h.FromM, h.FromAltitudeM, h.At, bytes, h.Control})
			want := plainReceive(c, h, bytes)
			if got := e.Receive(h.To, SpotOf(h.ToM, h.ToAltitudeM)); got != want || c.Receive(h, bytes) != want {
				t.Fatalf("%+v of %d bytes: %v, want %v", h, bytes, got, want)
			}
			receptions[want]++
			if e.CannotReach(h.To, 0.99*radio.DistanceSquared(h.FromM, h.ToM)) {
				spared++
				if want != radio.Beyond {
					t.Fatalf("%+v of %d bytes: %v, though it cannot reach that far", h, bytes, want)
				}
			}
			arrival := plainArrive(m, h, bytes)
			e = m.Emit(e.Leaving)
			if got := m.ArriveOf(&e, h.To, SpotOf(h.ToM, h.ToAltitudeM)); got != arrival || m.Arrive(&h, bytes) != arrival {
				t.Fatalf("%+v of %d bytes arrives with %+v, want %+v", h, bytes, got, arrival)
			}
			if arrival.Mean > 0 {
				arrivals++
			}
			near := h.From != h.To && radio.DistanceSquared(h.FromM, h.ToM) <= c.squareM2
			if got, want := c.Carries(h), near && plainMean(c, h) >= c.link; got != want {
				t.Fatalf("%+v carries: %v, want %v", h, got, want)
			}
			if got, want := c.Bidirectional(h), near && min(plainMean(c, h), plainMean(c, reversed(h))) >= c.link; got != want {
				t.Fatalf("%+v linked: %v, want %v", h, got, want)
			}
		}
	})
	least := 100
	if !sample.Whole() {
		least = 20 // 30 checks, or with -short 6
	}
	if min(receptions[radio.Beyond], receptions[radio.Spoilt], receptions[radio.Heard], arrivals, spared) < least {
		t.Errorf("receptions %v, %d arrivals, %d receptions excluded by CannotReach: too few of a kind", receptions, arrivals, spared)
	}
}
