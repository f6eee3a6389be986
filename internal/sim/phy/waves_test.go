package phy

import (
	"math"
	"testing"
	"time"

	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/radio"
)

const dopplerHz = 50.0

// rayleighWaves is the process of a seed at dopplerHz.
func rayleighWaves(seed uint64) *waves {
	o := radio.Rayleigh()
	o.DopplerHz = dopplerHz
	return newFader(o, seed).waves
}

// Clarke: E[Y(t)·Y*(t+τ)] = J0(2π·f·τ).
func TestFadesCorrelateAsClarkeSays(t *testing.T) {
	w := rayleighWaves(1)
	const pairs, at = 10_000, protocol.Time(1234 * time.Millisecond)
	for _, periods := range []float64{0, 0.1, 0.25, 0.3827, 0.6, 1, 2.5} { // 0.3827: the first zero of J0
		re, im, power := 0.0, 0.0, 0.0
		for pair := range uint64(pairs) {
			a, b := w.at(pair, at)
			c, d := w.at(pair, at+protocol.Time(periods/dopplerHz*1e9))
			re, im, power = re+a*c+b*d, im+b*c-a*d, power+a*a+b*b
		}
		want := math.J0(2 * math.Pi * periods)
		if math.Abs(re/pairs-want) > 0.02 || math.Abs(im/pairs) > 0.02 || math.Abs(power/pairs-1) > 0.03 {
			t.Errorf("after %v periods: %.4f%+.4fi, want %.4f; power %.4f", periods, re/pairs, im/pairs, want, power/pairs)
		}
	}
}

// S. O. Rice, "Mathematical analysis of random noise", 1944/45, for the envelope of Clarke's
// process: it falls below ρ times its effective value √(2π)·f·ρ·exp(−ρ²) times a second, for
// (exp(ρ²) − 1)/(ρ·f·√(2π)) on average.
func TestFadesCrossLevelsAsRiceSays(t *testing.T) {
	w := rayleighWaves(2)
	const step, span = 100 * time.Microsecond, 2 * time.Second
	pairs := sample.Of(30, 60)
	levels := []float64{-20, -10, -3, 0, 3}
	squares, falls, below := make([]float64, len(levels)), make([]int, len(levels)), make([]int, len(levels))
	for i, dB := range levels {
		squares[i] = math.Pow(10, dB/10)
	}
	for pair := range uint64(pairs) {
		was := 0.0
		for at := protocol.Time(0); at < protocol.Time(span); at += protocol.Time(step) {
			re, im := w.at(pair, at)
			is := re*re + im*im
			for i, square := range squares {
				if is < square {
					below[i]++
				}
				if is < square && was >= square {
					falls[i]++
				}
			}
			was = is
		}
	}
	for i, dB := range levels {
		rho := math.Pow(10, dB/20)
		rate, lasts := float64(falls[i])/(float64(pairs)*span.Seconds()), float64(below[i])*step.Seconds()/float64(falls[i])
		wantRate := math.Sqrt(2*math.Pi) * dopplerHz * rho * math.Exp(-rho*rho)
		wantLasts := (math.Exp(rho*rho) - 1) / (rho * dopplerHz * math.Sqrt(2*math.Pi))
		if math.Abs(rate/wantRate-1) > 0.08 || math.Abs(lasts/wantLasts-1) > 0.08 {
			t.Errorf("%v dB: %.2f falls a second of %.5f s, want %.2f of %.5f", dB, rate, lasts, wantRate, wantLasts)
		}
	}
}

// A fade with a Doppler frequency has the distribution of its shape: mean 1 and variance 1/m.
func TestFadesWithDopplerHaveTheirShape(t *testing.T) {
	for _, m := range []float64{0.75, 1, 3} {
		f := newFader(radio.Fading{Shapes: [3]float64{m, m, m}, DistancesM: [2]float64{80, 200}, Slot: 1, DopplerHz: dopplerHz}, 3)
		sum, squares := 0.0, 0.0
		const pairs = 50_000
		for pair := range uint64(pairs) {
			x := math.Pow(10, level(f.of(pair, uint64(7*time.Second), 1).gain).dB()/10)
			sum, squares = sum+x, squares+x*x
		}
		mean := sum / pairs
		if variance := squares/pairs - mean*mean; math.Abs(mean-1) > 0.02 || math.Abs(variance*m-1) > 0.08 {
			t.Errorf("m = %v: mean %.4f, variance %.4f, want 1 and %.4f", m, mean, variance, 1/m)
		}
	}
}

// Both directions of a link fade alike, frames at one instant too, and a fade lasts: within a
// hundredth of a period it changes little, after many periods it is another.
func TestFadesWithDopplerLast(t *testing.T) {
	o := radio.ChannelOptions{Seed: 4, Path: radio.DefaultLogDistance(), Emitter: radio.DefaultEmitter(), Receiver: radio.DefaultReceiver(), Fading: radio.Rayleigh()}
	o.Fading.DopplerHz = dopplerHz
	c, err := NewChannel(o, Site{})
	if err != nil {
		t.Fatal(err)
	}
	at := func(d time.Duration) float64 {
		h := radio.Hop{From: 1, To: 2, ToM: [2]float64{50, 0}, At: protocol.Time(time.Second + d)}
		if there, back := c.ReceivedDBm(h), c.ReceivedDBm(reversed(h)); there != back {
			t.Errorf("%v there, %v back", there, back)
		}
		return c.ReceivedDBm(h)
	}
	near, far := 0.0, 0.0
	for k := range 100 {
		d := time.Duration(k) * 137 * time.Millisecond
		near += math.Abs(at(d)-at(d+200*time.Microsecond)) / 100
		far += math.Abs(at(d)-at(d+731*time.Millisecond)) / 100
	}
	if near > 1 || far < 3 {
		t.Errorf("within 0.2 ms a fade changes by %.2f dB, within 0.7 s by %.2f", near, far)
	}
}
