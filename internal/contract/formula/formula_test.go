package formula

import (
	"math"
	"testing"
)

func TestFormulas(t *testing.T) {
	for text, want := range map[string]float64{
		"n": 8, "2n − 1": 15, "n(n + 1)/2": 36, "2|E| − n + 1": 21, "d + n": 11, "kn": 16, "k(n − 1)": 14,
		"n²": 64, "n(3n − 1)/2": 92, "2n(⌊log₂n⌋ + 1)": 64, "2n⌈log₂n⌉ − n": 40, "6(2n⌊log₂n⌋ + n)": 336,
		"(n − d)(n − d − 1)/2": 10, "2(2|E| − n + 1)": 42, "n·Hₙ": 21.742857142857144, "⌈log₂(n + 1)⌉": 4, "⌊log₂(n − 1)⌋": 2,
	} {
		if got, err := (Letters{N: 8, K: 2, D: 3, Links: 14}).Value(text); err != nil || math.Abs(got-want) > 1e-12 {
			t.Errorf("%s = %v (%v), want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "2m", "n +", "(n", "n)", "⌊n)"} {
		if got, err := (Letters{N: 8}).Value(text); err == nil {
			t.Errorf("%q = %v, want an error", text, got)
		}
	}
}
