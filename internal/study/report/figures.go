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

// A numberedFigure is drawn, numbered, and described for screen readers.
type numberedFigure struct {
	Number  int
	Caption string
	SVG     template.HTML
}

// figures fills in the figures: for each metric, lines over an axis (one figure for each
// combination of the other axes), or boxes where there is one point.
func (s *source) figures(p *page) error {
	results, _, err := figures.Read(s.dir)
	if err != nil {
		return err
	}
	left := 0
	for _, name := range s.metrics {
		for _, at := range s.slices() {
			if len(p.Figures) == maxFigures {
				left++
				continue
			}
			f, err := s.draw(results, name, at, len(p.Figures)+1)
			if err != nil {
				p.LeftOut = append(p.LeftOut, fmt.Sprintf("No figure of %s: %v", strings.Join(append([]string{name}, at...), ", "), err))
				continue
			}
			p.Figures = append(p.Figures, f)
		}
	}
	if left > 0 {
		p.LeftOut = append(p.LeftOut, fmt.Sprintf("%d more figures: bellwether plot DIR --kind lines --axis %s --metric … --where axis=value --out FILE", left, s.columns))
	}
	return nil
}

// slices lists the combinations of values of all axes except the axis of the lines, as
// conditions. With one axis there is one empty combination.
func (s *source) slices() [][]string {
	all := [][]string{nil}
	if s.plan == nil {
		return all
	}
	for _, a := range s.plan.Axes {
		if a.Path == s.columns && !s.single() {
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

// draw makes one figure.
func (s *source) draw(results *figures.Results, metric string, at []string, number int) (numberedFigure, error) {
	k, _ := s.cross.FindKey(metric)
	q := figures.Request{Kind: figures.Lines, Metric: metric, Axis: s.columns, Where: at}
	caption := fmt.Sprintf("%s over %s: mean and 95 %% interval of each algorithm", k.Title, s.columns)
	if s.single() {
		q.Kind, q.Axis = figures.Box, ""
		caption = fmt.Sprintf("%s: the runs of each algorithm, with median and quartiles", k.Title)
	}
	if len(at) > 0 && !s.single() {
		caption += ", at " + strings.ReplaceAll(strings.Join(at, ", "), "=", " = ")
	}
	f, err := results.Figure(q)
	if err != nil {
		return numberedFigure{}, err
	}
	var b bytes.Buffer
	if err := figure.WriteFigure(&b, figure.SVG, f, figure.Single); err != nil {
		return numberedFigure{}, err
	}
	svg, err := inline(b.String(), number, caption)
	return numberedFigure{number, caption, svg}, err
}

// inline makes an SVG file a part of a page: without the file's header, and with a title
// that screen readers read.
func inline(svg string, number int, caption string) (template.HTML, error) {
	_, rest, ok := strings.Cut(svg, "<svg ")
	head, body, closed := strings.Cut(rest, ">")
	if !ok || !closed {
		return "", errors.New("a figure is no SVG")
	}
	id := fmt.Sprintf("figure-%d", number)
	return template.HTML(fmt.Sprintf(`<svg role="img" aria-labelledby="%s" %s><title id="%s">%s. The numbers are in the tables.</title>%s`,
		id, strings.Join(strings.Fields(head), " "), id, template.HTMLEscapeString(caption), strings.TrimSpace(body))), nil
}
