package figure

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"bellwether/internal/draw/table"
	"bellwether/trace/measure"
)

// Lines is a metric over an axis: a line for each series, with its 95 %
// intervals, named at its end.
type Lines struct {
	Title  string
	X, Y   Axis
	Series []Series
	// Names are the labels at 0, 1, … of a horizontal axis without numbers.
	Names []string
	// Beside names the values beside the series, such as "published values".
	Beside string
	Notes  []string // further notes below the figure

	level *extent // that its vertical axis shares with other figures; nil: its own
}

// A Series is one line.
type Series struct {
	Label  string
	Row    string  // of the algorithm, which gives colour and mark; "": Label
	Points []Point // in any order
	// Beside are values to compare the series with: open marks on a thin line.
	Beside []Spot
}

// A Point is the summary of the runs at one place of the axis. It is hollow if some of its
// values are censored.
type Point struct {
	X float64
	Y *measure.Summary // nil: the metric does not apply there, and the line has a gap
}

// Notes that explain marks.
const (
	noteBars   = "Bars: 95 % intervals over runs."
	noteHollow = "Hollow: a lower bound, as some had not ended."
	noteBeside = "Open marks on thin lines: "
)

func (l *Lines) layout(t *typeface, width vg.Length) (*page, error) {
	if err := l.check(); err != nil {
		return nil, fmt.Errorf("lines: %w", err)
	}
	c := &chart{title: l.Title, x: l.X, y: l.Y, xs: nothing(), ys: nothing()}
	strokes := strokesOf(l.rows())
	at, marks := l.gather(c, strokes)
	c.notes = append(marks.notes(l.Beside), l.Notes...)
	if !slices.Contains(t.without, Notes) {
		c.notes = oneNote(c.notes)
	}
	if !(c.xs.lo <= c.xs.hi) || !(c.ys.lo <= c.ys.hi) {
		return nil, errors.New("lines: nothing is above zero, and only that has a place on a log scale")
	}
	if l.level != nil {
		c.ys.add(l.level.lo)
		c.ys.add(l.level.hi)
	}
	c.ys = c.ys.shownOn(l.Y)
	if c.xs = c.xs.wide(); l.X.Scale == Log {
		c.xs = c.xs.shownOn(l.X)
	}
	if c.exact = l.places(at); l.Names != nil {
		c.xs, c.names = extent{0, float64(len(l.Names) - 1)}.wide(), l.names(t, width)
	}
	c.pad = max(l.aside(len(l.Series)-1), t.widest(textStyle, tickLabels(c.names))/2)
	if len(l.Series) > maxTogether {
		return l.grid(c, t, width, strokes), nil
	}
	return c.plan(t, width, func(p *pen, f frame) {
		for i := range l.Series {
			p.beside(l, i, strokes[i], f)
		}
		for i := range l.Series {
			p.series(l, i, strokes[i], f)
		}
	}), nil
}

// marked records which marks lines have.
type marked struct {
	bars, hollow, beside bool
	off                  int   // values that have no place on a log scale, and are at its edge
	counts               []int // runs of each value
}

// gather extends the axes of a chart over all values, and sets the ends of its lines. It
// returns the places of values along the horizontal axis, and the marks of the lines.
func (l *Lines) gather(c *chart, strokes []stroke) (at []float64, m marked) {
	for i := range l.Series {
		for _, b := range l.Series[i].Beside {
			c.xs.on(l.X, b.X)
			c.ys.on(l.Y, b.Y)
			at = append(at, l.X.of(b.X))
			m.beside = true
		}
		s := l.sorted(i)
		for _, p := range s {
			c.xs.on(l.X, p.X)
			c.ys.on(l.Y, p.Y.Mean)
			at = append(at, l.X.of(p.X))
			if l.X.Scale == Log && p.X <= 0 || l.Y.Scale == Log && p.Y.Mean <= 0 {
				m.off++
			}
			if p.Y.N > 0 {
				m.counts = append(m.counts, p.Y.N)
			}
			if p.Y.Low != nil && p.Y.High != nil {
				m.bars = true
				c.ys.on(l.Y, *p.Y.Low)
				c.ys.on(l.Y, *p.Y.High)
			}
			m.hollow = m.hollow || p.Y.Censored > 0
		}
		if len(s) > 0 {
			last := s[len(s)-1]
			c.ends = append(c.ends, end{l.Series[i].Label, l.X.of(last.X), l.Y.of(last.Y.Mean), strokes[i]})
		}
	}
	return at, m
}

// notes returns the notes that explain the marks.
func (m *marked) notes(beside string) (notes []string) {
	if m.bars {
		notes = append(notes, noteBars)
	}
	if m.hollow {
		notes = append(notes, noteHollow)
	}
	if m.beside {
		notes = append(notes, noteBeside+beside+".")
	}
	if n := noteCount(m.counts, "run"); n != "" {
		notes = append(notes, n)
	}
	return append(notes, noteEdge(m.off)...)
}

// grid lays lines out as small multiples.
func (l *Lines) grid(c *chart, t *typeface, width vg.Length, strokes []stroke) *page {
	panels := make([]panel, len(l.Series))
	for i := range panels {
		var counts []int
		for _, p := range l.sorted(i) {
			counts = append(counts, p.Y.N)
		}
		panels[i] = panel{label: l.Series[i].Label}
		if n := slices.Compact(slices.Sorted(slices.Values(counts))); len(n) > 1 {
			panels[i].about = fmt.Sprintf("n %d–%d", n[0], n[len(n)-1])
		} else if len(n) == 1 {
			panels[i].about = fmt.Sprintf("n %d", n[0])
		}
	}
	return c.grid(t, width, panels, func(p *pen, f frame, which int) {
		for i := range l.Series {
			if i != which {
				var run []vg.Point
				for _, q := range l.sorted(i) {
					run = append(run, f.at(l.X.of(q.X), l.Y.of(q.Y.Mean)))
				}
				p.line(behind, run...)
			}
		}
		alone := *l
		alone.Series = l.Series[which : which+1]
		p.beside(&alone, 0, strokes[which], f)
		p.series(&alone, 0, strokes[which], f)
	})
}

// rows returns the labels that give series their colours.
func (l *Lines) rows() []string {
	var out []string
	for _, s := range l.Series {
		out = append(out, cmp.Or(s.Row, s.Label))
	}
	return out
}

// oneNote joins notes into one, which takes fewer lines.
func oneNote(notes []string) []string {
	if notes == nil {
		return nil
	}
	return []string{strings.Join(notes, " ")}
}

func (l *Lines) check() error {
	values := 0
	for _, s := range l.Series {
		for _, p := range s.Points {
			if p.Y == nil {
				continue
			}
			for _, v := range []*float64{&p.X, &p.Y.Mean, p.Y.Low, p.Y.High} {
				if v != nil && !drawable(*v) {
					return fmt.Errorf("series %q has a point at %v that is no number to draw: %v", s.Label, p.X, *v)
				}
			}
			if !l.named(p.X) {
				return fmt.Errorf("series %q has a point at %v, and there are %d names", s.Label, p.X, len(l.Names))
			}
			values++
		}
		for _, b := range s.Beside {
			if !drawable(b.X) || !drawable(b.Y) {
				return fmt.Errorf("series %q has a value beside it at %v that is no number to draw: %v", s.Label, b.X, b.Y)
			}
			if !l.named(b.X) {
				return fmt.Errorf("series %q has a value beside it at %v, and there are %d names", s.Label, b.X, len(l.Names))
			}
		}
	}
	if values == 0 {
		return errors.New("nothing to draw: no series has a value")
	}
	return nil
}

// named reports whether x is within an axis of names, or the axis has numbers.
func (l *Lines) named(x float64) bool {
	return l.Names == nil || x >= 0 && x <= float64(len(l.Names)-1)
}

// sorted returns the points of a series that have a value, from left to right.
func (l *Lines) sorted(i int) []Point {
	s := slices.DeleteFunc(slices.Clone(l.Series[i].Points), func(p Point) bool { return p.Y == nil })
	slices.SortStableFunc(s, byX)
	return s
}

func byX(a, b Point) int {
	switch {
	case a.X < b.X:
		return -1
	case a.X > b.X:
		return 1
	}
	return 0
}

// names returns the ticks of an axis of names.
func (l *Lines) names(t *typeface, width vg.Length) []tick {
	var out []tick
	for i, name := range l.Names {
		out = append(out, tick{float64(i), t.fit(textStyle, name, width/3)})
	}
	return out
}

// places returns ticks at the data, nil if there are too many.
func (l *Lines) places(at []float64) []tick {
	if l.Names != nil {
		return nil
	}
	var out []tick
	slices.Sort(at)
	at = slices.Compact(at)
	const most = 12 // more do not fit the width of a column
	if len(at) > most {
		return nil
	}
	for _, v := range at {
		out = append(out, tick{v, table.Number(v, table.AsMeasured)})
	}
	return out
}

// aside returns how far the i-th series is moved sideways, so that bars do not hide
// each other.
func (l *Lines) aside(i int) vg.Length {
	const dodge, most = 1.4, 10
	return (vg.Length(i) - vg.Length(len(l.Series)-1)/2) * min(dodge, most/vg.Length(len(l.Series)))
}

// beside draws the values beside the i-th series, from left to right.
func (p *pen) beside(l *Lines, i int, s stroke, f frame) {
	spots := slices.Clone(l.Series[i].Beside)
	slices.SortStableFunc(spots, func(a, b Spot) int { return byX(Point{X: a.X}, Point{X: b.X}) })
	var run []vg.Point
	for _, b := range spots {
		at := f.at(l.X.of(b.X), l.Y.of(b.Y))
		at.X += l.aside(i)
		run = append(run, at)
	}
	thin := s.line
	thin.Width = 0.4
	p.line(thin, run...)
	for _, at := range run {
		p.open(s.mark, at)
	}
}

// series draws the i-th series: gaps where there is no value.
func (p *pen) series(l *Lines, i int, s stroke, f frame) {
	points := slices.Clone(l.Series[i].Points)
	slices.SortStableFunc(points, byX)
	var run []vg.Point
	for _, q := range points {
		if q.Y == nil {
			p.line(s.line, run...)
			run = nil
			continue
		}
		at := f.at(l.X.of(q.X), l.Y.of(q.Y.Mean))
		at.X += l.aside(i)
		run = append(run, at)
		if q.Y.Low != nil && q.Y.High != nil {
			bar := draw.LineStyle{Color: s.line.Color, Width: 0.6}
			p.line(bar, vg.Point{X: at.X, Y: f.y.at(l.Y.of(*q.Y.Low))}, vg.Point{X: at.X, Y: f.y.at(l.Y.of(*q.Y.High))})
		}
	}
	p.line(s.line, run...)
	for _, q := range l.sorted(i) {
		at := f.at(l.X.of(q.X), l.Y.of(q.Y.Mean))
		at.X += l.aside(i)
		if q.Y.Censored > 0 {
			p.hollow(s.mark, at)
		} else {
			p.DrawGlyphNoClip(s.mark, at)
		}
	}
}
