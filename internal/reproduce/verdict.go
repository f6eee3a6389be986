package reproduce

import "fmt"

// A Claim is a claim of the paper about the shape of a figure.
type Claim struct {
	Figure int
	Says   string
	check  func(v *view)
}

// A Verdict is the result of a claim here.
type Verdict struct {
	Claim
	Held, Asked int      // comparisons
	Against     []string // those that did not hold
}

// Holds reports whether the claim held in every comparison, and there was one.
func (v Verdict) Holds() bool { return v.Asked > 0 && v.Held == v.Asked }

// view reads a study's values and counts comparisons. It compares means: if
// their intervals overlap, a claim may hold or fail by chance. The comparisons against a
// claim state that.
type view struct {
	study *Study
	out   *Verdict
}

// at returns a value; false if the study has no such point.
func (v *view) at(series string, nodes int, m Metric) (Value, bool) {
	x, ok := v.study.Values[Point{v.out.Figure, series, nodes}][m]
	return x, ok && x.Runs > 0
}

// less checks that value a of a metric is below b.
func (v *view) less(what string, m Metric, a, b Value) {
	v.out.Asked++
	if a.Mean < b.Mean {
		v.out.Held++
		return
	}
	chance := ""
	if overlap(m, a, b) {
		chance = ", intervals overlap"
	}
	v.out.Against = append(v.out.Against, fmt.Sprintf("%s: %.3g, %.3g%s", what, a.Mean, b.Mean, chance))
}

// overlap reports whether the intervals of two values of a metric overlap; a is not below b.
// The interval of a single run is its value.
func overlap(m Metric, a, b Value) bool {
	low, _, _ := a.Ends(m)
	_, high, _ := b.Ends(m)
	return low < high
}

// between checks that a value is within bounds.
func (v *view) between(what string, x Value, low, high float64) {
	v.out.Asked++
	if x.Mean >= low && x.Mean <= high {
		v.out.Held++
		return
	}
	v.out.Against = append(v.out.Against, fmt.Sprintf("%s: %.3g", what, x.Mean))
}

// falls checks that each series is below the one before it, at each of the sizes from least
// on.
func (v *view) falls(m Metric, least int, series ...string) {
	for _, n := range v.study.Nodes {
		for i := 1; i < len(series) && n >= least; i++ {
			high, ok := v.at(series[i-1], n, m)
			low, too := v.at(series[i], n, m)
			if ok && too {
				v.less(fmt.Sprintf("N = %d: %s < %s", n, series[i], series[i-1]), m, low, high)
			}
		}
	}
}

// grows checks that a series grows from each size to the next.
func (v *view) grows(m Metric, series string) {
	for i := 1; i < len(v.study.Nodes); i++ {
		low, ok := v.at(series, v.study.Nodes[i-1], m)
		high, too := v.at(series, v.study.Nodes[i], m)
		if ok && too {
			v.less(fmt.Sprintf("%s: N = %d < N = %d", series, v.study.Nodes[i-1], v.study.Nodes[i]), m, low, high)
		}
	}
}

// risesAndFalls checks that both ends of a series are below its greatest value.
func (v *view) risesAndFalls(m Metric, series string) {
	var peak Value
	at := 0
	for _, n := range v.study.Nodes {
		if x, ok := v.at(series, n, m); ok && x.Mean > peak.Mean {
			peak, at = x, n
		}
	}
	for _, n := range []int{v.study.Nodes[0], v.study.Nodes[len(v.study.Nodes)-1]} {
		x, ok := v.at(series, n, m)
		switch {
		case ok && n == at:
			v.out.Asked++
			v.out.Against = append(v.out.Against, fmt.Sprintf("%s: the greatest is at N = %d: %.3g", series, n, x.Mean))
		case ok:
			v.less(fmt.Sprintf("%s: N = %d < the greatest", series, n), m, x, peak)
		}
	}
}

var speeds = []string{"Vmax 3", "Vmax 9", "Vmax 19"}

// Claims returns the claims of §VII.
func Claims() []Claim {
	return []Claim{
		{5, "F: TCP > UDP > Bcast > Opt", func(v *view) { v.falls(F, 0, "TCP", "UDP", "Bcast", "Opt") }},
		{8, "R rises, then falls with N", func(v *view) {
			for _, s := range speeds {
				v.risesAndFalls(R, s)
			}
		}},
		{8, "F rises, then falls with N", func(v *view) {
			for _, s := range speeds {
				v.risesAndFalls(F, s)
			}
		}},
		{8, "R falls with speed at large N (100, 120)", func(v *view) { v.falls(R, 100, speeds...) }},
		{9, "a larger range raises R at N = 20", func(v *view) {
			for i, s := range []string{"250 m", "300 m"} {
				low, ok := v.at([]string{"200 m", "250 m"}[i], 20, R)
				high, too := v.at(s, 20, R)
				if ok && too {
					v.less("N = 20: R at a smaller range < at "+s, R, low, high)
				}
			}
		}},
		{9, "a larger range lowers R from N = 60 on", func(v *view) { v.falls(R, 60, "200 m", "250 m", "300 m") }},
		{10, "T grows with N", func(v *view) {
			for _, s := range speeds {
				v.grows(T, s)
			}
		}},
		{10, "T grows with speed", func(v *view) { v.falls(T, 40, "Vmax 19", "Vmax 9", "Vmax 3") }},
		{10, "broadcasts per election between 2 and 3.5", func(v *view) { v.bounds(MB, 2, 3.5) }},
		{10, "unicasts per election between 0 and 3.5", func(v *view) { v.bounds(MU, 0, 3.5) }},
	}
}

// bounds checks that all points of a metric are within bounds.
func (v *view) bounds(m Metric, low, high float64) {
	for _, s := range speeds {
		for _, n := range v.study.Nodes {
			if x, ok := v.at(s, n, m); ok {
				v.between(fmt.Sprintf("%s, N = %d", s, n), x, low, high)
			}
		}
	}
}

// judge returns the verdict on a claim in a study.
func (s *Study) judge(c Claim) Verdict {
	verdict := Verdict{Claim: c}
	c.check(&view{s, &verdict})
	return verdict
}

// Verdicts returns the verdicts on the claims about the figures of a study.
func (s *Study) Verdicts() []Verdict {
	var out []Verdict
	for _, c := range Claims() {
		if v := s.judge(c); v.Asked > 0 {
			out = append(out, v)
		}
	}
	return out
}
