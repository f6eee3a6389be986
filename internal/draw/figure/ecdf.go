package figure

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"bellwether/internal/base/wording"
)

// ECDF compares distributions as empirical distribution functions: the share of
// the runs, or of the elections of all runs, with at most a value.
//
// Censored values are not dropped: the function is then one minus the estimate
// of Kaplan and Meier (JASA 53, 1958), which without them is the plain one. A
// cross marks each censored value. A function that does not reach 1 has
// values that were not seen to end.
type ECDF struct {
	Title  string
	X      Axis
	Of     string // what the values are of, in the plural: elections; "": runs
	Series []Sample
}

// Survival compares the same distributions as survival functions: the share of values that
// have not ended by a time.
type Survival ECDF

// A Sample is the values of one series.
type Sample struct {
	Label  string
	Row    string        // of the algorithm, which gives the colour; "": Label
	Values []Observation // in any order
	Runs   int           // that the values are from; 0: as many as there are values
}

// numbers returns the note of how many values each curve has.
func (e *ECDF) numbers() string {
	of, parts := cmp.Or(e.Of, "runs"), []string{}
	for _, s := range e.Series {
		cut := s.cutOff()
		part := fmt.Sprintf("%s %d", s.Label, len(s.Values))
		if s.Runs > 0 {
			part += " in " + wording.Count(s.Runs, "run")
		}
		if cut > 0 {
			part += fmt.Sprintf(", %d cut off", cut)
		}
		parts = append(parts, part)
	}
	return strings.ToUpper(of[:1]) + of[1:] + ": " + strings.Join(parts, "; ") + "."
}

// Numbers of places that can be distinguished along a figure. Of 1000 each is half a dot of
// a printer at the width of a column; of 150 each is as wide as a cross. More would only
// make the file larger: a study has some hundred thousand elections.
const (
	places      = 1000
	crossPlaces = 150
)

// thinned leaves out steps and crosses that are too close to the next to be distinguished.
func thinned(steps []step, xs extent, x Axis) []step {
	var out []step
	along := scale{xs.lo, xs.hi, 0, 1, x.Scale}
	place := func(s step, n float64) int { return int(n * float64(along.at(x.of(s.x)))) }
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
	part     float64 // height of the function from here on
	censored bool    // no rise: a value is censored here
}

// distribution returns the steps of a function, from left to right.
func distribution(values []Observation) []step {
	sorted := slices.Clone(values)
	slices.SortStableFunc(sorted, func(a, b Observation) int {
		switch {
		case a.X < b.X || a.X == b.X && !a.Censored && b.Censored:
			return -1 // at one time, values that ended come before censored ones, as Kaplan-Meier has it
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

// drawn lays out the curves; height returns the height for a share of the values.
func (e *ECDF) drawn(t *typeface, width vg.Length, yTitle string, height func(part float64) float64) (*page, error) {
	xs, err := e.check()
	if err != nil {
		return nil, fmt.Errorf("ecdf: %w", err)
	}
	c := &chart{title: e.Title, x: e.X, xs: xs.shownOn(e.X), y: Axis{Title: yTitle}, ys: extent{0, 1}}
	curves := make([][]step, len(e.Series))
	strokes := strokesOf(e.rows())
	crosses := false
	for i := range e.Series {
		s := thinned(distribution(e.Series[i].Values), c.xs, e.X)
		for j := range s {
			s[j].part = height(s[j].part)
		}
		curves[i] = s
		if len(s) > 0 {
			c.ends = append(c.ends, end{e.Series[i].Label, c.xs.hi, s[len(s)-1].part, stroke{line: strokes[i].line}})
		}
		crosses = crosses || slices.ContainsFunc(s, func(s step) bool { return s.censored })
	}
	if crosses {
		c.notes = append(c.notes, "Crosses: had not ended when last seen (Kaplan-Meier).")
	}
	c.notes = append(c.notes, noteEdge(e.offScale())...)
	if len(e.Series) > maxTogether {
		return e.grid(c, t, width, func(p *pen, i int, s stroke, f frame) { p.curve(e.X, curves[i], height(0), s, f) }), nil
	}
	c.notes = append([]string{e.numbers()}, c.notes...)
	return c.plan(t, width, func(p *pen, f frame) {
		for i, curve := range curves {
			p.curve(e.X, curve, height(0), strokes[i], f.moved(i, len(curves)))
		}
	}), nil
}

// moved returns the frame for the i-th of some curves. It is moved so far that two equal
// curves are both visible, but not so far that values are read differently.
func (f frame) moved(i, of int) frame {
	by := (vg.Length(i) - vg.Length(of-1)/2) * min(0.8, 3/vg.Length(of))
	f.x.from, f.x.to = f.x.from+by, f.x.to+by
	f.y.from, f.y.to = f.y.from-by, f.y.to-by
	return f
}

// grid lays curves out as small multiples.
func (e *ECDF) grid(c *chart, t *typeface, width vg.Length, curve func(p *pen, i int, s stroke, f frame)) *page {
	panels, strokes := make([]panel, len(e.Series)), strokesOf(e.rows())
	runs, cut := []int{}, false
	for i, s := range e.Series {
		panels[i] = panel{label: s.Label, about: fmt.Sprintf("n %d", len(s.Values))}
		if s.Runs > 0 {
			runs = append(runs, s.Runs)
		}
		if n := s.cutOff(); n > 0 {
			panels[i].about += fmt.Sprintf(" (%d)", n)
			cut = true
		}
	}
	note := "n: " + cmp.Or(e.Of, "runs")
	if cut {
		note += " (of them not seen to end)"
	}
	if len(runs) > 0 {
		note += "; " + noteCount(runs, "run")
	} else {
		note += "."
	}
	c.notes = append([]string{note}, c.notes...)
	return c.grid(t, width, panels, func(p *pen, f frame, which int) {
		for i := range e.Series {
			if i != which {
				curve(p, i, stroke{line: behind, mark: draw.GlyphStyle{}}, f)
			}
		}
		solid := strokes[which]
		solid.line.Dashes = nil // it is the only one in colour
		curve(p, which, solid, f)
	})
}

// rows returns the labels that give curves their colours.
func (e *ECDF) rows() []string {
	var out []string
	for _, s := range e.Series {
		out = append(out, cmp.Or(s.Row, s.Label))
	}
	return out
}

// cutOff returns how many values are censored.
func (s *Sample) cutOff() int {
	n := 0
	for _, v := range s.Values {
		if v.Censored {
			n++
		}
	}
	return n
}

// offScale returns how many values have no place on a logarithmic axis.
func (e *ECDF) offScale() int {
	n := 0
	for _, s := range e.Series {
		for _, v := range s.Values {
			if e.X.Scale == Log && v.X <= 0 {
				n++
			}
		}
	}
	return n
}

func (e *ECDF) check() (extent, error) {
	xs, values, censored := nothing(), 0, 0
	for _, s := range e.Series {
		for _, v := range s.Values {
			if !drawable(v.X) {
				return xs, fmt.Errorf("%q has a value that is no number to draw: %v", s.Label, v.X)
			}
			xs.on(e.X, v.X)
			values++
			if v.Censored {
				censored++
			}
		}
	}
	switch {
	case values == 0:
		return xs, errors.New("nothing to draw: no series has a value")
	case !(xs.lo <= xs.hi):
		return xs, errors.New("nothing to draw: no value is above zero, and only that has a place on a log scale")
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
		if k.censored && s.mark.Shape != nil {
			p.DrawGlyphNoClip(cross, f.at(x.of(k.x), k.part))
		}
	}
}
