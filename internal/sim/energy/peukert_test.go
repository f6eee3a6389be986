package energy_test

import (
	"math"
	"testing"
	"time"

	"bellwether/internal/sim/energy"
)

// The battery of the textbook: 100 Ah at the rate of 20 h, exponent 1.2. It gives 10 A for
// 8.7 h, which are 87 Ah. Here in joules, at one volt.
func TestPeukertOfTheTextbook(t *testing.T) {
	b := energy.Peukert{Exponent: 1.2, Rated: 20 * time.Hour}
	const capacityJ = 100 * 3600
	for _, c := range []struct{ amperes, hours float64 }{{10, 8.7055}, {5, 20}, {20, 3.7893}, {1, 137.97}} {
		p := b.Drain(energy.Profile{IdleW: c.amperes}, capacityJ)
		if hours := capacityJ / p.IdleW / 3600; math.Abs(hours-c.hours) > 1e-4*c.hours {
			t.Errorf("%v A last %v h, want %v", c.amperes, hours, c.hours)
		}
	}
	linear := energy.Peukert{Exponent: 1, Rated: time.Hour}.Drain(energy.Profile{TxW: 0.5, SleepW: 0.25}, 7)
	if linear != (energy.Profile{TxW: 0.5, SleepW: 0.25}) {
		t.Errorf("an exponent of 1 is not linear: %+v", linear)
	}
}

func TestInvalidBatteriesAreRefused(t *testing.T) {
	for _, err := range []error{
		energy.Peukert{Exponent: 0.9, Rated: time.Hour}.Validate(), energy.Peukert{Exponent: math.NaN(), Rated: time.Hour}.Validate(),
		energy.Peukert{Exponent: 1.1}.Validate(), energy.Sun{Day: 1, Set: 1}.Validate(),
		energy.Sun{Day: time.Hour, Rise: 2, Set: 1}.Validate(), energy.Sun{PeakW: math.Inf(1), Day: time.Hour, Set: 1}.Validate(),
		energy.Sun{Day: time.Hour, Set: 2 * time.Hour}.Validate(),
	} {
		if err == nil {
			t.Error("accepted")
		}
	}
	if err := (energy.Sun{PeakW: 1, Day: time.Hour, Set: time.Hour}).Validate(); err != nil {
		t.Error(err)
	}
}
