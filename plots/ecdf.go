package plots

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ECDF compares distributions as empirical distribution functions: which part of
// the runs, or of the elections of all runs, gave at most so much.
//
// Censored values are not dropped: the function is then one minus the estimate
// of Kaplan and Meier (JASA 53, 1958), which without them is the plain one; a
// cross stands where a value was cut off. A function that does not reach 1 had
// runs that were not seen to end.
type ECDF struct {
	Title  string
	X      Axis
	Of     string // what there is a value of, in the plural: elections; "": runs
	Series []Sample
}

// Survival compares the same distributions the other way round: which part of them
// had not ended by then.
type Survival ECDF

// A Sample is what the runs of one series gave.
type Sample struct {
	Label  string
	Values []Observation // in any order
	Runs   int           // behind the values; 0: as many as there are values
}

// numbers says how many values stand behind each curve.
func (e *ECDF) numbers() string {
	of, parts := cmp.Or(e.Of, "runs"), []string{}
	for _, s := range e.Series {
		cut := 0
		for _, v := range s.Values {
			if v.Censored {
				cut++
			}
		}
		part := fmt.Sprintf("%s %d", s.Label, len(s.Values))
		if s.Runs > 0 {
			part += fmt.Sprintf(" of %d runs", s.Runs)
		}
		if cut > 0 {
			part += fmt.Sprintf(", %d cut off", cut)
		}
		parts = append(parts, part)
	}
	return strings.ToUpper(of[:1]) + of[1:] + ": " + strings.Join(parts, "; ") + "."
}

// Places that one can tell apart along a figure: 1000 are half a dot of the printer
// each at the width of a column, 150 are as wide as a cross. More would only make the
// file larger: a study has some hundred thousand elections.
const (
	places      = 1000
	crossPlaces = 150
)

// thinned leaves out steps too close to the next to be told apart, and crosses.
func thinned(steps []step, xs extent, of func(float64) float64) []step {
	var out []step
	place := func(s step, n float64) int { return int(n * (of(s.x) - xs.lo) / (xs.hi - xs.lo)) }
	crossed := -1
	for i, s := range steps {
		switch {
		case s.censored && place(s, crossPlaces) != crossed:
			crossed = place(s, crossPlaces)
		case s.censored:
			continue
		case i+1 < len(steps) && !steps[i+1].censored && place(s, places) == place(steps[i+1], places):
			continue
		}
		out = append(out, s)
	}
	return out
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
	return e.drawn(t, width, "fraction of "+cmp.Or(e.Of, "runs"), func(part float64) float64 { return part })
}

func (s *Survival) layout(t *typeface, width vg.Length) (*page, error) {
	e := (*ECDF)(s)
	return e.drawn(t, width, "fraction of "+cmp.Or(e.Of, "runs")+" not ended", func(part float64) float64 { return 1 - part })
}

// drawn draws a height for each part of the values.
func (e *ECDF) drawn(t *typeface, width vg.Length, yTitle string, height func(part float64) float64) (*page, error) {
	xs, err := e.check()
	if err != nil {
		return nil, fmt.Errorf("plots: ecdf: %w", err)
	}
	c := &chart{title: e.Title, x: e.X, xs: xs.shown(),
		y: Axis{Title: yTitle}, ys: extent{0, 1}, notes: []string{e.numbers()}}
	curves := make([][]step, len(e.Series))
	crosses := false
	for i := range e.Series {
		s := thinned(distribution(e.Series[i].Values), c.xs, e.X.of)
		for j := range s {
			s[j].part = height(s[j].part)
		}
		curves[i] = s
		if len(s) > 0 {
			c.ends = append(c.ends, end{e.Series[i].Label, c.xs.hi, s[len(s)-1].part, stroke{line: strokeOf(i).line}})
		}
		crosses = crosses || slices.ContainsFunc(s, func(s step) bool { return s.censored })
	}
	if crosses {
		c.notes = append(c.notes, "Crosses: had not ended when last seen (Kaplan-Meier).")
	}
	return c.plan(t, width, func(p *pen, f frame) {
		for i, curve := range curves {
			p.curve(e.X, curve, height(0), strokeOf(i), f)
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

// curve draws one function, from its height at the left edge to the right.
func (p *pen) curve(x Axis, steps []step, from float64, s stroke, f frame) {
	if len(steps) == 0 {
		return
	}
	line := []vg.Point{f.at(f.x.lo, from)}
	cross := draw.GlyphStyle{Color: s.line.Color, Radius: 2, Shape: draw.CrossGlyph{}}
	before := from
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
