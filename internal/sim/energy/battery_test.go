package energy_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/sim/energy"
)

// kibam is a kind of battery that is not in the package. It has two wells: the first has a
// share c of the charge and feeds the load, and the second feeds the first (Manwell and
// McGowan 1993).
type kibam struct{ c, rate float64 } // rate is k′, per second

func (kibam) Validate() error                                  { return nil }
func (kibam) Drain(p energy.Profile, _ float64) energy.Profile { return p }
func (b kibam) Terms() energy.Terms                            { return energy.Terms{{Weight: (1 - b.c) / b.c, Rate: b.rate}} }
func (b kibam) firstWell(capacityJ, powerW, seconds float64) float64 { // the paper's (6)
	e := math.Exp(-b.rate * seconds)
	return capacityJ*b.c*e + (capacityJ*b.rate*b.c-powerW)*(1-e)/b.rate - powerW*b.c*(b.rate*seconds-1+e)/b.rate
}

// TestTwoWellsAreOneTerm: a battery of two wells, written as one term, lasts until its
// first well is empty.
func TestTwoWellsAreOneTerm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := kibam{c: rapid.Float64Range(0.1, 1).Draw(t, "c"), rate: rapid.Float64Range(1e-4, 1).Draw(t, "rate")}
		const capacityJ = 1000
		powerW := rapid.Float64Range(0.1, 20).Draw(t, "power")
		lasts := energy.Lifetime(b, energy.Profile{IdleW: powerW}, capacityJ).Seconds()
		if before, after := b.firstWell(capacityJ, powerW, lasts-0.01), b.firstWell(capacityJ, powerW, lasts+0.01); before < 0 || after > 0 {
			t.Fatalf("lasts %v s; the first well has %v J 10 ms before, and %v J 10 ms after", lasts, before, after)
		}
	})
}

// TestLifetimesOfTheOthers: the lifetime of a linear battery is charge over power, that of
// Peukert's follows its law.
func TestLifetimesOfTheOthers(t *testing.T) {
	p := energy.Profile{IdleW: 2}
	peukert := energy.Peukert{Exponent: 1.5, Rated: 100 * time.Second}
	for _, c := range []struct {
		battery energy.Battery
		lasts   time.Duration
	}{{energy.Linear{}, 25 * time.Second}, {peukert, 12500 * time.Millisecond}} { // 100 s·(50 J/(2 W·100 s))^1.5
		if got := energy.Lifetime(c.battery, p, 50); (got - c.lasts).Abs() > time.Microsecond {
			t.Errorf("%#v lasts %v, want %v", c.battery, got, c.lasts)
		}
		if got := energy.Lifetime(c.battery, energy.Profile{}, 50); got != math.MaxInt64 {
			t.Errorf("%#v unused lasts %v", c.battery, got)
		}
		if err := c.battery.Validate(); err != nil {
			t.Error(err)
		}
	}
}
