package wording

import (
	"fmt"
	"math"
	"strings"
)

// Rough writes a time that is only about right, in seconds, with one digit or two: 8 s, 40 s,
// 3 min, 2.5 h, 4 days; less than two seconds are 2 s.
func Rough(seconds float64) string {
	for _, unit := range []struct {
		name       string
		is, until  float64 // seconds
		one, whole float64 // rounded to so many units, below and from ten units on
	}{
		{"s", 1, 90, 1, 10}, {"min", 60, 90 * 60, 1, 5}, {"h", 3600, 48 * 3600, 0.5, 1},
	} {
		switch n := seconds / unit.is; {
		case seconds < 2:
			return "2 s"
		case seconds >= unit.until:
		case n < 10:
			return fmt.Sprintf("%g %s", math.Max(math.Round(n/unit.one)*unit.one, unit.one), unit.name)
		default:
			return fmt.Sprintf("%g %s", math.Round(n/unit.whole)*unit.whole, unit.name)
		}
	}
	return fmt.Sprintf("%.2g days", seconds/86400)
}

// RoughRange writes a time between two ends, in seconds: about 2 to 3 min, about 50 s to 2 min, at
// most 2 min, or about one of them if both are about the same.
func RoughRange(least, most float64) string {
	low, high := Rough(least), Rough(most)
	from, unit, _ := strings.Cut(low, " ")
	switch {
	case low == high:
		return "about " + high
	case least < 2:
		return "at most " + high
	case strings.HasSuffix(high, " "+unit):
		return "about " + from + " to " + high
	}
	return "about " + low + " to " + high
}
