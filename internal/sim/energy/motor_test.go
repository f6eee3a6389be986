package energy_test

import (
	"math"
	"testing"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/sim/energy"
	"bellwether/mobility"
)

// at is level flight at a speed.
func at(speed float64) mobility.Leg {
	return mobility.Leg{AltitudeM: 100, Velocity: orb.Point{speed * 0.6, -speed * 0.8}}
}

// Zeng, Xu and Zhang 2019, §II: the drone of table I flies for longest at 10.2 m/s, and
// farthest at 18.3 m/s; table I's P0 and Pi follow from its weight and rotors.
func TestTheDroneOfThePaper(t *testing.T) {
	w := energy.DefaultRotaryWing()
	longest, farthest := 0.0, 0.0
	for v := 0.1; v < 60; v += 0.01 {
		if w.PowerW(at(v)) < w.PowerW(at(longest)) {
			longest = v
		}
		if farthest == 0 || w.PowerW(at(v))/v < w.PowerW(at(farthest))/farthest {
			farthest = v
		}
	}
	if math.Abs(longest-10.2) > 0.05 || math.Abs(farthest-18.3) > 0.05 {
		t.Errorf("it flies for longest at %.2f m/s, farthest at %.2f, and the paper has 10.2 and 18.3", longest, farthest)
	}
	const omega, radius, delta, k = 300.0, 0.4, 0.012, 0.1
	p0 := delta / 8 * w.AirKgPerM3 * w.Solidity * w.DiscM2 * math.Pow(omega*radius, 3)
	pi := (1 + k) * math.Pow(w.WeightN, 1.5) / math.Sqrt(2*w.AirKgPerM3*w.DiscM2)
	if math.Abs(p0-w.BladeW) > 0.01 || math.Abs(pi-w.InducedW) > 0.01 {
		t.Errorf("P0 and Pi are %.3f and %.3f W, by weight and rotors %.3f and %.3f", w.BladeW, w.InducedW, p0, pi)
	}
}

// The form with fewer roots is eq. (12) as printed.
func TestRotaryWingIsEquation12(t *testing.T) {
	w := energy.DefaultRotaryWing()
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(0, 60).Draw(t, "speed")
		want := w.BladeW*(1+3*v*v/(w.TipMPS*w.TipMPS)) +
			w.InducedW*math.Sqrt(math.Sqrt(1+math.Pow(v, 4)/(4*math.Pow(w.InducedMPS, 4)))-v*v/(2*w.InducedMPS*w.InducedMPS)) +
			0.5*w.DragRatio*w.AirKgPerM3*w.Solidity*w.DiscM2*math.Pow(v, 3)
		if got := w.PowerW(at(v)); math.Abs(got-want) > 1e-8*want {
			t.Fatalf("%v m/s take %v W, want %v", v, got, want)
		}
		up := at(v)
		up.ClimbMPS = rapid.Float64Range(-9, 9).Draw(t, "climb")
		if got, want := w.PowerW(up)-w.PowerW(at(v)), 20*max(up.ClimbMPS, 0); math.Abs(got-want) > 1e-9*(1+want) {
			t.Fatalf("a climb of %v m/s takes %v W, want the weight times it, %v", up.ClimbMPS, got, want)
		}
	})
	if landed := w.PowerW(mobility.Leg{}); landed != 0 {
		t.Errorf("on the ground it takes %v W", landed)
	}
}
