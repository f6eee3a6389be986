package energy_test

import (
	"math"
	"testing"
	"time"

	"bellwether/internal/sim/energy"
)

// A half sine from 6 to 18 h has its peak at noon, half of it two hours after sunrise (sin
// 30°), nothing at night, and a sum of peak·12 h·2/π.
func TestASunnyDay(t *testing.T) {
	s := energy.Sun{PeakW: 2, Day: 24 * time.Hour, Rise: 6 * time.Hour, Set: 18 * time.Hour}
	at := func(hour float64) float64 { return s.PowerW(int64(hour * 12)) }
	for _, c := range []struct{ hour, low, high float64 }{
		{12, 1.9998, 2}, {8, 1, 1.04}, {15.95, 1, 1.04}, {0, 0, 0}, {5.9, 0, 0}, {18.1, 0, 0}, {23.9, 0, 0}, {24 + 12, 1.9998, 2},
	} {
		if got := at(c.hour); got < c.low || got > c.high {
			t.Errorf("at %v h the sun gives %v W, want %v to %v", c.hour, got, c.low, c.high)
		}
	}
	sum := 0.0
	for n := range int64(energy.SunSteps) {
		sum += s.PowerW(n) * s.Step().Seconds()
	}
	if want := 2 * 12 * 3600 * 2 / math.Pi; math.Abs(sum-want) > 1e-4*want {
		t.Errorf("a day gives %v J, want %v", sum, want)
	}
}
