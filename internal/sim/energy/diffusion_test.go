package energy_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/sim/energy"
)

// TestDiffusionAgainstThePublishedLifetimes has the loads of Rakhmatov, Vrudhula and
// Wallach, ISLPED 2002: milliamperes with the minutes from which they apply, and the
// lifetimes in minutes, to a tenth, that their model gives for the Itsy's battery (35 220
// mA·min, β = 0.637) and for their simulated cell (40 375 mA·min, β = 0.273).
func TestDiffusionAgainstThePublishedLifetimes(t *testing.T) {
	type load struct{ from, mA float64 }
	for name, c := range map[string]struct {
		loads      []load
		itsy, cell float64
	}{
		"C1":  {[]load{{0, 628}, {19.5, 0}, {26, 628}}, 55, 36.2},
		"C2":  {[]load{{0, 494.7}, {31, 0}, {41.3, 494.7}}, 73.9, 55.8},
		"C4":  {[]load{{0, 292.3}, {74.6, 0}, {99.5, 292.3}}, 137.8, 124.9},
		"C6":  {[]load{{0, 628}, {19.5, 0}, {29.9, 628}}, 58.9, 41},
		"C7":  {[]load{{0, 628}, {19.5, 0}, {22.1, 628}}, 51.1, 30.8},
		"C10": {[]load{{0, 300}, {0.5, 628}, {5.5, 494.7}, {10.5, 252.3}, {35.5, 234.1}, {60.5, 137.9}, {85.5, 113.9}, {110.5, 265.6}}, 144.3, 132.6},
		"C11": {[]load{{0, 300}, {0.5, 113.9}, {25.5, 137.9}, {50.5, 234.1}, {75.5, 252.3}, {100.5, 494.7}, {105.5, 628}, {110.5, 265.6}}, 144.3, 107.4},
		"C15": {[]load{{0, 222.7}, {50, 204.5}, {100, 108.3}, {150, 84.3}, {200, 222.7}}, 211.4, 209.2},
		"C17": {[]load{{0, 84.3}, {50, 108.3}, {100, 204.5}, {150, 0}, {200, 222.7}}, 261.4, 251.2},
	} {
		for _, battery := range []struct{ capacity, beta, minutes float64 }{{35220, 0.637, c.itsy}, {40375, 0.273, c.cell}} {
			terms, step := energy.Diffusion{Beta: battery.beta}.Terms(), time.Second
			g := make(energy.Gradient, len(terms))
			drawn, died := 0.0, 0.0
			for at := 0.0; died == 0 && at < 400; at += step.Minutes() {
				mA := 0.0
				for _, l := range c.loads {
					if at >= l.from-1e-9 {
						mA = l.mA
					}
				}
				terms.Relax(g, mA/60, step) // mA·min: the unit of time is a minute here
				if drawn += mA * step.Minutes(); drawn+terms.MissingJ(g) >= battery.capacity {
					died = at
				}
			}
			if math.Abs(died-battery.minutes) > 0.11 {
				t.Errorf("%s, β %v: empty after %.2f min, published %.1f", name, battery.beta, died, battery.minutes)
			}
		}
	}
}

// TestDiffusionWithAConstantLoad: after a long constant load the terms are constant, and
// the ten terms withhold 2·P/β²·Σ1/m² = 2·1.549768·P/β².
func TestDiffusionWithAConstantLoad(t *testing.T) {
	lasts := func(beta, capacityJ, powerW float64) time.Duration {
		return energy.Lifetime(energy.Diffusion{Beta: beta}, energy.Profile{IdleW: powerW}, capacityJ)
	}
	want := 10000/2.0 - 2*1.549768*60 // s, for 10 kJ at 2 W
	if got := lasts(1, 10000, 2).Seconds(); math.Abs(got-want) > 0.01 {
		t.Errorf("it lasts %v s, want %v", got, want)
	}
	if got := lasts(100, 10, 2); math.Abs(got.Seconds()-5) > 0.02 {
		t.Errorf("with fast diffusion it lasts %v, a linear one 5 s", got)
	}
	if got := lasts(1, 10, 0); got != math.MaxInt64 {
		t.Errorf("without a load it lasts %v", got)
	}
}

// TestDiffusionLosesNoFasterThanItsBound: this holds from any state, at any power, for any
// span. A battery at rest recovers, and in the end all its charge is available.
func TestDiffusionLosesNoFasterThanItsBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := energy.Diffusion{Beta: rapid.Float64Range(0.01, 10).Draw(t, "beta")}.Terms()
		g := make(energy.Gradient, len(terms))
		power := func(name string) float64 { return rapid.Float64Range(0, 5).Draw(t, name) }
		span := func(name string) time.Duration {
			return time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, name))
		}
		terms.Relax(g, power("former power"), span("former span"))
		g.Draw(power("frame"))
		now, at, later := terms.MissingJ(g), power("power"), span("span")
		bound, foreseen := terms.LossW(g, at), terms.MissingAfterJ(g, at, later)
		terms.Relax(g, at, later)
		if then := terms.MissingJ(g); then != foreseen {
			t.Fatalf("%v J are missing in the end, %v were predicted", then, foreseen)
		}
		if lost := float64(at*later.Seconds()) + foreseen - now; lost > float64(bound*later.Seconds())+1e-5 {
			t.Fatalf("%v J lost in %v, the bound is %v W", lost, later, bound)
		}
		rested := slices.Clone(g)
		terms.Relax(rested, 0, later)
		if terms.MissingJ(rested) > foreseen {
			t.Fatal("at rest more is missing")
		}
		terms.Relax(rested, 0, 1e5*time.Hour)
		if missing := terms.MissingJ(rested); missing > 1e-3 {
			t.Fatalf("after a long rest %v J are missing", missing)
		}
	})
}

func TestDiffusionChecksItsParameter(t *testing.T) {
	for _, beta := range []float64{0, -1, 0.009, 101, math.NaN(), math.Inf(1)} {
		if (energy.Diffusion{Beta: beta}).Validate() == nil {
			t.Errorf("β of %v is accepted", beta)
		}
	}
	if err := (energy.Diffusion{Beta: 0.273}).Validate(); err != nil {
		t.Error(err)
	}
}
