package reproduce

import "bellwether/internal/base/stats"

// publishedHalves has half the published 95 % intervals, of ten runs, as parts of the value,
// where they could be digitised: Fig. 8 at Vmax 3, and single points of Figs. 5 and 10a. The
// paper draws others, which are not known here: see measured.
var publishedHalves = []struct {
	figure int
	series string
	metric Metric
	nodes  int
	half   float64
}{
	{8, "Vmax 3", R, 40, 0.007 / 0.145}, {8, "Vmax 3", R, 60, 0.0075 / 0.18}, {8, "Vmax 3", R, 80, 0.009 / 0.17},
	{8, "Vmax 3", R, 100, 0.0125 / 0.137}, {8, "Vmax 3", R, 120, 0.0125 / 0.105},
	{8, "Vmax 3", F, 40, 0.00105 / 0.0114}, {8, "Vmax 3", F, 60, 0.0018 / 0.0209}, {8, "Vmax 3", F, 80, 0.0031 / 0.029},
	{8, "Vmax 3", F, 100, 0.0053 / 0.0272}, {8, "Vmax 3", F, 120, 0.00325 / 0.02},
	{5, "TCP", F, 120, 0.072 / 0.547}, {5, "UDP", F, 120, 0.025 / 0.373}, {5, "Bcast", F, 120, 0.013 / 0.114}, {5, "Opt", F, 120, 0.005 / 0.024},
	{10, "Vmax 3", T, 120, 0.6 / 15.49}, {10, "Vmax 19", T, 120, 0.9 / 23.4},
}

// measured returns the published value of a point with half its interval. If the interval is
// not known, it is assumed to be the same part of the value as a known one: of the same series
// at N = 120 (Fig. 5), at the same N for Vmax 3 (Fig. 8), of Vmax 3 at N = 120 (Fig. 10a).
// Values of 0 are drawn without an interval.
func measured(p Point, m Metric) (stats.Measured, bool) {
	value, published := theirs(p, m)
	if !published {
		return stats.Measured{}, false
	}
	look := func(series string, nodes int) (float64, bool) {
		for _, h := range publishedHalves {
			if h.figure == p.Figure && h.series == series && h.metric == m && h.nodes == nodes {
				return h.half, true
			}
		}
		return 0, false
	}
	for _, at := range []struct {
		series string
		nodes  int
	}{{p.Series, p.Nodes}, {"Vmax 3", p.Nodes}, {p.Series, 120}, {"Vmax 3", 120}} {
		if half, known := look(at.series, at.nodes); known {
			return stats.Measured{Mean: value, Half: half * value, Runs: paperRuns}, true
		}
	}
	return stats.Measured{Mean: value, Runs: paperRuns}, true
}
