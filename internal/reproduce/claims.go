package reproduce

import "math"

var (
	speeds      = []string{"Vmax 3", "Vmax 9", "Vmax 19"}
	signallings = []string{"TCP", "UDP", "Bcast", "Opt"}
	ranges      = []string{"200 m", "250 m", "300 m"}
	speedsMS    = []float64{3, 9, 19}
	rangesM     = []float64{200, 250, 300}
)

// Signs of slopes.
const (
	rising  = 1.0
	falling = -1.0
)

// anySize is above all sizes.
const anySize = math.MaxInt

// Claims returns the claims of §VII. Where values are published, they are compared: by the
// difference at each point, by the ratio of each series, by the signs of slopes. Of Figs. 9
// and 10b only what the text says of them is judged.
func Claims() []Claim {
	return []Claim{
		{5, "F is the published at each point", func(v *view) { v.agrees(F, signallings...) }},
		{5, "F is the published within 25 %, by series", func(v *view) { v.near(F, signallings...) }},
		{5, "F: TCP > UDP > Bcast > Opt at each size", func(v *view) { v.above(F, 0, signallings...) }},
		{5, "F of TCP and UDP grows with N", func(v *view) {
			v.over(rising, F, "TCP", 0, anySize)
			v.over(rising, F, "UDP", 0, anySize)
		}},
		{8, "R is the published at each point", func(v *view) { v.agrees(R, speeds...) }},
		{8, "R is the published within 25 %, by series", func(v *view) { v.near(R, speeds...) }},
		{8, "F is the published at each point", func(v *view) { v.agrees(F, speeds...) }},
		{8, "F is the published within 25 %, by series", func(v *view) { v.near(F, speeds...) }},
		{8, "R rises up to the published peak, and falls from there", func(v *view) { v.peaks(R) }},
		{8, "F rises up to the published peak, and falls from there", func(v *view) { v.peaks(F) }},
		{8, "R falls with speed at N = 100 and 120", func(v *view) { v.across(falling, R, speedsMS, 100, anySize, speeds...) }},
		{8, "F falls with speed at N = 100 and 120", func(v *view) { v.across(falling, F, speedsMS, 100, anySize, speeds...) }},
		{9, "a larger range raises R at N = 20", func(v *view) { v.across(rising, R, rangesM, 20, 20, ranges...) }},
		{9, "a larger range lowers R from N = 60 on", func(v *view) { v.across(falling, R, rangesM, 60, anySize, ranges...) }},
		{10, "T is the published at each point", func(v *view) { v.agrees(T, speeds...) }},
		{10, "T is the published within 25 %, by series", func(v *view) { v.near(T, speeds...) }},
		{10, "T grows with N", func(v *view) {
			for _, s := range speeds {
				v.over(rising, T, s, 0, anySize)
			}
		}},
		{10, "T grows with speed from N = 40 on", func(v *view) { v.across(rising, T, speedsMS, 40, anySize, speeds...) }},
	}
}

// peaks checks that a metric is higher at the size where the published is highest than at the
// least, and falls from there.
func (v *view) peaks(m Metric) {
	for _, s := range speeds {
		peak, at := 0.0, 0
		for _, n := range v.study.Nodes {
			if y, published := theirs(Point{v.out.Figure, s, n}, m); published && y > peak {
				peak, at = y, n
			}
		}
		least := v.study.Nodes[0]
		low, has := v.at(s, least, m)
		high, too := v.at(s, at, m)
		if has && too {
			d, half := high.Mean-low.Mean, math.Hypot(high.Half, low.Half)
			v.note(signOf(d, half), "%s: N = %d over N = %d by %.2g ± %.2g", s, at, least, d, half)
		}
		v.over(falling, m, s, at, anySize)
	}
}
