package wording

import "testing"

func TestRough(t *testing.T) {
	for seconds, want := range map[float64]string{0: "2 s", 1.99: "2 s", 2.4: "2 s", 9.6: "10 s", 44: "40 s", 89: "90 s", 95: "2 min",
		200: "3 min", 1300: "20 min", 5390: "90 min", 5500: "1.5 h", 40000: "11 h", 200000: "2.3 days"} {
		if got := Rough(seconds); got != want {
			t.Errorf("%v s: %s, want %s", seconds, got, want)
		}
	}
}

func TestRoughRange(t *testing.T) {
	for ends, want := range map[[2]float64]string{{100, 110}: "about 2 min", {60 * 2, 60 * 3}: "about 2 to 3 min", {50, 60 * 3}: "about 50 s to 3 min",
		{0, 1}: "about 2 s", {1, 30}: "at most 30 s", {3000, 90000}: "about 50 min to 25 h"} {
		if got := RoughRange(ends[0], ends[1]); got != want {
			t.Errorf("%v: %s, want %s", ends, got, want)
		}
	}
}
