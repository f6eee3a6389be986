package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/internal/base/wording"
	"bellwether/internal/draw/figure"
	"bellwether/internal/study/figures"
	"bellwether/internal/study/plan"
)

// costMetric is what an election costs. Beside what it loses, it is what the opening shows.
const costMetric = "transmissions_per_node_s"

// Limits of what the opening names and shows; the rest stands below.
const (
	maxNamed  = 6  // rows
	maxValues = 60 // letters of the values of an axis
	maxPanels = 6
)

// question is what the results answer, in the words of the plan or the scenario if these have any.
func (s *source) question() string {
	if s.about != "" {
		return s.about
	}
	who, many := s.compared()
	does := "does"
	if many {
		does = "do"
	}
	out := fmt.Sprintf("How %s %s elect in %s", does, who, s.where())
	if s.plan != nil && len(s.plan.Axes) > 0 {
		var axes []string
		for _, a := range s.plan.Axes {
			axes = append(axes, a.Path)
		}
		out += ", over " + and(axes)
	}
	return out + "?"
}

// compared names the rows, or their number if they are many.
func (s *source) compared() (who string, many bool) {
	var rows []string
	for _, e := range s.entries() {
		rows = append(rows, e.Label)
	}
	if len(rows) > maxNamed {
		return fmt.Sprintf("%d algorithms", len(rows)), true
	}
	return and(rows), len(rows) > 1
}

// where names the scenario.
func (s *source) where() string {
	if s.plan == nil {
		return s.name
	}
	return strings.TrimSuffix(filepath.Base(s.plan.Scenario), filepath.Ext(s.plan.Scenario))
}

// asks says what was compared, in which world, and how many runs there are, in a few lines.
func (s *source) asks() string {
	out, many := s.compared()
	if many {
		out += ", compared"
	}
	out += " in " + s.where()
	if world := s.briefly(); world != "" {
		out += " (" + world + ")"
	}
	if s.plan != nil && len(s.plan.Axes) > 0 {
		var axes []string
		for i := range s.plan.Axes {
			axes = append(axes, valuesOf(&s.plan.Axes[i]))
		}
		out += fmt.Sprintf(", over %s: %s", and(axes), wording.Count(len(s.plan.Places()), "point"))
	}
	return out + ". Runs: " + s.runs() + "."
}

// briefly describes the world in a few words, without what the axes vary.
func (s *source) briefly() string {
	c := s.scenario
	if c == nil {
		return ""
	}
	var out []string
	add := func(path, format string, args ...any) {
		if !s.varied(path) {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add("nodes", "%d nodes", c.Nodes)
	if c.Radio.Topology != "" { // links without places
		add("radio", "links: %s", c.Radio.Topology)
		add("duration", "%v", c.Duration)
		return strings.Join(out, ", ")
	}
	if c.Mobility.Model != "" && len(c.Groups) == 0 {
		add("mobility", "%s", c.Mobility.Model)
	}
	if c.World.Width > 0 {
		add("world", "%g m × %g m", c.World.Width, c.World.Height)
	}
	add("duration", "%v", c.Duration)
	return strings.Join(out, ", ")
}

// valuesOf names an axis with its values, or with their number if they are long.
func valuesOf(a *plan.Axis) string {
	if all := strings.Join(a.Values, ", "); len(all) <= maxValues {
		return a.Path + " = " + all
	}
	return fmt.Sprintf("%d values of %s", len(a.Values), a.Path)
}

// and joins words: "a, b and c".
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// headline returns the metrics of the opening and of the axes: the first on the page, and what
// it costs, else the second.
func (s *source) headline() []string {
	out := slices.Clone(s.metrics[:1])
	switch {
	case slices.Contains(s.metrics[1:], costMetric):
		return append(out, costMetric)
	case len(s.metrics) > 1:
		return append(out, s.metrics[1])
	}
	return out
}

// opening makes the first figure: of one point both metrics of the headline, of a plan the
// first of them over an axis at each combination of the other axes, on one vertical axis. With
// one axis the figure is that of the axis.
func (s *source) opening(d *drawing, p *page) {
	switch {
	case s.single():
		s.openBoxes(d, p)
	case len(s.plan.Axes) > 1:
		s.openLines(d, p, s.lineAxis())
	}
}

// openBoxes shows the runs of each row, the row with the least mean first.
func (s *source) openBoxes(d *drawing, p *page) {
	var rows []string
	if len(s.cross.Points) == 1 {
		rows = s.byMean(s.metrics[0])
	}
	opening := numberedFigure{Number: d.next()}
	var titles []string
	for _, metric := range s.headline() {
		k, _ := s.cross.FindKey(metric)
		f, err := d.results.Figure(figures.Request{Kind: figures.Box, Metric: metric, Rows: rows})
		if err == nil {
			err = d.add(&opening, panel{Says: k.Title}, f)
		}
		if err != nil {
			p.LeftOut = append(p.LeftOut, fmt.Sprintf("No figure of %s: %v", metric, err))
			continue
		}
		d.drawn(metric, nil)
		titles = append(titles, k.Title)
	}
	if len(opening.Panels) > 0 {
		opening.Caption = fmt.Sprintf("%s: the runs of each algorithm, with median and quartiles", and(titles))
		p.Opening = &opening
	}
}

// byMean lists the rows from the least mean of a metric to the greatest, then those without it.
func (s *source) byMean(metric string) (rows []string) {
	of := s.cross.Points[0].Report.Algorithms
	order := make([]int, len(of))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := of[i].Metrics.Get(metric), of[j].Metrics.Get(metric)
		switch {
		case a != nil && (b == nil || a.Mean < b.Mean):
			return -1
		case b != nil && (a == nil || a.Mean > b.Mean):
			return 1
		}
		return 0
	})
	for _, i := range order {
		rows = append(rows, of[i].Label)
	}
	return rows
}

// openLines shows the first metric at each point.
func (s *source) openLines(d *drawing, p *page, axis string) {
	metric := s.metrics[0]
	k, _ := s.cross.FindKey(metric)
	opening := numberedFigure{Number: d.next()}
	all := s.slices()
	some := s.atEnds(all)
	var at [][]string
	var lines []*figure.Lines
	for _, where := range some {
		f, err := d.results.Figure(figures.Request{Kind: figures.Lines, Metric: metric, Axis: axis, Where: where})
		if err != nil {
			p.LeftOut = append(p.LeftOut, fmt.Sprintf("No figure of %s: %v", strings.Join(append([]string{metric}, where...), ", "), err))
			continue
		}
		at, lines = append(at, where), append(lines, f.(*figure.Lines))
	}
	figure.Level(lines...)
	for i, l := range lines {
		if err := d.add(&opening, panelOf(k.Title+" over "+axis, at[i]), l); err != nil {
			p.LeftOut = append(p.LeftOut, fmt.Sprintf("No figure of %s: %v", strings.Join(append([]string{metric}, at[i]...), ", "), err))
			continue
		}
		d.drawn(metric, at[i])
	}
	if len(opening.Panels) == 0 {
		return
	}
	opening.Caption = fmt.Sprintf("%s over %s: mean and 95 %% interval of each algorithm", k.Title, axis)
	switch {
	case len(some) < len(all):
		opening.Caption += fmt.Sprintf(", at %d of %d combinations of the other axes; the others are below", len(some), len(all))
	case len(all) > 1:
		opening.Caption += ", at each value of the other axes"
	}
	p.Opening = &opening
}

// atEnds returns the combinations that the opening shows: all, or if these are too many the ones
// at the ends of the other axes.
func (s *source) atEnds(all [][]string) [][]string {
	if len(all) <= maxPanels {
		return all
	}
	outside := func(where string) bool {
		path, value, _ := strings.Cut(where, "=")
		for _, a := range s.plan.Axes {
			if a.Path == path {
				return value != a.Values[0] && value != a.Values[len(a.Values)-1]
			}
		}
		return true
	}
	all = slices.DeleteFunc(slices.Clone(all), func(at []string) bool { return slices.ContainsFunc(at, outside) })
	return all[:min(len(all), maxPanels)]
}

// lineAxis returns the axis along which the lines of the opening go: that of the tables, or the
// first if tables have none. There are several points, so there is an axis.
func (s *source) lineAxis() string {
	for _, a := range s.plan.Axes {
		if a.Path == s.columns {
			return a.Path
		}
	}
	return s.plan.Axes[0].Path
}

// condition writes the values of some axes.
func condition(at []string) string {
	return strings.ReplaceAll(strings.Join(at, ", "), "=", " = ")
}
