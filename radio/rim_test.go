package radio_test

import (
	"testing"

	"github.com/paulmach/orb"

	"bellwether/radio"
)

// Decimal fractions are rounded in a computer. Places that are a range apart on paper are in
// range, and those that are two micrometres farther apart are not.
func TestRoundedPlacesOnTheRimAreInRange(t *testing.T) {
	for _, c := range []struct {
		from, to orb.Point
		heard    bool
	}{
		{orb.Point{100.1, 100}, orb.Point{350.1, 100}, true}, // 250.00000000000003 m
		{orb.Point{50.7, 100}, orb.Point{300.7, 100}, true},
		{orb.Point{0.1, 0.2}, orb.Point{150.1, 200.2}, true},
		{orb.Point{9e5 + 0.1, 0}, orb.Point{9e5 + 250.1, 0}, true},
		{orb.Point{100.1, 100}, orb.Point{350.100002, 100}, false},
	} {
		for _, h := range []radio.Hop{{FromM: c.from, ToM: c.to}, {FromM: c.to, ToM: c.from}} {
			if got := radio.Disk(250).Carries(h); got != c.heard {
				t.Errorf("from %v to %v: in range %v, want %v", h.FromM, h.ToM, got, c.heard)
			}
		}
	}
}
