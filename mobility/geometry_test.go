package mobility

import (
	"math"
	"testing"
	"time"
	"unsafe"
)

// A node of a world of 10⁵ has 0.8 kB for all its state; its path may take 64 bytes of that.
func TestWaypointPathIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(waypointPath{}); size > 64 {
		t.Errorf("a path takes %d bytes, at most 64 wanted", size)
	}
}

func TestMeanDistance(t *testing.T) {
	for _, c := range []struct {
		world Area
		want  float64
	}{
		{Area{Width: 1, Height: 1}, 0.5214054331647207},      // (2 + √2 + 5 ln(1+√2))/15, the square line picking constant
		{Area{Width: 1000, Height: 1000}, 521.4054331647207}, // it scales
		{Area{Width: 2, Height: 1}, 0.8047718},               // closed form, evaluated by hand
		{Area{Width: 1, Height: 2}, 0.8047718},               // and has no preferred axis
		{Area{Width: 1e6, Height: 1e-3}, 1e6 / 3},            // a line: a third of its length
	} {
		if got := meanDistance(c.world); math.Abs(got-c.want) > 1e-5*c.want {
			t.Errorf("%+v: mean distance %.7g, want %.7g", c.world, got, c.want)
		}
	}
}

func TestMeanTrip(t *testing.T) {
	world := Area{Width: 1, Height: 1}
	for _, c := range []struct {
		options WaypointOptions
		want    time.Duration
	}{
		{WaypointOptions{World: world, SpeedMin: 2, SpeedMax: 2}, 260702717},
		{WaypointOptions{World: world, SpeedMin: 2, SpeedMax: math.Nextafter(2, 3)}, 260702717}, // no 0/0 on the way there
		{WaypointOptions{World: world, SpeedMin: 1, SpeedMax: math.E}, 303445817},               // 0.52140543… / (e - 1)
	} {
		if got := meanTrip(c.options, meanDistance(c.options.World)); (got - c.want).Abs() > 3*time.Microsecond {
			t.Errorf("%g to %g m/s: mean trip %v, want %v", c.options.SpeedMin, c.options.SpeedMax, got, c.want)
		}
	}
}
