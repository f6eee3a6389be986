package recompute

import (
	"math"
	"slices"
)

// A duration is how long something took, in nanoseconds; if it is censored, how long it
// lasted at least.
type duration struct {
	ns  int64
	cut bool
}

// restricted returns the mean of durations by Kaplan and Meier: the area under the curve
// that falls by the factor 1 - ends/atRisk at each end, up to the longest. The median is
// where the curve passes one half.
func restricted(list []duration) number {
	if len(list) == 0 {
		return plain(math.NaN())
	}
	out := number{n: len(list), median: math.Inf(1)}
	var times []int64
	for _, d := range list {
		if d.cut {
			out.cut++
		}
		times = append(times, d.ns)
	}
	slices.Sort(times)
	times = slices.Compact(times)
	alive, from, half := 1.0, int64(0), int64(-1) // half: where the curve reached one half
	for _, at := range times {
		out.x += alive * float64(at-from) / 1e9
		atRisk, ends := 0.0, 0.0
		for _, d := range list {
			if d.ns >= at {
				atRisk++
			}
			if d.ns == at && !d.cut {
				ends++
			}
		}
		before := alive
		alive *= 1 - ends/atRisk
		const rounding = 1e-9
		switch {
		case !math.IsInf(out.median, 1):
		case alive < 0.5-rounding && half >= 0:
			out.median = float64(half+at) / 2e9
		case alive < 0.5-rounding:
			out.median = float64(at) / 1e9
		case alive < 0.5+rounding && before > 0.5+rounding:
			half = at
		}
		from = at
	}
	if math.IsInf(out.median, 1) && half >= 0 {
		out.median = float64(half+from) / 2e9 // the curve is at one half to the end
	}
	return out
}
