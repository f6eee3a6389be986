package report

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"strings"

	"bellwether/internal/draw/figure"
	"bellwether/internal/study/figures"
)

// A numberedFigure is drawn, numbered, and described for screen readers. Its panels stand beside
// each other where there is room.
type numberedFigure struct {
	Number  int
	Caption string
	Panels  []panel
	Notes   []string // that no figure above it has
}

// A panel is a part of a figure.
type panel struct {
	Title string // above it; "": its axis says what it shows
	Says  string // what it shows, for screen readers
	SVG   template.HTML
}

// panelOf returns the panel of what a figure says, at some values of axes.
func panelOf(says string, at []string) panel {
	if len(at) > 0 {
		says += ", at " + condition(at)
	}
	return panel{Title: condition(at), Says: says}
}

// A drawing makes the figures of a page.
type drawing struct {
	results *figures.Results // nil: of a reproduction
	last    int              // number of a figure
	shown   map[string]bool  // metrics with their places, which need no other figure
	told    map[string]bool  // notes
}

func newDrawing(of *figures.Results) *drawing {
	return &drawing{results: of, shown: map[string]bool{}, told: map[string]bool{}}
}

// next returns the number of the next figure.
func (d *drawing) next() int {
	d.last++
	return d.last
}

// drawn notes that a metric at some values of axes has a figure.
func (d *drawing) drawn(metric string, at []string) { d.shown[placeOf(metric, at)] = true }

func placeOf(metric string, at []string) string {
	return strings.Join(append([]string{metric}, at...), "\x00")
}

// printOf returns how a figure is printed on a page, which has its title and its notes in its
// caption. Boxes and bars have long labels, and stand two beside each other at most.
func printOf(f figure.Figure) *figure.Print {
	out := &figure.Print{Width: figure.Single, Without: []figure.Words{figure.Title, figure.Notes}}
	switch f.(type) {
	case *figure.Boxes, *figure.Bars:
		out.Width, out.TextPt = "100mm", 7
	}
	return out
}

// add draws a panel of a figure.
func (d *drawing) add(to *numberedFigure, one panel, f figure.Figure) error {
	var b bytes.Buffer
	left, err := printOf(f).Write(&b, figure.SVG, f)
	if err != nil {
		return err
	}
	svg, err := inline(b.String(), fmt.Sprintf("figure-%d-%d", to.Number, len(to.Panels)+1), one.Says)
	if err != nil {
		return err
	}
	one.SVG = svg
	to.Panels = append(to.Panels, one)
	for _, note := range left.Notes {
		if !d.told[note] {
			to.Notes, d.told[note] = append(to.Notes, note), true
		}
	}
	return nil
}

// figures fills in the figures: the opening, what each axis does, and for each metric that these
// do not show lines over an axis, with a panel for each combination of the other axes, or
// boxes where there is one point.
func (s *source) figures(p *page) error {
	results, _, err := figures.Read(s.dir)
	if err != nil {
		return err
	}
	d := newDrawing(results)
	s.opening(d, p)
	s.decides(d, p)
	s.axes(d, p)
	if p.Opening == nil && len(p.Axes) == 0 && !s.single() { // times alone
		s.openLines(d, p, s.lineAxis())
	}
	panels, left := 0, 0
	for _, name := range s.metrics {
		f, more := s.everyPanel(d, p, name, maxFigures-panels)
		left += more
		if len(f.Panels) > 0 {
			p.Figures = append(p.Figures, f)
			panels += len(f.Panels)
		}
	}
	if left > 0 {
		p.LeftOut = append(p.LeftOut, fmt.Sprintf("%d more figures: bellwether plot DIR --kind lines --axis %s --metric … --where axis=value --out FILE", left, s.columns))
	}
	return nil
}

// everyPanel makes the figure of a metric, with at most so many panels, without those that stand
// above. It returns how many are left out.
func (s *source) everyPanel(d *drawing, p *page, metric string, most int) (f numberedFigure, left int) {
	var lines []*figure.Lines
	var drawn []figure.Figure
	var places [][]string
	for _, at := range s.slices() {
		if d.shown[placeOf(metric, at)] {
			continue
		}
		if len(drawn) == most {
			left++
			continue
		}
		one, err := s.draw(d, metric, at)
		if err != nil {
			p.LeftOut = append(p.LeftOut, fmt.Sprintf("No figure of %s: %v", strings.Join(append([]string{metric}, at...), ", "), err))
			continue
		}
		if l, is := one.(*figure.Lines); is {
			lines = append(lines, l)
		}
		drawn, places = append(drawn, one), append(places, at)
	}
	if len(drawn) == 0 {
		return f, left
	}
	figure.Level(lines...)
	k, _ := s.cross.FindKey(metric)
	f.Number = d.next()
	f.Caption = fmt.Sprintf("%s over %s: mean and 95 %% interval of each algorithm", k.Title, s.columns)
	if s.single() {
		f.Caption = fmt.Sprintf("%s: the runs of each algorithm, with median and quartiles", k.Title)
	}
	for i, one := range drawn {
		if err := d.add(&f, panelOf(f.Caption, places[i]), one); err != nil {
			p.LeftOut = append(p.LeftOut, fmt.Sprintf("No figure of %s: %v", strings.Join(append([]string{metric}, places[i]...), ", "), err))
		}
	}
	if len(f.Panels) == 0 {
		d.last--
	}
	return f, left
}

// slices lists the combinations of values of all axes except the axis of the lines, as
// conditions. With one axis there is one empty combination.
func (s *source) slices() [][]string {
	all := [][]string{nil}
	if s.plan == nil {
		return all
	}
	for _, a := range s.plan.Axes {
		if !s.single() && a.Path == s.lineAxis() {
			continue
		}
		var longer [][]string
		for _, at := range all {
			for _, value := range a.Values {
				longer = append(longer, append(at[:len(at):len(at)], a.Path+"="+value))
			}
		}
		all = longer
	}
	return all
}

// draw makes the figure of a metric at some values of axes.
func (s *source) draw(d *drawing, metric string, at []string) (figure.Figure, error) {
	q := figures.Request{Kind: figures.Lines, Metric: metric, Axis: s.columns, Where: at}
	if s.single() {
		q.Kind, q.Axis = figures.Box, ""
	}
	return d.results.Figure(q)
}

// inline makes an SVG file a part of a page: without the file's header, and with a title
// that screen readers read.
func inline(svg, id, says string) (template.HTML, error) {
	_, rest, ok := strings.Cut(svg, "<svg ")
	head, body, closed := strings.Cut(rest, ">")
	if !ok || !closed {
		return "", errors.New("a figure is no SVG")
	}
	return template.HTML(fmt.Sprintf(`<svg role="img" aria-labelledby="%s" %s><title id="%s">%s. The numbers are in the tables.</title>%s`,
		id, strings.Join(strings.Fields(head), " "), id, template.HTMLEscapeString(says), shaded(strings.TrimSpace(body)))), nil
}
