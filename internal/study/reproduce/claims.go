package reproduce

import "math"

var (
	speeds      = []string{"Vmax 3", "Vmax 9", "Vmax 19"}
	signallings = []string{"TCP", "UDP", "Bcast", "Opt"}
	ranges      = []string{"200 m", "250 m", "300 m"}
)

// Signs of orders.
const (
	rising  = 1.0
	falling = -1.0
)

// anySize is above all sizes.
const anySize = math.MaxInt

// paperClaims returns the claims of §VII. Where values are published, they are compared point by
// point: by the difference, and by the ratio. A rise or a fall is a claim about any two of its
// points. For Figs. 9 and 10b only the statements of the text are judged.
func paperClaims() []claim {
	return []claim{
		{5, "F is the published at each point", func(v *view) { v.agrees(F, signallings...) }},
		{5, "F is within 25 % of the published at each point", func(v *view) { v.near(F, signallings...) }},
		{5, "F: TCP > UDP > Bcast > Opt at each size", func(v *view) { v.above(F, 0, signallings...) }},
		{5, "F of TCP and UDP grows with N", func(v *view) {
			v.over(rising, F, "TCP", 0, anySize)
			v.over(rising, F, "UDP", 0, anySize)
		}},
		{8, "R is the published at each point", func(v *view) { v.agrees(R, speeds...) }},
		{8, "R is within 25 % of the published at each point", func(v *view) { v.near(R, speeds...) }},
		{8, "F is the published at each point", func(v *view) { v.agrees(F, speeds...) }},
		{8, "F is within 25 % of the published at each point", func(v *view) { v.near(F, speeds...) }},
		{8, "R rises up to the published peak, and falls from there", func(v *view) { v.peaks(R) }},
		{8, "F rises up to the published peak, and falls from there", func(v *view) { v.peaks(F) }},
		{8, "R falls with speed at N = 100 and 120", func(v *view) { v.across(falling, R, 100, anySize, speeds...) }},
		{8, "F falls with speed at N = 100 and 120", func(v *view) { v.across(falling, F, 100, anySize, speeds...) }},
		{9, "a larger range raises R at N = 20", func(v *view) { v.across(rising, R, 20, 20, ranges...) }},
		{9, "a larger range lowers R from N = 60 on", func(v *view) { v.across(falling, R, 60, anySize, ranges...) }},
		{10, "T is the published at each point", func(v *view) { v.agrees(T, speeds...) }},
		{10, "T is within 25 % of the published at each point", func(v *view) { v.near(T, speeds...) }},
		{10, "T grows with N", func(v *view) {
			for _, s := range speeds {
				v.over(rising, T, s, 0, anySize)
			}
		}},
		{10, "T grows with speed from N = 40 on", func(v *view) { v.across(rising, T, 40, anySize, speeds...) }},
	}
}

// peaks checks that a metric rises up to the size where the published is highest, and falls from
// there.
func (v *view) peaks(m Metric) {
	for _, s := range speeds {
		peak, at := 0.0, 0
		for _, n := range v.study.Nodes {
			if y, published := theirs(Point{v.figure, s, n}, m); published && y > peak {
				peak, at = y, n
			}
		}
		v.over(rising, m, s, 0, at)
		v.over(falling, m, s, at, anySize)
	}
}
