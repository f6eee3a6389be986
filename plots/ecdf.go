package plots

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ECDF compares distributions as empirical distribution functions: which part of
// the runs gave at most so much.
//
// Censored values are not dropped: the function is then one minus the estimate
// of Kaplan and Meier (JASA 53, 1958), which without them is the plain one; a
// cross stands where a value was cut off. A function that does not reach 1 had
// runs that were not seen to end.
type ECDF struct {
	Title  string
	X      Axis
	Series []Sample
}

// A Sample is what the runs of one series gave.
type Sample struct {
	Label  string
	Values []Observation // in any order
}

// A step is where a distribution function rises.
type step struct {
	x        float64
	part     float64 // from here on
	censored bool    // no rise: a value was cut off here
}

// distribution gives the steps of a function, from left to right.
func distribution(values []Observation) []step {
	sorted := slices.Clone(values)
	slices.SortStableFunc(sorted, func(a, b Observation) int {
		switch {
		case a.X < b.X || a.X == b.X && !a.Censored && b.Censored:
			return -1 // what ended at an instant was still at risk for what was cut off then
		case a == b:
			return 0
		}
		return 1
	})
	var out []step
	above := 1.0
	for i := 0; i < len(sorted); {
		v := sorted[i]
		same := i
		for same < len(sorted) && sorted[same] == v {
			same++
		}
		if !v.Censored {
			above *= float64(len(sorted)-same) / float64(len(sorted)-i)
		}
		out = append(out, step{v.X, 1 - above, v.Censored})
		i = same
	}
	return out
}

func (e *ECDF) layout(t *typeface, width vg.Length) (*page, error) {
	xs, err := e.check()
	if err != nil {
		return nil, fmt.Errorf("plots: ecdf: %w", err)
	}
	c := &chart{title: e.Title, x: e.X, xs: xs.shown(),
		y: Axis{Title: "fraction of runs"}, ys: extent{0, 1}}
	curves := make([][]step, len(e.Series))
	for i := range e.Series {
		s := distribution(e.Series[i].Values)
		curves[i] = s
		if len(s) > 0 {
			c.ends = append(c.ends, end{e.Series[i].Label, c.xs.hi, s[len(s)-1].part, stroke{line: strokeOf(i).line}})
		}
		if slices.ContainsFunc(s, func(s step) bool { return s.censored }) {
			c.notes = []string{"Crosses: had not ended when last seen (Kaplan-Meier)."}
		}
	}
	return c.plan(t, width, func(p *pen, f frame) {
		for i, curve := range curves {
			p.curve(e.X, curve, strokeOf(i), f)
		}
	}), nil
}

func (e *ECDF) check() (extent, error) {
	xs, values, censored := nothing(), 0, 0
	for _, s := range e.Series {
		for _, v := range s.Values {
			if !drawable(v.X) {
				return xs, fmt.Errorf("%q has a value that is no number to draw: %v", s.Label, v.X)
			}
			xs.add(e.X.of(v.X))
			values++
			if v.Censored {
				censored++
			}
		}
	}
	switch {
	case values == 0:
		return xs, errors.New("nothing to draw: no series has a value")
	case values == censored:
		return xs, fmt.Errorf("nothing to draw: all %d values were cut off", values)
	}
	return xs, nil
}

// curve draws one distribution function, from the left edge to the right.
func (p *pen) curve(x Axis, steps []step, s stroke, f frame) {
	if len(steps) == 0 {
		return
	}
	line := []vg.Point{f.at(f.x.lo, 0)}
	cross := draw.GlyphStyle{Color: s.line.Color, Radius: 2, Shape: draw.CrossGlyph{}}
	before := 0.0
	for _, k := range steps {
		at := f.at(x.of(k.x), k.part)
		line = append(line, f.at(x.of(k.x), before), at)
		before = k.part
	}
	p.line(s.line, append(line, f.at(f.x.hi, before))...)
	for _, k := range steps {
		if k.censored {
			p.DrawGlyphNoClip(cross, f.at(x.of(k.x), k.part))
		}
	}
}
