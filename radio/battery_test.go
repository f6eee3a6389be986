package radio_test

import (
	"math"
	"testing"
	"time"

	"bellwether/radio"
)

// The textbook's battery: 100 Ah at the rate of 20 h, exponent 1.2, gives 10 A
// for 8.7 h and so 87 Ah. Here in joules of one volt.
func TestPeukertOfTheTextbook(t *testing.T) {
	b := radio.Peukert{Exponent: 1.2, Rated: 20 * time.Hour}
	const capacityJ = 100 * 3600
	for _, c := range []struct{ amperes, hours float64 }{{10, 8.7055}, {5, 20}, {20, 3.7893}, {1, 137.97}} {
		p := b.Drain(radio.Profile{IdleW: c.amperes}, capacityJ)
		if hours := capacityJ / p.IdleW / 3600; math.Abs(hours-c.hours) > 1e-4*c.hours {
			t.Errorf("%v A last %v h, want %v", c.amperes, hours, c.hours)
		}
	}
	linear := radio.Peukert{Exponent: 1, Rated: time.Hour}.Drain(radio.Profile{TxW: 0.5, SleepW: 0.25}, 7)
	if linear != (radio.Profile{TxW: 0.5, SleepW: 0.25}) {
		t.Errorf("an exponent of 1 is not linear: %+v", linear)
	}
}

// A half sine from 6 to 18 h has its peak at noon, half of it two hours after
// sunrise (sin 30°), nothing by night, and gives peak·12 h·2/π in all.
func TestASunnyDay(t *testing.T) {
	s := radio.Sun{PeakW: 2, Day: 24 * time.Hour, Rise: 6 * time.Hour, Set: 18 * time.Hour}
	at := func(hour float64) float64 { return s.PowerW(int64(hour * 12)) }
	for _, c := range []struct{ hour, low, high float64 }{
		{12, 1.9998, 2}, {8, 1, 1.04}, {15.95, 1, 1.04}, {0, 0, 0}, {5.9, 0, 0}, {18.1, 0, 0}, {23.9, 0, 0}, {24 + 12, 1.9998, 2},
	} {
		if got := at(c.hour); got < c.low || got > c.high {
			t.Errorf("at %v h the sun gives %v W, want %v to %v", c.hour, got, c.low, c.high)
		}
	}
	sum := 0.0
	for n := range int64(radio.SunSteps) {
		sum += s.PowerW(n) * s.Step().Seconds()
	}
	if want := 2 * 12 * 3600 * 2 / math.Pi; math.Abs(sum-want) > 1e-4*want {
		t.Errorf("a day gives %v J, want %v", sum, want)
	}
}

func TestBatteriesThatMakeNoSense(t *testing.T) {
	for _, err := range []error{
		radio.Peukert{Exponent: 0.9, Rated: time.Hour}.Validate(), radio.Peukert{Exponent: math.NaN(), Rated: time.Hour}.Validate(),
		radio.Peukert{Exponent: 1.1}.Validate(), radio.Sun{Day: 1, Set: 1}.Validate(),
		radio.Sun{Day: time.Hour, Rise: 2, Set: 1}.Validate(), radio.Sun{PeakW: math.Inf(1), Day: time.Hour, Set: 1}.Validate(),
		radio.Sun{Day: time.Hour, Set: 2 * time.Hour}.Validate(),
	} {
		if err == nil {
			t.Error("taken")
		}
	}
	if err := (radio.Sun{PeakW: 1, Day: time.Hour, Set: time.Hour}).Validate(); err != nil {
		t.Error(err)
	}
}
