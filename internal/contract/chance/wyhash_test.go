package chance

import (
	"math"
	"testing"
)

// TestMixNeverChanges compares with values of an implementation in another language.
func TestMixNeverChanges(t *testing.T) {
	for _, c := range []struct{ a, b, want uint64 }{
		{0, 0, 0xfa303abc2b1d7630},
		{1, 2, 0x52781e39de84ce33},
		{math.MaxUint64, math.MaxUint64, 0xe506a4902fff4bc4},
		{0x0123456789abcdef, 0xfedcba9876543210, 0xdeb605fc9b79c078},
	} {
		if got := Mix(c.a, c.b); got != c.want {
			t.Errorf("of %#x and %#x: %#x, want %#x", c.a, c.b, got, c.want)
		}
	}
}
