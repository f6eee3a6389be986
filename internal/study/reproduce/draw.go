package reproduce

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/internal/base/durable"
	"bellwether/internal/draw/figure"
	"bellwether/internal/study/results"
	"bellwether/trace/measure"
)

// A Picture is one panel of one of the paper's figures: our values, and the published
// ones if there are any.
type Picture struct {
	Name string // of its files, without extension
	*figure.Lines
}

// panels are the panels of the paper's figures.
var panels = []struct {
	figure int
	metric Metric
	name   string
	title  string
	y      figure.Axis
}{
	{5, F, "fig5", "Fig. 5: share of time in an election, by signalling", axisF},
	{8, R, "fig8-r", "Fig. 8: elections, by speed", axisR},
	{8, F, "fig8-f", "Fig. 8: share of time in an election, by speed", axisF},
	{9, R, "fig9-r", "Fig. 9: elections, by range", axisR},
	{9, F, "fig9-f", "Fig. 9: share of time in an election, by range", axisF},
	{10, T, "fig10a", "Fig. 10a: time of an election, by speed", figure.Axis{Title: "T", Unit: "s"}},
	{10, MB, "fig10b-broadcast", "Fig. 10b: broadcasts of an election, by speed", axisM},
	{10, MU, "fig10b-unicast", "Fig. 10b: unicasts of an election, by speed", axisM},
}

var (
	axisF = figure.Axis{Title: "F", Percent: true}
	axisR = figure.Axis{Title: "R", Unit: "/node/min"}
	axisM = figure.Axis{Title: "M", Unit: "/node/election"}
)

// Pictures returns the pictures of a study. Panels without a value are left out.
func (s *Study) Pictures() []Picture {
	var out []Picture
	for _, panel := range panels {
		for _, f := range s.Figures {
			if f.Number != panel.figure {
				continue
			}
			l := &figure.Lines{Title: panel.title, X: figure.Axis{Title: "number of nodes"}, Y: panel.y, Beside: "published"}
			empty, predicted := true, true
			for _, series := range f.Series {
				drawn := s.series(f, series, panel.metric)
				empty = empty && len(drawn.Points) == 0
				predicted = predicted && len(drawn.Beside) == 0
				l.Series = append(l.Series, drawn)
			}
			l.Notes = append(l.Notes, s.extent(f))
			if predicted {
				l.Notes = append(l.Notes, notePredicted)
			}
			if !empty {
				out = append(out, Picture{panel.name, l})
			}
		}
	}
	return out
}

// notePredicted marks figures that were not compared.
const notePredicted = "Predicted: the published values were not looked at."

// Extent returns the reading of a study and how many runs it has, as text.
func (s *Study) Extent() string {
	return s.name() + "; " + s.extentInRuns()
}

// extent returns the note on the reading, the runs and the length of a figure.
func (s *Study) extent(f Figure) string {
	of := fmt.Sprintf("%s of %s, the first %s discarded", s.runsBehind(f), minutes(f.Duration), minutes(f.Discard))
	if s.Quick {
		of = "quick: " + of
	}
	name := s.name()
	return fmt.Sprintf("%s%s; %s.", strings.ToUpper(name[:1]), name[1:], of)
}

// series returns one line with its published values.
func (s *Study) series(f Figure, series Series, m Metric) figure.Series {
	out := figure.Series{Label: series.Label}
	for _, n := range s.Nodes {
		p := Point{f.Number, series.Label, n}
		if v, has := s.Values[p][m]; has && v.Runs > 0 {
			out.Points = append(out.Points, figure.Point{X: float64(n), Y: v.summary(m)})
		}
	}
	for _, n := range sizesOfFigures {
		if y, published := theirs(Point{f.Number, series.Label, n}, m); published {
			out.Beside = append(out.Beside, figure.Spot{X: float64(n), Y: y})
		}
	}
	return out
}

// summary returns a value as a summary of package measure. One run has no interval.
func (v value) summary(m Metric) *measure.Summary {
	s := &measure.Summary{Mean: v.Mean, N: v.Runs}
	if v.Runs > 1 {
		low, high, _ := v.ends(m)
		s.Low, s.High = &low, &high
	}
	return s
}

// illustrate draws the figures that a session may have changed: its own, and the directory's
// figures whose points all have the same number of runs. It warns of others: an earlier
// session was interrupted in them.
func (s *Study) illustrate(o *Options) error {
	var drawn []int
	for _, f := range s.Figures {
		if least, most := s.behind(f); least == most || slices.Contains(o.Figures, f.Number) {
			drawn = append(drawn, f.Number)
			continue
		}
		o.Warn(fmt.Sprintf("Fig. %d is not drawn: its points have %s; it goes on with --figure %d --out %s", f.Number, s.runsBehind(f), f.Number, o.Out))
	}
	part, err := s.Of(drawn...)
	if err != nil {
		return err
	}
	return part.draw(o.Out)
}

// draw writes each picture into a directory, as SVG and PNG, as wide as a column.
func (s *Study) draw(dir string) error {
	for _, p := range s.Pictures() {
		for _, image := range []figure.Image{figure.SVG, figure.PNG} {
			var b bytes.Buffer
			if err := figure.WriteFigure(&b, image, p.Lines, figure.Single); err != nil {
				return fmt.Errorf("%s: %w", p.Name, err)
			}
			if err := durable.Write(durable.OS{}, filepath.Join(dir, p.Name+"."+string(image)), results.Readable, b.Bytes()); err != nil {
				return err
			}
		}
	}
	return nil
}
