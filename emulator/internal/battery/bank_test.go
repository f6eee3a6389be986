package battery

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"bellwether/internal/sim/energy"
	"bellwether/trace"
)

// TestDeathsToTheNanosecond compares with times computed by hand.
func TestDeathsToTheNanosecond(t *testing.T) {
	h := newHouse(t, Options{Profile: lamp, Kind: energy.Linear{}, InitialJ: []float64{1, 2}})
	once := h.On(func(uint32) {
		h.bank.Received(2, 100*time.Millisecond, 0, 1)       // 0.2 J above idle of either
		if !h.bank.Transmitted(1, 1, 200*time.Millisecond) { // 0.6 J above idle
			t.Error("what a battery held was not enough")
		}
	})
	h.At(int64(500*time.Millisecond), once, 0)
	cut := h.On(func(uint32) {
		if h.bank.Transmitted(1, 1, time.Second) {
			t.Error("0.1 J were enough for 3 J")
		}
		if h.bank.Transmitted(1, 1, time.Nanosecond) {
			t.Error("an empty battery gave more")
		}
	})
	h.At(int64(1100*time.Millisecond), cut, 0)
	h.run(t, 3*time.Second)
	if got, want := h.crashes(), []time.Duration{800 * time.Millisecond, 1100 * time.Millisecond}; !slices.Equal(got, want) {
		t.Errorf("they died at %v, want %v", got, want)
	}
	for _, r := range h.told {
		if want := []float64{1, 2}; r.Kind == trace.Energy && math.Abs(r.X-want[r.Node-1]) > 1e-9 {
			t.Errorf("node %d spent %v J of %v", r.Node, r.X, want[r.Node-1])
		}
	}
}

// kibam is a battery of two wells (Manwell and McGowan, Solar Energy 50, 1993), which
// this package does not know.
type kibam struct{ c, rate float64 }

func (kibam) Validate() error                                  { return errors.ErrUnsupported }
func (kibam) Drain(p energy.Profile, _ float64) energy.Profile { return p }
func (b kibam) Terms() energy.Terms {
	return energy.Terms{{Weight: (1 - b.c) / b.c, Rate: b.rate}}
}

// TestABatteryFromOutside: a new kind of battery needs no change in this package, and is
// empty at the time that its law gives.
func TestABatteryFromOutside(t *testing.T) {
	b := kibam{c: 0.3, rate: 0.02}
	h := newHouse(t, Options{Profile: lamp, Kind: b, InitialJ: []float64{100}})
	h.run(t, 100*time.Second)
	want := energy.Lifetime(b, lamp, 100)
	if got := h.crashes(); len(got) != 1 || (got[0]-want).Abs() > 2*time.Millisecond {
		t.Errorf("it died at %v, want %v", got, want)
	}
	if want > 60*time.Second {
		t.Errorf("a battery of two wells lasts %v, a linear one 100 s", want)
	}
	for _, c := range []struct {
		seconds time.Duration // of sending at 3 W above idle, charged at once
		whole   bool
	}{{9, true}, {11, false}} { // the first well holds 30 J
		h := newHouse(t, Options{Profile: lamp, Kind: b, InitialJ: []float64{100}})
		if whole := h.bank.Transmitted(0, 1, c.seconds*time.Second); whole != c.whole {
			t.Errorf("%d J at once: the battery is empty: %v", 3*c.seconds, !whole)
		}
	}
}

// mill is a wind generator that turns in every second step.
type mill struct{ energy.Harvester }

func (mill) Step() time.Duration    { return time.Second }
func (mill) PowerW(n int64) float64 { return 3 * float64(n%2) }

// TestAHarvesterFromOutside: a battery of 1 J is empty after a second at 1 W. Then the
// mill begins to turn; when it has given 0.15 J at 3 W the node starts again.
func TestAHarvesterFromOutside(t *testing.T) {
	h := newHouse(t, Options{Profile: lamp, Kind: energy.Linear{}, InitialJ: []float64{0.9}, Harvester: mill{}})
	h.run(t, 1500*time.Millisecond)
	if got := h.crashes(); !slices.Equal(got, []time.Duration{900 * time.Millisecond}) {
		t.Errorf("it died at %v, want 0.9 s", got)
	}
	again := time.Duration(0)
	for _, r := range h.told {
		if r.Kind == trace.Boot && r.At > 0 {
			again = time.Duration(r.At)
		}
	}
	if want := time.Second + 45*time.Millisecond; (again - want).Abs() > time.Microsecond {
		t.Errorf("it started again at %v, want %v", again, want)
	}
}

// TestNoBatteries: a nil Bank takes no charge.
func TestNoBatteries(t *testing.T) {
	var b *Bank
	b.Arrive(0)
	b.Run(0)
	b.Received(1, time.Hour, 0)
	b.Recharge(0)
	b.Stop(0)
	b.Record()
	if !b.Transmitted(0, 1, time.Hour) || b.Empty(0) || b.Share(0) != 1 {
		t.Error("it charged somebody")
	}
}
