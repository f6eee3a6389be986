package kernel

import "testing"

func TestTimesRoundsAndSaturates(t *testing.T) {
	for _, test := range []struct{ x, num, den, want int64 }{
		{10, 1, 3, 3}, {11, 1, 3, 4}, {0, 7, 9, 0}, {Never, 1, 1, Never}, {Never, 3, 2, Never},
		{1e18, 1_000_100, 1_000_000, 1_000_100_000_000_000_000},
	} {
		if got := times(test.x, test.num, test.den); got != test.want {
			t.Errorf("%d·%d/%d = %d, want %d", test.x, test.num, test.den, got, test.want)
		}
	}
}
