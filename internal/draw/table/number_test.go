package table

import "testing"

// A metric of the program may have a hundred digits, for which no column is wide enough.
func TestNumbersOfManyDigitsHaveAPowerOfTen(t *testing.T) {
	for x, want := range map[float64]string{-1e100: "-1e+100", 1.23456789e18: "1.23457e+18", 999_999_999_999: "999999999999.0", -2.5: "-2.5"} {
		if got := Number(x, 1); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}
